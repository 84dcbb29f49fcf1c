"""Helpers for images, scans and markers, with OpenCV and without."""

import numpy as np
import pytest

from paddock_racecar import OpenCvMissingError, opencv
from paddock_racecar import racecar_utils as rc_utils


@pytest.fixture(params=["numpy", "opencv"])
def both(request, monkeypatch):
    """Runs a test without OpenCV, then with it where it is installed."""
    if request.param == "numpy":
        monkeypatch.setattr(rc_utils, "find_opencv", lambda: None)
    else:
        pytest.importorskip("cv2")


def test_clamp_and_remap():
    assert [rc_utils.clamp(v, -1, 1) for v in (-2, 0.5, 3)] == [-1, 0.5, 1]
    assert rc_utils.remap_range(320, 0, 640, -1, 1) == 0
    assert rc_utils.remap_range(5, 0, 10, 0, 50) == 25
    assert rc_utils.remap_range(800, 0, 640, 1, -1) == -1.5
    assert rc_utils.remap_range(800, 0, 640, 1, -1, saturate=True) == -1
    with pytest.raises(ValueError, match="differ"):
        rc_utils.remap_range(1, 2, 2, 0, 1)


def test_crop_is_cut_at_the_edges():
    image = np.zeros((480, 640, 3), np.uint8)
    assert rc_utils.crop(image, (360, 0), (480, 640)).shape == (120, 640, 3)
    assert rc_utils.crop(image, (-5, -5), (10, 20)).shape == (10, 20, 3)
    assert rc_utils.crop(image, (400, 600), (999, 999)).shape == (80, 40, 3)


def test_stacking_needs_equal_sides():
    tall, wide = np.zeros((4, 2, 3)), np.zeros((2, 4, 3))
    assert rc_utils.stack_images_horizontal(tall, tall).shape == (4, 4, 3)
    assert rc_utils.stack_images_vertical(wide, wide).shape == (4, 4, 3)
    with pytest.raises(ValueError, match="equally high"):
        rc_utils.stack_images_horizontal(tall, wide)
    with pytest.raises(ValueError, match="equally wide"):
        rc_utils.stack_images_vertical(tall, wide)


@pytest.mark.parametrize(
    "bgr, hsv",
    [
        ((0, 0, 255), (0, 255, 255)),
        ((0, 255, 0), (60, 255, 255)),
        ((255, 0, 0), (120, 255, 255)),
        ((240, 176, 0), (98, 255, 240)),  # the course's blue tape
        ((80, 176, 0), (74, 255, 176)),  # its green
        ((0, 128, 255), (15, 255, 255)),  # orange
        ((90, 90, 90), (0, 0, 90)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_hue_saturation_value(both, bgr, hsv):
    found = rc_utils.bgr_to_hsv(np.array([[bgr]], np.uint8))[0, 0].astype(int)
    assert np.abs(found - hsv).max() <= 1


def test_both_ways_to_hsv_agree(monkeypatch):
    pytest.importorskip("cv2")
    image = np.random.default_rng(7).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    theirs = rc_utils.bgr_to_hsv(image).astype(int)
    monkeypatch.setattr(rc_utils, "find_opencv", lambda: None)
    apart = np.abs(rc_utils.bgr_to_hsv(image) - theirs)
    apart[..., 0] = np.minimum(apart[..., 0], 180 - apart[..., 0])  # hue goes round
    assert apart.max() <= 1  # rounding


def test_a_mask_of_red_goes_round_the_circle(both):
    image = np.zeros((4, 6, 3), np.uint8)
    image[1:3, 2:5] = 0, 10, 250
    image[0, 0] = 10, 0, 250  # hue 179
    image[3, 5] = 250, 0, 0

    mask = rc_utils.hsv_mask(image, (170, 50, 50), (10, 255, 255))

    assert mask.dtype == bool and mask.sum() == 7 and mask[0, 0] and not mask[3, 5]
    mask[0, 0] = False
    assert rc_utils.measure_mask(mask) == ((1.5, 3.0), 6)
    assert rc_utils.measure_mask(np.zeros((3, 3), bool)) is None


def test_bounds_of_a_mask_are_included(both):
    gray = np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(1, 256, 3)  # hue and saturation 0

    mask = rc_utils.hsv_mask(gray, (0, 0, 100), (179, 255, 200))

    assert np.flatnonzero(mask[0]).tolist() == list(range(100, 201))
    parts = rc_utils.hsv_mask(gray, (0, 0, 99.5), (179, 255, 200.5))
    assert (parts == mask).all()


def test_what_needs_opencv_says_so(monkeypatch):
    monkeypatch.setattr(opencv, "find_opencv", lambda: None)
    image = np.zeros((48, 64, 3), np.uint8)
    for name, call in (
        ("find_contours", lambda: rc_utils.find_contours(image, (0, 0, 0), (1, 1, 1))),
        ("get_ar_markers", lambda: rc_utils.get_ar_markers(image)),
        ("get_contour_area", lambda: rc_utils.get_contour_area(np.zeros((3, 1, 2), int))),
    ):
        with pytest.raises(OpenCvMissingError, match=rf"{name}\(\) needs OpenCV.*pip install"):
            call()


def test_contours():
    pytest.importorskip("cv2")
    image = np.zeros((480, 640, 3), np.uint8)
    image[100:200, 300:400] = 0, 128, 255
    image[10:20, 10:20] = 0, 128, 255

    contours = rc_utils.find_contours(image, (10, 100, 100), (20, 255, 255))
    largest = rc_utils.get_largest_contour(contours)

    assert len(contours) == 2
    assert rc_utils.get_contour_area(largest) == 99 * 99  # between the middles of edge pixels
    row, column = rc_utils.get_contour_center(largest)
    assert abs(row - 149.5) <= 0.5 and abs(column - 349.5) <= 0.5
    assert rc_utils.get_largest_contour(contours, 10_000) is None
    assert rc_utils.get_largest_contour([]) is None
    rc_utils.draw_contour(image, largest)
    assert (image[100, 350] == (0, 255, 0)).all()


@pytest.mark.parametrize("turns, orientation", [(0, "UP"), (1, "LEFT"), (2, "DOWN"), (3, "RIGHT")])
def test_ar_markers_with_orientation_and_colour(turns, orientation):
    cv2 = pytest.importorskip("cv2")
    if not hasattr(cv2, "aruco"):
        pytest.skip("an OpenCV without ArUco")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
    pattern = np.rot90(draw(dictionary, 32, 160), turns)  # counter-clockwise
    image = np.full((480, 640, 3), 255, np.uint8)
    image[120:360, 180:420] = 250, 20, 20
    image[140:340, 200:400] = 255
    image[160:320, 220:380] = pattern[..., None]
    colors = [((170, 50, 50), (10, 255, 255), "red"), ((100, 50, 50), (130, 255, 255), "blue")]

    (marker,) = rc_utils.get_ar_markers(image, colors)

    assert (marker.get_id(), marker.get_color()) == (32, "blue")
    assert marker.get_orientation() == rc_utils.Orientation[orientation]
    corners = [(160, 220), (160, 379), (319, 379), (319, 220)]  # clockwise from the top left
    assert np.abs(marker.get_corners() - corners).max() <= 2
    assert rc_utils.get_ar_markers(image)[0].get_color() is None
    rc_utils.draw_ar_markers(image, [marker])


def test_depth_ignores_what_is_no_data():
    depth = np.full((480, 640), 300, np.float32)
    depth[238:243, 318:323] = 0
    depth[240, 320] = 100
    assert rc_utils.get_depth_image_center_distance(depth) == 100
    assert rc_utils.get_pixel_average_distance(depth, (0, 0)) == 300
    assert rc_utils.get_pixel_average_distance(np.zeros((9, 9)), (4, 4)) == 0
    with pytest.raises(ValueError, match="odd"):
        rc_utils.get_pixel_average_distance(depth, (1, 1), 4)
    with pytest.raises(ValueError, match="not in an image"):
        rc_utils.get_pixel_average_distance(depth, (480, 1))


def test_the_closest_pixel_for_every_kernel():
    depth = np.zeros((480, 640), np.float32)
    depth[100:200, 50:80] = 200
    depth[300:332, 400:432] = 50

    row, column = rc_utils.get_closest_pixel(depth)
    assert 300 <= row < 332 and 400 <= column < 432
    assert rc_utils.get_closest_pixel(depth, 1) == (300, 400)
    assert rc_utils.get_closest_pixel(np.zeros((48, 64), np.float32)) == (0, 0)


def test_lidar_windows_may_pass_straight_ahead():
    scan = np.full(720, 400, np.float32)
    scan[710], scan[20], scan[180], scan[5] = 100, 90, 50, 0

    assert rc_utils.get_lidar_closest_point(scan) == (90, 50)
    assert rc_utils.get_lidar_closest_point(scan, (-30, 30)) == (10, 90)
    assert rc_utils.get_lidar_closest_point(scan, (330, 30)) == (10, 90)
    assert rc_utils.get_lidar_closest_point(scan, (330, 360)) == (355, 100)
    assert rc_utils.get_lidar_closest_point(np.zeros(720), (-10, 10)) == (350, 0)


def test_lidar_average_leaves_no_data_out():
    scan = np.zeros(720, np.float32)
    scan[178:183:2] = 100, 200, 300
    assert rc_utils.get_lidar_average_distance(scan, 90) == 200
    assert rc_utils.get_lidar_average_distance(scan, 270) == 0
    scan[719], scan[1] = 30, 50
    assert rc_utils.get_lidar_average_distance(scan, 0) == 40
    assert rc_utils.get_lidar_average_distance(scan, 90, 0) == 200


def test_pictures_of_depth_and_lidar():
    depth = np.array([[0, 1, 500, 999, 1500]], np.float32)
    picture = rc_utils.colormap_depth_image(depth)
    assert picture.shape == (1, 5, 3) and picture.dtype == np.uint8
    assert picture[0, 0].tolist() == picture[0, 4].tolist() == [0, 0, 0]
    assert picture[0, 1:4].argmax(axis=1).tolist() == [2, 1, 0]  # red, green, blue

    scan = np.zeros(720, np.float32)
    scan[180] = 500  # to the right
    shown = rc_utils.draw_lidar(scan, highlighted_samples=[(0, 500)])
    assert shown.shape == (256, 256, 3)
    assert shown[128, 128 + 64].tolist() == [0, 0, 255]
    assert shown[64, 128].tolist() == [255, 255, 0]
    rc_utils.draw_lidar(np.full(720, 999, np.float32))
