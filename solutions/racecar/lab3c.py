"""Lab 3C: park 20 cm before a wall and square to it, with the depth camera.

A row of the depth image at camera height is a line of points on the wall. The straight line that
fits them best tells how far away the wall is and how much we would have to turn to face it.

Turning takes room: a car that has to turn by an angle comes sin(angle) turning circles nearer to
the wall meanwhile. With that much room we drive ahead with the wheels towards square; without it
we back off, the wheels the other way, until we are square.

The throttle is no speed: it pulls the car towards a speed within some seconds. So we ask for a
speed that falls with the way still to go, and give throttle (or reverse throttle, which brakes)
for the difference to the speed we have. That one follows from the throttle we gave before.
"""

import math

import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# the depth camera: 80 x 60 cells, the outermost look along the edges of the picture
CELL = 8  # px of the image that one cell covers
ROWS = slice(200, 280)  # px, about camera height
HALF_WIDTH = math.tan(math.radians(27.4))
NEAR_PLANE = 8.0  # cm from the camera to the bumper, where depth begins to count
RIGHT = np.linspace(-HALF_WIDTH, HALF_WIDTH, 640 // CELL)  # of every column, for each cm ahead

GOAL = 19.5  # cm from the bumper; 20 with what the last bit of rolling leaves over
PARKED = 0.5, 1.0  # cm off, cm/s
SQUARE = 2.0  # degrees off that count as square
TURNING_CIRCLE = 71.0  # cm, its radius at full lock
BLEND = 0.1  # s over which measurements are averaged
APPROACH = 1.2  # cm/s of speed for each cm to go
FASTEST, BACK = 70.0, -60.0  # cm/s
TOP_SPEED, LAG = 105.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected
LOCK_AT = 12.0  # degrees off square at which the wheels are turned all the way

distance = None  # cm from the bumper to the wall, square to it
turn = 0.0  # degrees to the right that make us square
speed = 0.0  # cm/s
throttle = 0.0  # what we gave last
backing = False


def see_wall():
    """(cm from the middle of the bumper, degrees to turn to the right), None without a wall."""
    rows = rc.camera.get_depth_image()[ROWS, CELL // 2 :: CELL][CELL // 2 :: CELL]
    depth = np.median(rows, axis=0)
    seen = depth > 0
    if seen.sum() < seen.size / 4:
        return None
    x = depth[seen] / np.hypot(1, RIGHT[seen])  # depth is measured along the ray
    y = RIGHT[seen] * (x + NEAR_PLANE)
    # a line is all points with a x + b y = 1; (a, b) points square to it
    (a, b), *_ = np.linalg.lstsq(np.stack([x, y], axis=1), np.ones(x.size), rcond=None)
    return 1 / math.hypot(a, b), math.degrees(math.atan2(b, a))


def follow_wall(wall):
    """Brings distance and turn up to date."""
    global distance, turn
    if distance is None:
        distance, turn = wall
    dt = rc.get_delta_time()
    distance -= speed * math.cos(math.radians(turn)) * dt
    turn += math.degrees(float(rc.physics.get_angular_velocity()[1])) * dt
    blend = min(1, dt / BLEND)
    distance += (wall[0] - distance) * blend
    turn += (wall[1] - turn) * blend


def follow_speed():
    """Brings speed up to date: it follows the throttle with a lag."""
    global speed
    speed += (TOP_SPEED * throttle - speed) * min(1, rc.get_delta_time() / LAG)


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = RESPONSE * (wanted - speed)  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def must_back():
    """Whether there is too little room to get square on the way ahead."""
    if backing:
        return abs(turn) > SQUARE
    needs = TURNING_CIRCLE * math.sin(math.radians(min(90, abs(turn))))
    return abs(turn) > 2 * SQUARE and distance - GOAL < needs


def choose(wall):
    """Throttle and angle for what we see."""
    global backing
    if wall is None:  # too near, or looking along it: away
        return -0.6, 0.0
    follow_wall(wall)
    backing = must_back()
    off = distance - GOAL
    if not backing and abs(off) < PARKED[0] and abs(speed) < PARKED[1]:
        return 0.0, 0.0
    wanted = BACK if backing else rc_utils.clamp(APPROACH * off, BACK, FASTEST)
    angle = rc_utils.clamp(turn / LOCK_AT, -1, 1)
    # backwards the same wheels turn us the other way
    return throttle_for(wanted), -angle if speed < 0 else angle


def start():
    global distance, turn, speed, throttle, backing
    distance, turn, speed, throttle, backing = None, 0.0, 0.0, 0.0, False
    rc.drive.stop()


def update():
    global throttle
    follow_speed()
    throttle, angle = choose(see_wall())
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
