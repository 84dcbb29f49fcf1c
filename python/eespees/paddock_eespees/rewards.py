"""Rewards of the original's environments. Each is made for one episode and called once a step.

A reward returns (reward, terminated, truncated): only the target terminates; everything else that
ends an episode of the original truncates it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from .driving import Report

Point = tuple[float, float]  # x, z in metres
Outcome = tuple[float, bool, bool]


class ReachReward:
    """WbtReward: 10000 within 5 cm of the target, else -1; 2500 steps."""

    def __init__(self, target: Point, begin: Report) -> None:
        self._target, self._steps = target, 0

    def __call__(self, report: Report) -> Outcome:
        self._steps += 1
        reached = math.dist(report.position, self._target) < 0.05
        return (10000.0 if reached else -1.0), reached, self._steps >= 2500 and not reached


class ProgressReward:
    """WbtRewardContinuousV1: pays for straight progress, and for arriving slowly; 500 steps."""

    def __init__(self, target: Point, begin: Report) -> None:
        self._target, self._position = target, begin.position
        self._initial = self._distance = math.dist(begin.position, target)
        self._steps, self._total = 0, 0.0

    def __call__(self, report: Report) -> Outcome:
        self._steps += 1
        distance = math.dist(report.position, self._target)
        moved = math.dist(report.position, self._position)
        progress = self._distance - distance
        self._position, self._distance = report.position, distance

        reached = distance < 0.1
        if reached:
            reward = 500 + 500 * (1 - abs(report.speed))
        else:
            reward = -1.0 - report.denied - 20 * (report.touching != 0)
            if moved > 0 and self._initial > 0:
                reward += 500 * abs(progress / self._initial) * (progress / moved)
        self._total += reward
        over = self._steps > 500 or not -1000 <= self._total <= 2000
        return float(reward), reached, over and not reached


class GridReward:
    """WbtRewardGrid: 10000 within 5 cm; distance, cells seen often and touching cost; 200 steps."""

    def __init__(self, target: Point, world_size: int) -> None:
        # the original divides metres by cells, and so do we
        self._target, self._longest = target, math.sqrt(2) * world_size
        self._steps, self._total = 0, 0.0

    def __call__(self, report: Report, visits: int) -> Outcome:
        self._steps += 1
        distance = math.dist(report.position, self._target)
        reached = distance < 0.05
        if reached:
            reward = 10000.0
        else:
            reward = -(1 - math.exp(-5 * distance / self._longest))
            if visits > 3:
                reward -= 0.2 * (visits - 2) ** 2
            if report.touching != 0:
                reward -= 500
        self._total += reward
        over = self._steps >= 200 or self._total < -1000
        return reward, reached, over and not reached


CONTINUOUS_REWARDS: dict[str, Callable[[Point, Report], Callable[[Report], Outcome]]] = {
    "reach": ReachReward,
    "progress": ProgressReward,
}
