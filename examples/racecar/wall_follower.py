"""Drives between walls with the lidar: for every direction it asks how far the car would come, and
takes the one with the most room.

    python examples/racecar/wall_follower.py -s
"""

import numpy as np

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

HALF_WIDTH = 19  # cm, of the car with a little air on each side
FAR = 300  # cm: what is further away does not count
LOCK = 35  # degrees off course at which the wheels are turned all the way
WAYS = np.radians(np.arange(-80, 81, 4))  # directions to choose from, clockwise

backing = None  # s that are left of driving backward


def room(scan):
    """How far the car can go in each of WAYS, cm."""
    near = np.where(scan > 0, scan, FAR).clip(max=FAR)  # "no data" (0.0): nothing is near
    bearing = np.radians(np.arange(scan.size) * 360 / scan.size)
    off = bearing[None, :] - WAYS[:, None]  # of every sample from every way
    along, aside = near * np.cos(off), near * np.sin(off)
    in_the_way = (np.abs(aside) < HALF_WIDTH) & (along > 0)
    return np.where(in_the_way, along, FAR).min(axis=1)


def start():
    rc.drive.stop()


def update():
    global backing
    free = room(rc.lidar.get_samples())
    best = int(np.argmax(free - 40 * np.abs(WAYS)))  # straight on, all else being equal
    angle = rc_utils.clamp(np.degrees(WAYS[best]) / LOCK, -1, 1)
    ahead = free[WAYS.size // 2]
    speed = rc_utils.remap_range(ahead, 30, 200, 0.35, 1, saturate=True)
    if backing is None and ahead < 30:
        backing = 1.0  # s: too close to turn, so back off with the wheels the other way
    if backing is not None:
        backing -= rc.get_delta_time()
        speed, angle = -0.6, -angle
        if backing < 0:
            backing = None
    rc.drive.set_speed_angle(float(speed), float(angle))


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
