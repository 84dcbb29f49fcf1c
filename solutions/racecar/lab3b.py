"""Lab 3B: park 30 cm before an orange cone of any size, with the colour and the depth camera.

Colour says which pixels are the cone, depth says how far away they are. The cone gets wider towards
its foot, so only pixels half way up count, near its middle line; the median of many is steady
although each is noisy. What depth says is then blended with what the car's speed predicts.

The throttle is no speed: it pulls the car towards a speed within some seconds. So we ask for a
speed that falls with the way still to go, and give throttle (or reverse throttle, which brakes) for
the difference to the speed we have. That one follows from the throttle we gave before.

A cone that is near and off to one side is backed away from first, with the wheels turned so that
the nose comes round to it. While no cone is in sight the car backs in a circle until there is one.
"""

import math

import cv2
import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

ORANGE = (8, 100, 60), (22, 255, 255)  # HSV, lower and upper
MIN_AREA = 30  # px
FOCAL = 617  # px
HORIZON, MIDDLE = 240, 320  # row, column
TOO_NEAR = 8.0  # cm: what we take for a cone that the depth camera is too near to measure

GOAL = 30.0  # cm
PARKED = 0.3, 0.5  # cm off, cm/s
BLEND = 0.15  # s over which measurements are averaged
APPROACH = 1.2  # cm/s of speed for each cm to go
FASTEST, BACK = 80.0, -40.0  # cm/s
TOP_SPEED, LAG = 105.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected
LOCK_AT = 15.0  # degrees off course at which the wheels are turned all the way

# a cone nearer than this and further to one side than that is backed away from
NEAR = 60.0  # cm
ASIDE, IN_THE_MIDDLE = 10.0, 3.0  # degrees
FAR_ENOUGH = 90.0  # cm
SEARCH = -0.5, -1.0  # throttle, angle: backwards, the nose swings to the right

distance = None  # cm from the bumper to the cone; None while it is out of sight
speed = 0.0  # cm/s
throttle = 0.0  # what we gave last
backing = False


def see_cone():
    """(cm from the bumper, degrees to the right), None when no cone is in sight."""
    image = rc.camera.get_color_image_no_copy()
    contour = rc_utils.get_largest_contour(rc_utils.find_contours(image, *ORANGE), MIN_AREA)
    if contour is None:
        return None
    _, column = rc_utils.get_contour_center(contour)
    bearing = math.degrees(math.atan((column - MIDDLE) / FOCAL))
    return measure_distance(cv2.boundingRect(contour), column), bearing


def measure_distance(box, column):
    """cm straight ahead from the bumper to the cone's surface, half way up."""
    _, top, width, height = box
    middle = top + height // 2
    up, aside = max(4, height // 8), max(4, width // 10)
    depth = rc.camera.get_depth_image()
    part = rc_utils.crop(depth, (middle - up, column - aside), (middle + up, column + aside))
    seen = part[part > 0]
    if seen.size < part.size / 2:
        return TOO_NEAR
    # depth is measured along the ray; we want its part straight ahead
    slant = math.hypot(1, (column - MIDDLE) / FOCAL, (middle - HORIZON) / FOCAL)
    return float(np.median(seen)) / slant


def follow_distance(measured):
    """Brings distance up to date."""
    global distance
    if distance is None:
        distance = measured
    dt = rc.get_delta_time()
    distance -= speed * dt
    distance += (measured - distance) * min(1, dt / BLEND)


def follow_speed():
    """Brings speed up to date: it follows the throttle with a lag."""
    global speed
    speed += (TOP_SPEED * throttle - speed) * min(1, rc.get_delta_time() / LAG)


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = RESPONSE * (wanted - speed)  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def must_back(bearing):
    if backing:
        return abs(bearing) > IN_THE_MIDDLE and distance < FAR_ENOUGH
    return abs(bearing) > ASIDE and distance < NEAR


def choose(cone):
    """Throttle and angle for what we see."""
    global distance, backing
    if cone is None:
        distance = None
        return SEARCH
    measured, bearing = cone
    follow_distance(measured)
    backing = must_back(bearing)
    off = distance - GOAL
    if abs(off) < PARKED[0] and abs(speed) < PARKED[1]:
        return 0.0, 0.0
    wanted = BACK if backing else rc_utils.clamp(APPROACH * off, BACK, FASTEST)
    angle = rc_utils.clamp(bearing / LOCK_AT, -1, 1)
    # backwards the same wheels turn us the other way
    return throttle_for(wanted), -angle if speed < 0 else angle


def start():
    global distance, speed, throttle, backing
    distance, speed, throttle, backing = None, 0.0, 0.0, False
    rc.drive.stop()


def update():
    global throttle
    follow_speed()
    throttle, angle = choose(see_cone())
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
