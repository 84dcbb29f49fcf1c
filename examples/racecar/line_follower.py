"""Follows a line of coloured tape: red before green before blue.

    python examples/racecar/line_follower.py -s          # then START in the simulator
"""

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# (lower, upper) in HSV, the most important colour first; red goes round the end of the circle
COLORS = [
    ((170, 100, 100), (10, 255, 255)),  # red
    ((40, 100, 100), (80, 255, 255)),  # green
    ((90, 100, 100), (120, 255, 255)),  # blue
]
LOOK = (360, 0), (480, 640)  # the floor 0.3 to 0.7 m ahead; (row, column)
MIN_AREA = 200  # px; less is a speck, not a line
angle = 0.0  # what we steered last, kept where the line is lost


def find_line(image):
    """Column of the middle of the line, None when there is none."""
    floor = rc_utils.crop(image, *LOOK)
    for lower, upper in COLORS:
        found = rc_utils.measure_mask(rc_utils.hsv_mask(floor, lower, upper))
        if found is not None and found[1] >= MIN_AREA:
            (_, column), _ = found
            return column
    return None


def start():
    global angle
    angle = 0.0
    rc.drive.stop()


def update():
    global angle
    column = find_line(rc.camera.get_color_image_no_copy())
    if column is not None:
        # in the middle: straight on; at an edge of the image: full lock
        angle = rc_utils.remap_range(column, 0, 640, -1, 1, saturate=True)
    # slower in bends, and slower still while we guess where the line is
    speed = 0.3 if column is None else 1 - 0.6 * abs(angle)
    rc.drive.set_speed_angle(speed, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
