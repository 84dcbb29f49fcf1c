"""Lab 2B: park 30 cm before an orange cone, with the colour camera alone.

The nearer the cone, the more pixels of it there are: a table, measured once with the car at known
distances, turns the area of its contour into centimetres. The cone has to be in the middle of the
picture for that; so a cone that is near and off to one side is backed away from first, with the
wheels turned so that the nose comes round to it. While no cone is in sight the car backs in a
circle until there is one.

The throttle is no speed: it pulls the car towards a speed within some seconds. So we ask for a
speed that falls with the way still to go, compare it with the speed at which the cone comes
nearer, and give throttle (or reverse throttle, which brakes) for the difference.
"""

import math

import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

ORANGE = (8, 100, 60), (22, 255, 255)  # HSV, lower and upper
MIN_AREA = 40  # px
# px of the contour, and cm from the bumper to the cone
AREAS = [830, 1480, 3320, 5080, 8730, 12250, 18270, 23100, 26830, 27540, 28000, 28310, 28530, 29540]
DISTANCES = [200, 150, 100, 80, 60, 50, 40, 35, 32, 31, 30, 29, 28, 20]
FOCAL, MIDDLE = 617, 320  # px, column

GOAL = 30.0  # cm
PARKED = 0.3  # cm off, and cm/s
APPROACH = 1.2  # cm/s of speed for each cm to go
FASTEST, BACK = 80.0, -40.0  # cm/s
TOP_SPEED, LAG = 105.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected
SMOOTH = 0.1  # s over which the closing speed is averaged
LOCK_AT = 15.0  # degrees off course at which the wheels are turned all the way

# a cone nearer than this and further to one side than that is backed away from
NEAR = 60.0  # cm
ASIDE, IN_THE_MIDDLE = 10.0, 3.0  # degrees
FAR_ENOUGH = 90.0  # cm
SEARCH = -0.5, -1.0  # throttle, angle: backwards, the nose swings to the right

distance = None  # cm, of the last update that saw the cone
closing = 0.0  # cm/s
backing = False


def see_cone():
    """(cm from the bumper, degrees to the right), None when no cone is in sight."""
    image = rc.camera.get_color_image_no_copy()
    contour = rc_utils.get_largest_contour(rc_utils.find_contours(image, *ORANGE), MIN_AREA)
    if contour is None:
        return None
    _, column = rc_utils.get_contour_center(contour)
    area = rc_utils.get_contour_area(contour)
    return float(np.interp(area, AREAS, DISTANCES)), math.degrees(
        math.atan((column - MIDDLE) / FOCAL)
    )


def measure_closing(now):
    """Brings closing up to date."""
    global distance, closing
    dt = rc.get_delta_time()
    if distance is not None and dt > 0:  # 0 while the simulator is paused
        closing += ((distance - now) / dt - closing) * min(1, dt / SMOOTH)
    distance = now


def throttle_for(wanted):
    """Throttle that brings the closing speed to `wanted` cm/s."""
    change = RESPONSE * (wanted - closing)  # cm/s²
    return rc_utils.clamp((closing + LAG * change) / TOP_SPEED, -1, 1)


def must_back(bearing):
    if backing:
        return abs(bearing) > IN_THE_MIDDLE and distance < FAR_ENOUGH
    return abs(bearing) > ASIDE and distance < NEAR


def start():
    global distance, closing, backing
    distance, closing, backing = None, 0.0, False
    rc.drive.stop()


def update():
    global distance, closing, backing
    cone = see_cone()
    if cone is None:
        distance, closing = None, 0.0
        rc.drive.set_speed_angle(*SEARCH)
        return
    now, bearing = cone
    measure_closing(now)
    backing = must_back(bearing)
    wanted = BACK if backing else rc_utils.clamp(APPROACH * (now - GOAL), BACK, FASTEST)
    angle = rc_utils.clamp(bearing / LOCK_AT, -1, 1)
    if abs(now - GOAL) < PARKED and abs(closing) < PARKED:
        rc.drive.stop()
        return
    # backwards the same wheels turn us the other way
    rc.drive.set_speed_angle(throttle_for(wanted), -angle if closing < 0 else angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
