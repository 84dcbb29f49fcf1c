"""Looks for the orange cone, drives up to it and parks with the bumper 30 cm away.

    python examples/racecar/cone_parking.py -s
"""

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

ORANGE = (10, 100, 100), (20, 255, 255)  # HSV, lower and upper
MIN_AREA = 40  # px, of every second one
GOAL, CLOSE_ENOUGH = 30, 1  # cm
PULL, BRAKE = 0.02, 0.015  # throttle for each cm still to go, and for each cm/s we close in
SMOOTH = 0.1  # s over which speed is averaged: depth has noise
distance = None  # cm, of the last update that saw the cone
closing = 0.0  # cm/s


def see_cone():
    """(column, cm) of the cone, None when it is not in sight."""
    image = rc.camera.get_color_image_no_copy()[::2, ::2]  # every second pixel is plenty
    found = rc_utils.measure_mask(rc_utils.hsv_mask(image, *ORANGE))
    if found is None or found[1] < MIN_AREA:
        return None
    row, column = (round(2 * number) for number in found[0])
    depth = rc_utils.get_pixel_average_distance(rc.camera.get_depth_image(), (row, column), 11)
    return (column, depth) if depth > 0 else None


def start():
    global distance, closing
    distance, closing = None, 0.0
    rc.drive.stop()


def update():
    global distance, closing
    cone = see_cone()
    if cone is None:
        distance, closing = None, 0.0
        rc.drive.set_speed_angle(0.4, 1)  # a circle, until it comes into sight
        return
    column, now = cone
    dt = rc.get_delta_time()
    if distance is not None and dt > 0:  # 0 while the simulator is paused
        closing += ((distance - now) / dt - closing) * min(1, dt / SMOOTH)
    distance = now

    # the throttle is no speed: the car rolls on, so we brake by how fast we still are
    left = distance - GOAL
    speed = rc_utils.clamp(PULL * left - BRAKE * closing, -1, 1)
    if abs(left) < CLOSE_ENOUGH and abs(closing) < 5:
        speed = 0
    angle = rc_utils.remap_range(column, 0, 640, -1, 1, saturate=True)
    # backwards the same wheels turn us the other way
    rc.drive.set_speed_angle(speed, angle if left >= 0 else -angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
