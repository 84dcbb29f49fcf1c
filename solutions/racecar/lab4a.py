"""Lab 4A: you drive, the program stops the car before it hits something, with the lidar.

The lidar looks all round, so it guards the way ahead and the way back. Every sample is a point:
so far ahead, so far to the right. What counts is what lies between the car's two sides, in the
direction we want to go; the walls of a gap that is wide enough do not.

Stopping takes room. The car brakes with throttle the other way; from speed v that takes the way
that `braking_way` works out, so it must begin that much before the obstacle. The car has no
speedometer, but we know what throttle we gave, and how the car follows it.

RB overrides the safety stop.
"""

import math

import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()
Button, Trigger, Joystick = rc.controller.Button, rc.controller.Trigger, rc.controller.Joystick

# the car; the lidar sits in its middle
BUMPER = 18.0  # cm from the lidar, ahead and behind
WAY_HALF_WIDTH = 17.5  # cm: half the car and a little air
TOP_SPEED, LAG = 105.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
STANDING = 3.0  # cm/s; slower counts as standing

MARGIN = 20.0  # cm that stay free
SCAN_TIME = 0.17  # s that a turn of the lidar takes: samples may be that old
MIN_SAMPLES = 1  # fewer in the way are noise
CLEAR_FOR = 0.5  # s without an obstacle, then a stop is over

BEARING = np.radians(np.arange(720) / 2)  # of every sample, clockwise from straight ahead
AHEAD, RIGHT = np.cos(BEARING), np.sin(BEARING)

speed = 0.0  # cm/s, backwards is negative
throttle = 0.0  # what we gave last
stopping = False
clear = 0.0  # s since the way has been clear, while stopping


def measure_speed():
    """Brings speed up to date: it follows the throttle with a lag."""
    global speed
    speed += (TOP_SPEED * throttle - speed) * min(1, rc.get_delta_time() / LAG)


def braking_way():
    """cm that the car still rolls at full throttle the other way."""
    v = abs(speed)
    return LAG * (v - TOP_SPEED * math.log(1 + v / TOP_SPEED))


def room(direction):
    """cm from the bumper to the nearest thing in the way; direction 1 ahead, -1 back."""
    scan = rc.lidar.get_samples()
    along, aside = direction * scan * AHEAD, scan * RIGHT
    in_the_way = (scan > 0) & (along > 0) & (np.abs(aside) < WAY_HALF_WIDTH)  # 0: no data
    distances = np.sort(along[in_the_way])
    return distances[MIN_SAMPLES] - BUMPER if distances.size > MIN_SAMPLES else math.inf


def must_stop(wanted):
    """Whether the way that we drive, or want to drive, ends too near to go on."""
    direction = math.copysign(1, speed if abs(speed) > STANDING else wanted)
    if direction * wanted <= 0:
        return False  # the driver brakes already
    return room(direction) < MARGIN + braking_way() + abs(speed) * SCAN_TIME / 2


def start():
    global speed, throttle, stopping, clear
    speed, throttle, stopping, clear = 0.0, 0.0, False, 0.0
    rc.drive.stop()


def update():
    global throttle, stopping, clear
    measure_speed()
    wanted = rc.controller.get_trigger(Trigger.RIGHT) - rc.controller.get_trigger(Trigger.LEFT)
    angle, _ = rc.controller.get_joystick(Joystick.LEFT)
    free = rc.controller.is_down(Button.RB)
    if not free and must_stop(wanted):
        stopping, clear = True, 0.0
    elif stopping:
        clear += rc.get_delta_time()
        stopping = not free and clear < CLEAR_FOR
    if not stopping:
        throttle = rc_utils.clamp(wanted, -1, 1)
    elif abs(speed) > STANDING:
        throttle = -math.copysign(1, speed)
    else:
        throttle = 0.0
    rc.drive.set_speed_angle(throttle, rc_utils.clamp(angle, -1, 1))


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
