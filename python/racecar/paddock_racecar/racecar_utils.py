"""Helpers for images, scans and markers, under the names the course's programs use.

Images are uint8 (rows, columns, 3), blue, green, red. Depth and lidar are cm, 0.0 is "no data" and
never counts. Pixels are (row, column). HSV is OpenCV's for bytes: hue 0 to 179, others 0 to 255.
Contours and AR markers need OpenCV; everything else does with NumPy.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import Any

import numpy as np

from .errors import OpenCvMissingError
from .opencv import find_opencv, need_opencv

Hsv = Sequence[int]
Pixel = tuple[int, int]


class ColorBGR(Enum):
    """Colours to draw with: `ColorBGR.red.value`."""

    blue = (255, 0, 0)
    green = (0, 255, 0)
    red = (0, 0, 255)
    yellow = (0, 255, 255)
    orange = (0, 128, 255)
    purple = (255, 0, 128)
    light_blue = (255, 255, 0)
    white = (255, 255, 255)
    black = (0, 0, 0)
    dark_green = (0, 128, 0)


class TerminalColor(IntEnum):
    """Colours of text in a terminal, as ANSI numbers them."""

    black = 30
    red = 31
    green = 32
    yellow = 33
    blue = 34
    magenta = 35
    cyan = 36
    white = 37


# numbers and text


def clamp(value: float, min: float, max: float) -> float:  # the course's own names
    """`value`, or the bound it lies beyond."""
    return min if value < min else max if value > max else value


def remap_range(
    val: float,
    old_min: float,
    old_max: float,
    new_min: float,
    new_max: float,
    saturate: bool = False,
) -> float:
    """`val` moved from the old range to the new one, in proportion; `saturate` keeps it inside."""
    if old_min == old_max:
        raise ValueError(f"old_min and old_max must differ, got {old_min} twice")
    moved = new_min + (val - old_min) * (new_max - new_min) / (old_max - old_min)
    if saturate:
        moved = clamp(moved, *sorted((new_min, new_max)))
    return moved


def print_colored(text: str, color: TerminalColor) -> None:
    """Prints in colour where the output is a terminal."""
    print(f"\033[{int(color)}m{text}\033[0m" if sys.stdout.isatty() else text)


def print_error(text: str) -> None:
    """Prints in red."""
    print_colored(text, TerminalColor.red)


def print_warning(text: str) -> None:
    """Prints in yellow."""
    print_colored(text, TerminalColor.yellow)


# images


def crop(image: np.ndarray, top_left_inclusive: Pixel, bottom_right_exclusive: Pixel) -> np.ndarray:
    """The part from the first pixel up to the second, cut at the image's edges; a view."""
    top, left = (max(0, int(number)) for number in top_left_inclusive)
    bottom, right = (max(0, int(number)) for number in bottom_right_exclusive)
    return image[top:bottom, left:right]


def stack_images_horizontal(image_0: np.ndarray, image_1: np.ndarray) -> np.ndarray:
    """The second to the right of the first; equally high."""
    if image_0.shape[0] != image_1.shape[0]:
        raise ValueError(f"images must be equally high, got {image_0.shape} and {image_1.shape}")
    return np.hstack((image_0, image_1))


def stack_images_vertical(image_0: np.ndarray, image_1: np.ndarray) -> np.ndarray:
    """The second below the first; equally wide."""
    if image_0.shape[1] != image_1.shape[1]:
        raise ValueError(f"images must be equally wide, got {image_0.shape} and {image_1.shape}")
    return np.vstack((image_0, image_1))


def bgr_to_hsv(color_image: np.ndarray) -> np.ndarray:
    """uint8 HSV of the same shape, as OpenCV's COLOR_BGR2HSV, to within 1."""
    cv2 = find_opencv()
    if cv2 is not None:
        return cv2.cvtColor(np.ascontiguousarray(color_image), cv2.COLOR_BGR2HSV)
    blue, green, red = (color_image[..., c].astype(np.float32) for c in range(3))
    value = np.maximum(np.maximum(blue, green), red)
    spread = value - np.minimum(np.minimum(blue, green), red)
    safe = np.where(spread > 0, spread, 1)
    # sixths of the colour circle: red, green or blue is the greatest
    hue = np.where(
        value == red,
        (green - blue) / safe,
        np.where(value == green, 2 + (blue - red) / safe, 4 + (red - green) / safe),
    )
    hue = np.rint(30 * (hue % 6)) % 180
    saturation = np.rint(255 * spread / np.where(value > 0, value, 1))
    return np.stack((hue, saturation, value), axis=-1).astype(np.uint8)


def hsv_mask(color_image: np.ndarray, hsv_lower: Hsv, hsv_upper: Hsv) -> np.ndarray:
    """bool (rows, columns): pixels between the two colours, bounds included.

    A lower hue above the upper one goes round through red: (170, …) to (10, …).
    """
    hsv = bgr_to_hsv(color_image)
    low, high = [math.ceil(v) for v in hsv_lower], [math.floor(v) for v in hsv_upper]
    if low[0] <= high[0]:
        return _within(hsv, low, high)
    top, bottom = [255, *high[1:]], [0, *low[1:]]
    return _within(hsv, low, top) | _within(hsv, bottom, high)


def _within(hsv: np.ndarray, low: list[int], high: list[int]) -> np.ndarray:
    cv2 = find_opencv()
    if cv2 is not None:
        return cv2.inRange(hsv, np.array(low), np.array(high)) != 0
    inside = (hsv >= low) & (hsv <= high)
    return inside[..., 0] & inside[..., 1] & inside[..., 2]


def measure_mask(mask: np.ndarray) -> tuple[tuple[float, float], int] | None:
    """((row, column) of the middle, pixels) of all that a mask marks; None when that is nothing."""
    rows, columns = np.nonzero(mask)
    if rows.size == 0:
        return None
    return (float(rows.mean()), float(columns.mean())), int(rows.size)


def find_contours(color_image: np.ndarray, hsv_lower: Hsv, hsv_upper: Hsv) -> list[np.ndarray]:
    """Outlines of everything between the two colours, as OpenCV has them. Needs OpenCV."""
    cv2 = need_opencv("find_contours()")
    mask = hsv_mask(color_image, hsv_lower, hsv_upper).astype(np.uint8)
    return list(cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2])


def get_largest_contour(
    contours: Sequence[np.ndarray], min_contour_area: float = 30
) -> np.ndarray | None:
    """The one of greatest area, None when none has more than `min_contour_area` px."""
    largest = max(contours, key=get_contour_area, default=None)
    if largest is None or get_contour_area(largest) <= min_contour_area:
        return None
    return largest


def get_contour_area(contour: np.ndarray) -> float:
    """Pixels inside. Needs OpenCV."""
    return need_opencv("get_contour_area()").contourArea(contour)


def get_contour_center(contour: np.ndarray) -> Pixel | None:
    """(row, column) of the middle, None for a contour without area. Needs OpenCV."""
    moments = need_opencv("get_contour_center()").moments(contour)
    if moments["m00"] <= 0:
        return None
    return round(moments["m01"] / moments["m00"]), round(moments["m10"] / moments["m00"])


def draw_contour(
    color_image: np.ndarray, contour: np.ndarray, color: tuple = ColorBGR.green.value
) -> None:
    """Draws on the image itself. Needs OpenCV."""
    need_opencv("draw_contour()").drawContours(color_image, [contour], 0, color, 3)


def draw_circle(
    color_image: np.ndarray,
    center: Pixel,
    color: tuple = ColorBGR.yellow.value,
    radius: int = 6,
) -> None:
    """A filled circle on the image itself, cut at its edges."""
    rows, columns = np.ogrid[: color_image.shape[0], : color_image.shape[1]]
    inside = (rows - center[0]) ** 2 + (columns - center[1]) ** 2 <= radius**2
    color_image[inside] = color


# depth


def get_pixel_average_distance(
    depth_image: np.ndarray, pix_coord: Pixel, kernel_size: int = 5
) -> float:
    """Mean distance in a square round a pixel, cm; 0.0 when it holds no data."""
    _check_kernel(kernel_size)
    row, column = pix_coord
    if not (0 <= row < depth_image.shape[0] and 0 <= column < depth_image.shape[1]):
        raise ValueError(f"pixel {pix_coord} is not in an image of {depth_image.shape}")
    half = kernel_size // 2
    square = crop(depth_image, (row - half, column - half), (row + half + 1, column + half + 1))
    return _mean_of_data(square)


def get_depth_image_center_distance(depth_image: np.ndarray, kernel_size: int = 5) -> float:
    """Mean distance in a square in the middle, cm; 0.0 when it holds no data."""
    middle = depth_image.shape[0] // 2, depth_image.shape[1] // 2
    return get_pixel_average_distance(depth_image, middle, kernel_size)


def get_closest_pixel(depth_image: np.ndarray, kernel_size: int = 5) -> Pixel:
    """(row, column) with the least mean distance round it; (0, 0) when there is no data at all."""
    _check_kernel(kernel_size)
    has_data = depth_image > 0
    total = _box_sum(np.where(has_data, depth_image, 0).astype(np.float64), kernel_size)
    count = _box_sum(has_data.astype(np.float64), kernel_size)
    # a pixel without data of its own is not the closest, whatever its neighbours are
    mean = np.where(has_data, total / np.maximum(count, 1), np.inf)
    row, column = np.unravel_index(int(mean.argmin()), mean.shape)
    return int(row), int(column)


def colormap_depth_image(depth_image: np.ndarray, max_depth: float = 1000) -> np.ndarray:
    """A picture of depth: near is red, then yellow, green, blue; no data and far away are black."""
    far = np.clip(depth_image / max_depth, 0, 1)
    # four straight ramps, the middle of each colour a quarter away from the next
    ramps = (np.clip(1.5 - np.abs(4 * far - middle), 0, 1) for middle in (3, 2, 1))
    picture = (255 * np.stack(tuple(ramps), axis=-1)).astype(np.uint8)
    picture[(depth_image <= 0) | (depth_image > max_depth)] = 0
    return picture


# lidar


def get_lidar_average_distance(scan: np.ndarray, angle: float, window_angle: float = 4) -> float:
    """Mean distance round `angle` (degrees clockwise, 0 ahead), cm; 0.0 without data."""
    return _mean_of_data(scan[_window(scan, angle - window_angle / 2, angle + window_angle / 2)])


def get_lidar_closest_point(
    scan: np.ndarray, window: tuple[float, float] = (0, 360)
) -> tuple[float, float]:
    """(degrees clockwise, cm) of the closest sample between two angles; (first angle, 0.0) without
    data. Windows go clockwise and may pass straight ahead: (-30, 30) and (330, 30) are the same."""
    begin, end = window
    if end < begin:
        end += 360 * math.ceil((begin - end) / 360)
    indices = _window(scan, begin, end)
    ranges = np.where(scan[indices] > 0, scan[indices], np.inf)
    closest = int(ranges.argmin())
    if not math.isfinite(ranges[closest]):
        return begin % 360, 0.0
    return float(indices[closest] * 360 / len(scan)), float(ranges[closest])


def draw_lidar(
    scan: np.ndarray,
    radius: int = 128,
    max_range: float = 1000,
    highlighted_samples: Sequence[tuple[float, float]] = (),
) -> np.ndarray:
    """A scan from above as a picture of 2 `radius` px a side: ahead is up, the car a green dot,
    samples red, highlighted ones (degrees clockwise, cm) light blue."""
    picture = np.zeros((2 * radius, 2 * radius, 3), np.uint8)
    angles = np.arange(len(scan)) * (2 * np.pi / len(scan))
    seen = (scan > 0) & (scan < max_range)
    reach = scan[seen] * ((radius - 1) / max_range)
    rows = radius - np.rint(reach * np.cos(angles[seen])).astype(int)
    columns = radius + np.rint(reach * np.sin(angles[seen])).astype(int)
    picture[rows.clip(0, 2 * radius - 1), columns.clip(0, 2 * radius - 1)] = ColorBGR.red.value
    for degrees, distance in highlighted_samples:
        away, angle = distance * (radius - 1) / max_range, math.radians(degrees)
        center = round(radius - away * math.cos(angle)), round(radius + away * math.sin(angle))
        draw_circle(picture, center, ColorBGR.light_blue.value, 3)
    draw_circle(picture, (radius, radius), ColorBGR.green.value, 2)
    return picture


# AR markers


class Orientation(Enum):
    """Where the top of a marker points in the image."""

    UP = 0
    LEFT = 1
    DOWN = 2
    RIGHT = 3


class ARMarker:
    """An ArUco marker in an image."""

    def __init__(self, marker_id: int, corners: np.ndarray, color_name: str | None = None) -> None:
        """`corners` (4, 2) as OpenCV has them: (x, y), clockwise from the pattern's top left."""
        self._id, self._color = int(marker_id), color_name
        pixels = np.rint(np.asarray(corners, float).reshape(4, 2)[:, ::-1]).astype(np.int32)
        first = int(pixels.sum(axis=1).argmin())  # the corner that is top left in the image
        self._orientation = Orientation(first)
        self._corners = np.roll(pixels, -first, axis=0)

    def __repr__(self) -> str:
        middle = tuple(self._corners.mean(axis=0).round().astype(int).tolist())
        return f"ARMarker({self._id}, {self._orientation.name}, {self._color}, at {middle})"

    def get_id(self) -> int:
        """Its number in the dictionary."""
        return self._id

    def get_corners(self) -> np.ndarray:
        """int32 (4, 2): (row, column), clockwise from the top left of the image."""
        return self._corners

    def get_orientation(self) -> Orientation:
        """Where its top points."""
        return self._orientation

    def get_color(self) -> str | None:
        """Name of the colour round it, None when it was not asked for or not found."""
        return self._color


def get_ar_markers(
    color_image: np.ndarray, potential_colors: Sequence[tuple[Hsv, Hsv, str]] | None = None
) -> list[ARMarker]:
    """All markers of the ArUco dictionary 6x6_250 in the image. Needs OpenCV.

    `potential_colors` are (lower, upper, name): the one that covers most of a square twice the
    marker's size is its colour.
    """
    cv2 = need_opencv("get_ar_markers()")
    markers = []
    for corners, marker_id in _detect_aruco(cv2, color_image):
        color = _find_border_color(color_image, corners, potential_colors or ())
        markers.append(ARMarker(marker_id, corners, color))
    return markers


def draw_ar_markers(
    color_image: np.ndarray, markers: Sequence[ARMarker], color: tuple = ColorBGR.green.value
) -> np.ndarray:
    """Outlines the markers on the image itself and returns it. Needs OpenCV."""
    cv2 = need_opencv("draw_ar_markers()")
    for marker in markers:
        corners = np.ascontiguousarray(marker.get_corners()[:, ::-1])
        cv2.polylines(color_image, [corners], True, color, 2)
        place = tuple(int(number) for number in corners[0])
        cv2.putText(color_image, str(marker.get_id()), place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, color)
    return color_image


def _detect_aruco(cv2: Any, image: np.ndarray) -> list[tuple[np.ndarray, int]]:
    aruco = getattr(cv2, "aruco", None)
    if aruco is None:
        raise OpenCvMissingError(
            "get_ar_markers() needs an OpenCV with ArUco: 4.7 or later, or opencv-contrib-python"
        )
    if hasattr(aruco, "ArucoDetector"):  # OpenCV 4.7 and later
        dictionary = aruco.getPredefinedDictionary(aruco.DICT_6X6_250)
        corners, ids, _ = aruco.ArucoDetector(dictionary).detectMarkers(image)
    else:
        dictionary = aruco.Dictionary_get(aruco.DICT_6X6_250)
        corners, ids, _ = aruco.detectMarkers(image, dictionary)
    if ids is None:
        return []
    return [(quad.reshape(4, 2), int(n)) for quad, n in zip(corners, np.ravel(ids))]


def _find_border_color(
    image: np.ndarray, corners: np.ndarray, potential_colors: Sequence[tuple[Hsv, Hsv, str]]
) -> str | None:
    low, high = corners.min(axis=0), corners.max(axis=0)
    half = (high - low) / 2
    around = crop(image, (low - half)[::-1], (high + half)[::-1] + 1)
    best, most = None, 0
    for hsv_lower, hsv_upper, name in potential_colors:
        pixels = int(hsv_mask(around, hsv_lower, hsv_upper).sum())
        if pixels > most:
            best, most = name, pixels
    return best


# parts of the above


def _mean_of_data(ranges: np.ndarray) -> float:
    data = ranges[ranges > 0]
    return float(data.mean()) if data.size else 0.0


def _check_kernel(kernel_size: int) -> None:
    if kernel_size < 1 or kernel_size % 2 == 0:
        raise ValueError(f"kernel_size must be odd and positive, got {kernel_size}")


def _box_sum(values: np.ndarray, size: int) -> np.ndarray:
    """Sum over a square of `size` round each pixel, cut at the edges."""
    half = size // 2
    padded = np.pad(values, ((half + 1, half), (half + 1, half)))
    table = padded.cumsum(axis=0).cumsum(axis=1)
    return table[size:, size:] - table[:-size, size:] - table[size:, :-size] + table[:-size, :-size]


def _window(scan: np.ndarray, begin: float, end: float) -> np.ndarray:
    """Indices of the samples from one angle clockwise to another, bounds included; at most all."""
    per_degree = len(scan) / 360
    first, last = math.ceil(begin * per_degree - 1e-9), math.floor(end * per_degree + 1e-9)
    last = max(last, first)  # a window between two samples still holds one
    return np.arange(first, min(last + 1, first + len(scan))) % len(scan)
