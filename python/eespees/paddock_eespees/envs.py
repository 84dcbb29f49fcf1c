"""The original's two tasks as Gymnasium environments, a fixed number of ticks for every step.

They drive over any Link: one given, or a simulator of their own that launch() starts.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ClosedEnvironmentError, ResetNeeded
except ImportError as error:
    raise ImportError("paddock_eespees.envs needs Gymnasium: pip install gymnasium") from error

from .driving import CELL, MAX_RANGE, Driver, Report, clipped, drive_move, wrapped
from .link import Link, Simulator, World
from .local import LocalSimulator
from .messages import Mode
from .rewards import CONTINUOUS_REWARDS, GridReward, Outcome

SEEDS = 65536  # worlds that reset() without a seed draws from, as many as the original's backend
FAR, LONG = 1000.0, 1e6  # bounds of places, speeds and angles, and of seconds and visits: never met
START_TRIES = 1000  # seeds in a row whose start would be their target


class RobotEnv(gymnasium.Env):
    """What both tasks share: the link, the worlds and their seeds.

    `reset(seed=n)` begins exactly the world of seed n, unless it starts on its target; then, as
    without a seed, worlds are drawn until one does not. info["seed"] says which it was.
    """

    metadata: dict[str, Any] = {"render_modes": []}
    world: World  # of the latest reset()
    _driver: Driver

    def __init__(
        self,
        link: Link | None,
        program: str | None,
        world_size: int,
        scale: float,
        num_obstacles: int,
    ) -> None:
        if link is not None and program is not None:
            raise ValueError("give a link or the program to launch, not both")
        self.render_mode = None
        self.world_size, self.scale, self.num_obstacles = world_size, scale, num_obstacles
        self._owns_link = link is None
        self.link: Link = link or (Simulator.launch(program=program) if program else LocalSimulator())
        self._started = self._over = self._closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins the world of `seed` (0 to 2^31 - 1), or a random one: (observation, info)."""
        self._check_open()
        if seed is not None and not 0 <= seed < 1 << 31:
            raise ValueError(f"seed must be 0 to {(1 << 31) - 1}, got {seed}")
        super().reset(seed=seed)
        for _ in range(START_TRIES):
            if seed is None:
                seed = int(self.np_random.integers(SEEDS))
            self.world = self._begin_world(seed)
            self._driver = Driver(self.world.sensors)
            if math.dist(self._driver.position, self.world.target) >= 0.05:
                break
            seed = None
        else:
            raise ValueError(f"every world of size {self.world_size} starts on its target")
        self._over = False
        report = self._driver.report()
        return self._begin_episode(report), self._info(report)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Returns (observation, reward, terminated, truncated, info)."""
        self._check_open()
        if self._over or not self._started:
            raise ResetNeeded("no episode is under way: call reset() before step()")
        action = self._checked(action)
        try:
            report, observation, outcome = self._act(action)
        except BaseException:
            self._started = False  # the world may be gone: the next reset() starts one
            raise
        reward, terminated, truncated = outcome
        self._over = terminated or truncated
        return observation, reward, terminated, truncated, self._info(report)

    def close(self) -> None:
        """Ends a simulator of our own; a link that was given stays open. Twice is fine."""
        if not self._closed and self._owns_link:
            self.link.close()
        self._closed = True

    def _begin_world(self, seed: int) -> World:
        if self._started:
            self._started = False
            world = self.link.reset_environment(seed)
        else:
            world = self.link.start_env(
                world_size=self.world_size,
                scale=self.scale,
                num_obstacles=self.num_obstacles,
                mode=Mode.LOCKSTEP,
                seed=seed,
            )
        self._started = True
        return world

    def _info(self, report: Report) -> dict[str, Any]:
        return {
            "seed": self.world.seed,
            "sim_time": report.sim_time,
            "distance": math.dist(report.position, self.world.target),
        }

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("this environment was closed; make a new one")

    def _begin_episode(self, report: Report) -> np.ndarray:
        """The first observation."""
        raise NotImplementedError

    def _checked(self, action: Any) -> Any:
        """What the action means. Raises ValueError."""
        raise NotImplementedError

    def _act(self, action: Any) -> tuple[Report, np.ndarray, Outcome]:
        """Drives, and says what came of it."""
        raise NotImplementedError


class ContinuousEnv(RobotEnv):
    """WbtGym: drive to the target without touching anything; the safety layer is on.

    Observations are float32 of shape (22,): sim_time s; GPS x, z; target x, z in m; speed as a
    share of full speed; heading in half turns clockwise from +z; steering rad; touching (-1
    tipped); denied; then 12 mean ranges in m, 30 degrees each, clockwise from +z.

    Actions are float32 of shape (2,) from -1 to 1: direction and speed (positive forward); or with
    `action="discrete"` 0 to 8, which change the present direction (a // 3) and speed (a % 3) by
    -`action_step`, 0 or +`action_step`.
    """

    def __init__(
        self,
        link: Link | None = None,
        *,
        program: str | None = None,
        world_size: int = 8,
        scale: float = 0.5,
        num_obstacles: int = 10,
        every_x: int = 5,
        direction: str = "steering",
        action: str = "continuous",
        action_step: float = 0.1,
        reward: str = "reach",
    ) -> None:
        """`every_x`: ticks of 32 ms a step. `direction`: "steering", in rad, or "heading".

        `reward`: "reach" (WbtReward) or "progress" (WbtRewardContinuousV1).
        """
        if every_x < 1:
            raise ValueError(f"every_x must be 1 or more ticks, got {every_x}")
        _check_choice("direction", direction, ("steering", "heading"))
        _check_choice("action", action, ("continuous", "discrete"))
        _check_choice("reward", reward, tuple(CONTINUOUS_REWARDS))
        super().__init__(link, program, world_size, scale, num_obstacles)
        self.every_x, self.direction, self.action_step = every_x, direction, action_step
        self._make_reward = CONTINUOUS_REWARDS[reward]
        low = np.array([0, *[-FAR] * 5, -1, -FAR, -1, *[0] * 13], np.float32)
        high = np.array([LONG, *[FAR] * 5, 1, FAR, 1, 1, *[MAX_RANGE] * 12], np.float32)
        self._bounds = low, high
        self.observation_space = spaces.Box(low, high)
        self.action_space = (
            spaces.Box(-1, 1, (2,), np.float32) if action == "continuous" else spaces.Discrete(9)
        )

    def _begin_episode(self, report: Report) -> np.ndarray:
        self._reward = self._make_reward(self.world.target, report)
        return self._observation(report)

    def _checked(self, action: Any) -> tuple[float, float]:
        if isinstance(self.action_space, spaces.Discrete):
            across, along = divmod(_checked_index(action, 9), 3)
            driver = self._driver
            now = driver.heading if self.direction == "heading" else driver.sensors.steer_angle
            direction = now + (across - 1) * self.action_step
            speed = driver.speed + (along - 1) * self.action_step
        else:
            action = np.asarray(action, np.float64)
            if action.shape != (2,) or not np.isfinite(action).all():
                raise ValueError(f"the action must be 2 finite numbers, got {action}")
            direction, speed = action.tolist()
        return (wrapped if self.direction == "heading" else clipped)(direction), clipped(speed)

    def _act(self, action: tuple[float, float]) -> tuple[Report, np.ndarray, Outcome]:
        driver = self._driver
        drive = driver.head if self.direction == "heading" else driver.steer
        for _ in range(self.every_x):
            command = drive(*action)
            driver.see(self.link.step(command.steer, command.speed))
        report = driver.report()
        return report, self._observation(report), self._reward(report)

    def _observation(self, report: Report) -> np.ndarray:
        row = np.empty(22, np.float32)
        row[:10] = (
            report.sim_time,
            *report.position,
            *self.world.target,
            report.speed,
            report.heading,
            report.steer_angle,
            report.touching,
            report.denied,
        )
        row[10:] = ranges_by_bearing(report).reshape(12, 30).mean(1)
        return np.clip(row, *self._bounds)


class GridEnv(RobotEnv):
    """WbtGymGrid: from cell to cell of 0.5 m to the target; the safety layer is off.

    Observations are float32 of shape (10,): own cell x, z and target cell x, z, from 1 on; free
    cells towards +z, +x, -z, -x; denied; how often this cell was seen. Actions are 0 to 3: +z, +x,
    -z, -x. A move into a cell that the lidar sees taken is denied at once, and one that does not
    end within `max_ticks` ticks of 32 ms is given up and denied.
    """

    def __init__(
        self,
        link: Link | None = None,
        *,
        program: str | None = None,
        world_size: int = 8,
        num_obstacles: int = 10,
        max_ticks: int = 400,
    ) -> None:
        if max_ticks < 1:
            raise ValueError(f"max_ticks must be 1 or more, got {max_ticks}")
        super().__init__(link, program, world_size, CELL, num_obstacles)
        self.max_ticks = max_ticks
        high = np.array([*[FAR] * 4, *[7] * 4, 1, LONG], np.float32)
        self._bounds = np.zeros(10, np.float32), high
        self.observation_space = spaces.Box(*self._bounds)
        self.action_space = spaces.Discrete(4)
        self._visits: Counter[tuple[float, float]] = Counter()

    def _begin_episode(self, report: Report) -> np.ndarray:
        self._reward = GridReward(self.world.target, self.world_size)
        self._visits.clear()
        return self._observation(report, denied=False)[0]

    def _checked(self, action: Any) -> int:
        return _checked_index(action, 4)

    def _act(self, action: int) -> tuple[Report, np.ndarray, Outcome]:
        done = self._free[action] >= 1 and drive_move(
            self.link, self._driver, action + 1, max_ticks=self.max_ticks
        )
        report = self._driver.report()
        observation, visits = self._observation(report, denied=not done)
        return report, observation, self._reward(report, visits)

    def _observation(self, report: Report, *, denied: bool) -> tuple[np.ndarray, int]:
        cell = tuple(_cell(report.position))
        self._visits[cell] += 1
        self._free = np.round((ranges_by_bearing(report)[[0, 270, 180, 90]] - 0.2) / CELL)
        numbers = (*cell, *_cell(self.world.target), *self._free, denied, self._visits[cell])
        row = np.clip(np.array(numbers, np.float32), *self._bounds)
        return row, self._visits[cell]


def ranges_by_bearing(report: Report) -> np.ndarray:
    """The lidar turned north: float32 of shape (360,), metres, degrees clockwise from +z.

    Give or take a degree, by the original's own rounding.
    """
    half_turns = report.heading if report.heading > 0 else report.heading + 2
    return np.roll(report.distance, 180 + int(180 * half_turns - 1))


def _cell(point: tuple[float, float]) -> np.ndarray:
    return np.round(0.5 + np.array(point) / CELL)


def _checked_index(action: Any, count: int) -> int:
    index = np.asarray(action)
    if index.shape != () or index.dtype.kind not in "iu" or not 0 <= index < count:
        raise ValueError(f"the action must be a whole number from 0 to {count - 1}, got {action}")
    return int(index)


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
