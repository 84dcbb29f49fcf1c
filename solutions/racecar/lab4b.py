"""Lab 4B: drive between walls with the lidar, as fast as they allow.

Before the start the program draws a fan of paths that the car can drive: three bends one after the
other, each with the wheels at one of a few angles, and then straight on. Each update asks for every
path how far the car could follow it before its body meets something, and how much room it would
have at its sides. The car sets its wheels for the first bend of the best path, and an update later
it chooses anew.

"How far from the next obstacle" is needed for many places, so it is worked out once for all of
them: the points that the lidar saw are drawn on a map, and a distance transform gives every cell of
the map its distance to the nearest of them. The car is three circles, one behind the other.

The lidar needs 0.17 s for a turn, and at speed the car has moved on by then. So we keep the points
of the last turn in the car's own frame: each update moves them by what the car has driven and
turned (speed follows from the throttle, the gyroscope gives the turn), and replaces those that the
lidar has measured anew.
"""

import itertools
import math

import cv2
import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# the car, in cm; paths are those of the middle of its rear axle
WHEELBASE = 22.5
FULL_LOCK = math.radians(20)
LIDAR_AHEAD = 11.25  # of the rear axle
CIRCLES = 4.0, 11.0, 18.0  # cm ahead of the rear axle: middles of circles that cover the car
RADIUS = 16.5  # cm, of each circle, a little air included
MAX_SPEED = 0.4  # of the throttle
TOP_SPEED, LAG = 168.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
SCRUB = 0.2  # part of the speed that the front wheels take away at full lock
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected

# the fan of paths
ANGLES = -1, -0.6, -0.25, 0, 0.25, 0.6, 1  # of the wheels
BEND, STRAIGHT, STEP = 36.0, 84.0, 6.0  # cm: a bend, the straight after the bends, between places
# the map: its first row is the furthest ahead
CELL = 2.5  # cm
AHEAD, BEHIND, ASIDE = 220.0, 30.0, 220.0  # cm that it covers
ROWS, COLUMNS = round((AHEAD + BEHIND) / CELL), round(2 * ASIDE / CELL)

# what makes a path good
WIDE = 30.0  # cm of room at the sides; more is no better
ROOM_COUNTS = 2.0  # cm of way that each cm of room is worth
CHANGE_COSTS = 8.0  # cm of way that a change from one lock to the other must gain

# how fast
MARGIN, BRAKING = 20.0, 110.0  # cm to stop before what is in the way; cm/s² that we count on
FASTEST, FASTEST_IN_BENDS, SLOWEST = 150.0, 95.0, 25.0  # cm/s
STUCK = 12.0  # cm of way that are too little to go on
BACK_FOR = 0.8  # s

BEARING = np.radians(np.arange(720) / 2)  # of every sample, clockwise from straight ahead

scan = np.zeros(720)  # cm, of the update before
ahead, right = np.full(720, AHEAD), np.zeros(720)  # cm from the rear axle: the points we know of
speed = throttle = angle = 0.0  # cm/s; what we gave last
backing = 0.0  # s that are left of driving backward


def cell_of(x, y):
    """Number of the map's cell, row by row, at x cm ahead of the rear axle, y cm to its right."""
    return ((AHEAD - x) / CELL).astype(int) * COLUMNS + ((y + ASIDE) / CELL).astype(int)


def bend_of(angle, speed):
    """Curvature of the car's path in 1/cm, with the wheels at `angle` and at `speed` cm/s.

    One wheel in the middle would give tan / WHEELBASE. Our two front wheels steer in parallel, so
    the outer one is turned too far in and pulls against the bend, and tyres give way the more the
    faster we are: the car drives wider circles, by a sixth at full lock."""
    tan = math.tan(FULL_LOCK * angle)
    wider = 1.015 + 0.40 * tan**2 + speed / 100 * (0.043 + 0.42 * tan**2)
    return tan / wider / WHEELBASE


def draw_path(angles):
    """The rear axle's places and headings (x, y, heading to the right) with these bends."""
    x = y = heading = 0.0
    places = []
    bends = [angle for angle in angles for _ in range(round(BEND / STEP))]
    for angle in bends + [0.0] * round(STRAIGHT / STEP):
        heading += STEP * bend_of(angle, FASTEST_IN_BENDS)
        x, y = x + STEP * math.cos(heading), y + STEP * math.sin(heading)
        places.append((x, y, heading))
    return places


FAN = list(itertools.product(ANGLES, repeat=3))
X, Y, HEADING = np.array([draw_path(angles) for angles in FAN]).transpose(2, 0, 1)
CELLS = np.stack(  # of the map: (circle, path, place)
    [cell_of(X + at * np.cos(HEADING), Y + at * np.sin(HEADING)) for at in CIRCLES]
)
FIRST_ANGLE = np.array([angles[0] for angles in FAN])
SHARPEST = np.abs(np.array(FAN))[:, :2].max(axis=1)


def move_points(way, turn):
    """The car drove `way` cm and turned `turn` rad to the left: the points move the other way."""
    global ahead, right
    x, y = ahead - way, right
    ahead = x * math.cos(turn) - y * math.sin(turn)
    right = x * math.sin(turn) + y * math.cos(turn)


def add_points(new_scan):
    """Takes over what the lidar has measured since the last update."""
    global scan
    changed = new_scan != scan
    reach = np.where(new_scan > 0, new_scan, 1000)  # 0.0: nothing there
    ahead[changed] = (LIDAR_AHEAD + reach * np.cos(BEARING))[changed]
    right[changed] = (reach * np.sin(BEARING))[changed]
    scan = new_scan.copy()


def draw_map():
    """cm from every cell to the nearest point."""
    free = np.ones(ROWS * COLUMNS, np.uint8)
    near = (ahead < AHEAD) & (ahead > CELL - BEHIND) & (np.abs(right) < ASIDE)
    free[cell_of(ahead[near], right[near])] = 0
    return CELL * cv2.distanceTransform(free.reshape(ROWS, COLUMNS), cv2.DIST_L2, 3).ravel()


def choose_path():
    """(number of the best path in the fan, cm that it can be followed)."""
    room = draw_map().take(CELLS).min(axis=0) - RADIUS  # (path, place)
    blocked = room < 0
    places = np.where(blocked.any(axis=1), blocked.argmax(axis=1), blocked.shape[1])
    open_room = np.where(np.cumsum(blocked, axis=1) == 0, room.clip(max=WIDE), 0)
    way = STEP * places
    score = way + ROOM_COUNTS * open_room.mean(axis=1)
    score -= CHANGE_COSTS / 2 * np.abs(FIRST_ANGLE - angle)
    best = int(np.argmax(score))
    return best, float(way[best])


def choose_speed(way, sharpest):
    """cm/s from which we can stop within the way; slower in bends."""
    brakes = math.sqrt(2 * BRAKING * max(0.0, way - MARGIN))
    bends = FASTEST + (FASTEST_IN_BENDS - FASTEST) * sharpest
    return max(SLOWEST, min(brakes, bends))


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = RESPONSE * (wanted - speed)  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def start():
    global scan, ahead, right, speed, throttle, angle, backing
    scan, ahead, right = np.zeros(720), np.full(720, AHEAD), np.zeros(720)
    speed = throttle = angle = backing = 0.0
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()


def update():
    global speed, throttle, angle, backing
    dt = rc.get_delta_time()
    speed += (TOP_SPEED * throttle * (1 - SCRUB * angle**2) - speed) * min(1, dt / LAG)
    move_points(speed * dt, float(rc.physics.get_angular_velocity()[1]) * dt)
    add_points(rc.lidar.get_samples())

    path, way = choose_path()
    angle, wanted = float(FIRST_ANGLE[path]), choose_speed(way, SHARPEST[path])
    if way < STUCK and speed < 2 * SLOWEST:
        backing = BACK_FOR
    if backing > 0:  # too near to get round: back off with the wheels the other way
        backing -= dt
        wanted, angle = -2 * SLOWEST, -angle
    throttle = throttle_for(wanted)
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
