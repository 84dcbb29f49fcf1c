"""Lab 3A: you drive, the program stops the car before it hits something, with the depth camera.

Every cell of the depth image is a point in space: how far ahead of the bumper, how far to the side,
how high above the road. What counts is what stands in the car's way: points between the car's two
sides that are too high to drive over. Three things look alike and are not:

- a gap: its walls are near, but beside the way;
- a ramp: it rises, but points above each other lie further and further away. Those of an obstacle
  lie at the same distance;
- a cliff: there is nothing in the way, only no road either.

Stopping takes room. The car brakes with reverse throttle; from speed v that takes the way that
`braking_way` works out, so it must begin that much before the obstacle. The car has no speedometer,
but we know what throttle we gave, and how the car follows it.

RB overrides the safety stop.
"""

import math

import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()
Button, Trigger, Joystick = rc.controller.Button, rc.controller.Trigger, rc.controller.Joystick

# the depth camera: 80 x 60 cells, the outermost look along the edges of the picture
CELL = 8  # px of the image that one cell covers
HALF_WIDTH, HALF_HEIGHT = math.tan(math.radians(27.4)), math.tan(math.radians(21.25))
NEAR_PLANE = 8.0  # cm from the camera to the bumper, where depth begins to count
CAMERA_UP = 14.5  # cm above the road

# the car
WAY_HALF_WIDTH = 17.0  # cm: half the car and a little air
TOP_SPEED, LAG = 105.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
STANDING = 3.0  # cm/s; slower counts as standing

# what is in the way
MARGIN = 20.0  # cm that stay free
LOOK = 120.0  # cm; what is further away does not matter yet
LOW, HIGH = 4.0, 20.0  # cm above the road: lower is driven over, higher driven under
BASE = 7  # rows between two cells that are compared: near ones differ by noise alone
STEEP = 1.0  # cm of rise for each cm of way: steeper is no ramp
CLEAR_FOR = 0.5  # s without an obstacle, then a stop is over
MIN_CELLS = 4  # fewer are noise
DEEP = 15.0  # cm below the road: a cliff
LEVEL = math.radians(5)  # of pitch; only a level car can judge the road
GRAVITY = 9.81  # m/s²

speed = 0.0  # cm/s
throttle = 0.0  # what we gave last
stopping = False
clear = 0.0  # s since the way has been clear, while stopping


def make_rays():
    """How far every cell looks to the right and up for each cm it looks ahead."""
    right = np.linspace(-HALF_WIDTH, HALF_WIDTH, 640 // CELL)
    up = np.linspace(HALF_HEIGHT, -HALF_HEIGHT, 480 // CELL)
    return np.meshgrid(right, up)


RIGHT, UP = make_rays()
SLANT = np.sqrt(1 + RIGHT**2 + UP**2)
# where a level road meets each ray, cm ahead of the bumper
ROAD = np.where(UP < 0, CAMERA_UP / np.maximum(-UP, 1e-9) - NEAR_PLANE, np.inf)


def see_points():
    """(ahead of the bumper, to the right, above the road) in cm of every cell; NaN without data."""
    depth = rc.camera.get_depth_image()[CELL // 2 :: CELL, CELL // 2 :: CELL]
    ahead = np.where(depth > 0, depth, np.nan) / SLANT
    from_camera = ahead + NEAR_PLANE
    return ahead, RIGHT * from_camera, CAMERA_UP + UP * from_camera


def nearest(distances):
    """The nearest of some distances in cm, without a few that may be noise."""
    return np.sort(distances)[MIN_CELLS] if distances.size > MIN_CELLS else math.inf


def find_obstacle(ahead, right, height):
    """cm to the nearest thing that stands in the way, infinity without one."""
    upper, lower = slice(None, -BASE), slice(BASE, None)
    rise, way = height[upper] - height[lower], ahead[upper] - ahead[lower]
    ahead, right, height = ahead[lower], right[lower], height[lower]
    in_the_way = (np.abs(right) < WAY_HALF_WIDTH) & (height > LOW) & (height < HIGH)
    # comparisons with NaN, where there is no data, are false
    return nearest(ahead[in_the_way & (ahead < LOOK) & (rise > STEEP * way)])


def find_cliff(ahead, height):
    """cm to where the road ends, infinity while it goes on."""
    way = (np.abs(RIGHT * (ROAD + NEAR_PLANE)) < WAY_HALF_WIDTH / 2) & (ROAD < LOOK / 2)
    gone = np.isnan(ahead) | (height < -DEEP)
    edge = nearest(ROAD[way & gone])
    # nearer than the lowest ray there is no telling: the edge may be right before the wheels
    return edge if edge > ROAD.min() + 1 else 0.0


def is_level():
    """Whether the car stands level: on a slope a part of gravity points ahead or back."""
    own = (TOP_SPEED * throttle - speed) / LAG / 100  # m/s², of the throttle
    felt = float(rc.physics.get_linear_acceleration()[2])
    return abs(felt - own) < GRAVITY * math.sin(LEVEL)


def measure_speed():
    """Brings speed up to date: it follows the throttle with a lag."""
    global speed
    dt = rc.get_delta_time()
    speed += (TOP_SPEED * throttle - speed) * min(1, dt / LAG)


def braking_way():
    """cm that the car still rolls at full reverse throttle; speed then falls towards -TOP_SPEED."""
    v = max(0.0, speed)
    return LAG * (v - TOP_SPEED * math.log(1 + v / TOP_SPEED))


def must_stop():
    ahead, right, height = see_points()
    room = find_obstacle(ahead, right, height)
    if is_level():
        room = min(room, find_cliff(ahead, height))
    return room < MARGIN + braking_way()


def start():
    global speed, throttle, stopping, clear
    speed, throttle, stopping, clear = 0.0, 0.0, False, 0.0
    rc.drive.stop()


def update():
    global throttle, stopping, clear
    measure_speed()
    wanted = rc.controller.get_trigger(Trigger.RIGHT) - rc.controller.get_trigger(Trigger.LEFT)
    angle, _ = rc.controller.get_joystick(Joystick.LEFT)
    free = wanted <= 0 or rc.controller.is_down(Button.RB)
    if not free and must_stop():
        stopping, clear = True, 0.0
    elif stopping:
        clear += rc.get_delta_time()
        stopping = not free and clear < CLEAR_FOR
    if not stopping:
        throttle = rc_utils.clamp(wanted, -1, 1)
    else:
        throttle = -1.0 if speed > STANDING else 0.0
    rc.drive.set_speed_angle(throttle, rc_utils.clamp(angle, -1, 1))


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
