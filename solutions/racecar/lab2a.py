"""Lab 2A: line following with the colour camera.

The triggers give the throttle, the program steers. Red goes before green, green before blue.

Each update looks at the floor just ahead, finds the largest contour of the most important colour in
sight, and takes its far end as the point to drive to. The camera's height tells where on the floor
a pixel lies, and "pure pursuit" gives the wheel angle for it: of all circles through the rear axle,
the one that begins straight ahead and meets the point.

Where the line leaves the picture in a sharp bend, the wheels stay as they were until it is back.
"""

import math

import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()
Trigger = rc.controller.Trigger

# (lower, upper) in HSV, the most important colour first; red goes round the end of the circle
COLORS = [
    ((170, 100, 100), (10, 255, 255)),  # red
    ((40, 100, 100), (80, 255, 255)),  # green
    ((90, 100, 100), (120, 255, 255)),  # blue
]
LOOK_TOP = 355  # first row of the floor we look at: 78 cm ahead of the camera
MIN_AREA = 60  # px; less is a speck, not a line
END_ROWS = 8  # px from a contour's top that count as its far end

# the camera: the horizon is its middle row
FOCAL = 617  # px
HORIZON, MIDDLE = 240, 320  # row, column
CAMERA_UP, CAMERA_AHEAD = 14.5, 21  # cm above the floor, ahead of the rear axle

# the car
WHEELBASE = 22.5  # cm
FULL_LOCK = math.radians(20)
SLOW_IN_BENDS = 0.2  # part of the throttle that is taken away at full lock

angle = 0.0  # what we steered last


def find_line(image):
    """The contour of the most important line in sight, None when there is none."""
    floor = rc_utils.crop(image, (LOOK_TOP, 0), (rc.camera.get_height(), rc.camera.get_width()))
    for lower, upper in COLORS:
        contour = rc_utils.get_largest_contour(
            rc_utils.find_contours(floor, lower, upper), MIN_AREA
        )
        if contour is not None:
            return contour
    return None


def find_far_end(contour):
    """(row, column) of the line's far end; of a line across our way, the end we steer towards."""
    columns, rows = contour[:, 0, 0], contour[:, 0, 1]
    top = rows.min()
    ends = columns[rows <= top + END_ROWS]
    spread = ends.max() - ends.min()
    if spread < MIDDLE / 2:  # px: as wide as a line that leads away from us
        column = (ends.max() + ends.min()) / 2
    else:
        column = ends.max() if angle >= 0 else ends.min()
    return LOOK_TOP + int(top) + END_ROWS / 2, float(column)


def locate(row, column):
    """(ahead of the rear axle, to the right) in cm, of the floor in that pixel."""
    from_camera = CAMERA_UP * FOCAL / (row - HORIZON)
    return CAMERA_AHEAD + from_camera, (column - MIDDLE) / FOCAL * from_camera


def steer_to(ahead, right):
    """Wheel angle, -1 to 1, of the circle from the rear axle to that point."""
    curvature = 2 * right / (ahead**2 + right**2)  # 1/cm
    return rc_utils.clamp(math.atan(WHEELBASE * curvature) / FULL_LOCK, -1, 1)


def start():
    global angle
    angle = 0.0
    rc.drive.stop()


def update():
    global angle
    contour = find_line(rc.camera.get_color_image_no_copy())
    if contour is not None:
        angle = steer_to(*locate(*find_far_end(contour)))
    throttle = rc.controller.get_trigger(Trigger.RIGHT) - rc.controller.get_trigger(Trigger.LEFT)
    rc.drive.set_speed_angle(throttle * (1 - SLOW_IN_BENDS * abs(angle)), angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
