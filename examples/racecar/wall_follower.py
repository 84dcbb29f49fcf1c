"""Follows the wall on the right with the lidar, at a distance, and slows down for what is ahead.

    python examples/racecar/wall_follower.py -s
"""

import math

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

WANTED = 60  # cm from the wall
AHEAD = 50  # cm: we steer for where we shall be so much later
SIDE, SLANT = 90, 45  # degrees clockwise from straight ahead: two looks at the same wall
FAR = 300  # cm: what is further away does not count as a wall
GAIN = 0.02  # steering for each cm off


def look(scan, degrees):
    """Distance in a direction, cm; "no data" (0.0) means that nothing is near."""
    distance = rc_utils.get_lidar_average_distance(scan, degrees, 4)
    return min(distance, FAR) if distance > 0 else FAR


def distance_soon(scan):
    """Distance from the wall after AHEAD cm of driving straight on."""
    side, slant = look(scan, SIDE), look(scan, SLANT)
    # the two points make a line; its angle to the car says whether we drift off or close in
    turn = math.radians(SIDE - SLANT)
    away = math.atan2(slant * math.cos(turn) - side, slant * math.sin(turn))
    return side * math.cos(away) + AHEAD * math.sin(away)


def start():
    rc.drive.stop()


def update():
    scan = rc.lidar.get_samples()
    error = distance_soon(scan) - WANTED  # positive: too far from the wall, steer right
    angle = rc_utils.clamp(GAIN * error, -1, 1)
    _, nearest = rc_utils.get_lidar_closest_point(scan, (-20, 20))
    if 0 < nearest < 80:
        angle = -1  # a corner: away from our wall
    room = nearest if nearest > 0 else FAR
    speed = rc_utils.remap_range(room, 40, 200, 0.3, 1, saturate=True)
    rc.drive.set_speed_angle(speed, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
