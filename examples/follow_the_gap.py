"""Follow the gap: steer where most room is, as fast as it allows. No learning, 64 cars at once.

    python examples/follow_the_gap.py
"""

import numpy as np

import paddock

BEAMS, BUBBLE, TOP_SPEED = 270, 0.3, 5.0  # metres kept clear to each side; m/s
envs = paddock.make_vec("race-v0", num_envs=64, beams=BEAMS)
angles = np.linspace(-0.75 * np.pi, 0.75 * np.pi, BEAMS)
ahead = np.abs(angles) < np.pi / 2
per_beam = angles[1] - angles[0]


def room_of(ranges):
    """How far a car as wide as the bubble gets in each direction: an obstacle closes its neighbours
    too, the more of them the nearer it is."""
    room = ranges.copy()
    closed = np.arctan2(BUBBLE, np.maximum(ranges, 0.05)) / per_beam
    for shift in range(1, 60):
        for side in (shift, -shift):
            shifted = np.roll(np.where(closed >= shift, ranges, np.inf), side, axis=1)
            if side > 0:
                shifted[:, :shift] = np.inf
            else:
                shifted[:, side:] = np.inf
            np.minimum(room, shifted, out=room)
    return room


def act(observations):
    room = room_of(observations[:, :BEAMS]) * np.where(ahead, 1 - 0.2 * np.abs(angles), 0)
    best = room.argmax(axis=1)
    speed = observations[:, BEAMS]
    wanted = np.clip(0.6 * room[np.arange(len(room)), best], 0.5, TOP_SPEED)
    # a carrot one metre away in that direction: curvature 2 sin(angle), wheelbase 0.33 m
    steer = np.arctan(0.33 * 2 * np.sin(angles[best])) / 0.4189
    return np.column_stack([steer, (wanted - speed) / 2]).clip(-1, 1)


observations, _ = envs.reset(seed=1)
metres, crashes = np.zeros(64), np.zeros(64, int)
for _step in range(3000):  # one minute
    observations, rewards, terminated, truncated, _ = envs.step(act(observations))
    metres += np.where(terminated, 0, rewards)
    crashes += terminated
print(f"64 cars, one minute: {metres.mean():.0f} m each, {crashes.sum()} crashes")
