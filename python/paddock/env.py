"""One world with one vehicle as a Gymnasium Env."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import EpisodeOverError
from .optional import Env
from .play import (
    PICTURE_SIZE,
    Play,
    action_space,
    checked_options,
    checked_render_mode,
    checked_seed,
    observation_space,
)
from .sensors import SensorInfo
from .settings import Settings
from .snapshot import Snapshot


class TaskEnv(Env):
    """A task for one vehicle.

    Observations are float32 arrays of shape (observation_size,): lidar ranges in metres, counter-
    clockwise from the right, then the numbers named by `extras`. Actions are float32 arrays of
    shape (action_size,) from -1 to 1; `actions` says what each means. All arrays returned are
    copies.

    With render_mode "human" the environment is shown on a page, at `page_address`, and steps take
    real time, or as long as people on the page want them to.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": 50}

    def __init__(
        self,
        task: str,
        *,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are the fields of paddock.Settings. Raises ValueError saying what is wrong."""
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self._play = Play(task, 1, Settings.of(settings), threads=1)
        batch = self._play.open_batch()
        if batch.agents != 1:
            raise ValueError(
                f'{task} has {batch.agents} vehicles a world: use paddock.parallel_env("{task}-v0"), '
                "or make_vec, where the vehicles of a world are neighbouring rows"
            )
        self.metadata = {**self.metadata, "render_fps": round(1 / batch.step_seconds)}
        self.observation_space = observation_space(batch)
        self.action_space = action_space(batch)
        self.extras: list[str] = batch.extras
        self.actions: list[str] = batch.actions
        self._begun = False  # some episode has begun
        self._over = True  # reset() must come before step()
        self._next_waits = False  # the native side has already begun the next episode
        if render_mode == "human":
            self.page_address = self._play.open_page()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode: that of `seed`, or the next one. Returns (observation, info)."""
        batch = self._play.open_batch()
        checked_options(options)
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << 62))
        if seed is not None:
            self._play.reset(seed)
        elif self._next_waits:
            batch.observe(self._play.observations)
        else:
            batch.reset_some(np.ones(1, np.uint8), self._play.observations)
        self._begun, self._over, self._next_waits = True, False, False
        self._play.show()
        return self._play.observations[0].copy(), {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """One step of `step_seconds`. Returns (observation, reward, terminated, truncated, info)."""
        batch = self._play.open_batch()
        if self._over:
            raise EpisodeOverError("no episode is under way: call reset() before step()")
        action = np.asarray(action, np.float32)
        if action.shape != self.action_space.shape:
            raise ValueError(
                f"the action must have shape {self.action_space.shape}, got {action.shape}"
            )
        self._play.step(action[None])
        terminated = bool(self._play.terminated[0])
        truncated = bool(self._play.truncated[0])
        if terminated or truncated:
            self._over = self._next_waits = True
            batch.final_observations(self._play.observations)
        else:
            self._play.show(action)
        observation = self._play.observations[0].copy()
        return observation, float(self._play.rewards[0]), terminated, truncated, {}

    def render(self) -> np.ndarray | None:
        """With render_mode "rgb_array" the world from above, north up: uint8 of shape (480, 480, 3).

        With "human" there is nothing to do: step() and reset() show themselves on the page.
        """
        batch = self._play.open_batch()
        return batch.render(0, PICTURE_SIZE) if self.render_mode == "rgb_array" else None

    def describe(self) -> dict[str, Any]:
        """Level, seed, step and draws of the episode, and every field of the vehicle (SI, radians)."""
        return self._play.open_batch().describe(0)

    @property
    def sensors(self) -> dict[str, SensorInfo]:
        """The sensors that can be read by name: the level's own, then every kind of the catalogue."""
        return self._play.sensors()

    def sensor_info(self, sensor: str) -> SensorInfo:
        """What such a sensor is: mount, figures, and the shape, channels and units of its arrays."""
        return self._play.sensor_info(sensor)

    def read_sensor(self, sensor: str) -> np.ndarray:
        """What a sensor tells now: read_sensor("lidar@front beams=720").

        Ranges are float32 (beams,), vectors float64 (channels,), points float32 (n, 6), pictures
        uint8 (height, width, 3) in colour, float32 (height, width) of depth and uint8 (height,
        width) of tags. A sensor that remembers something (odometry, an IMU) is switched on by the
        first call and by every reset, and samples once a step. Raises ValueError saying what is
        wrong with the words.
        """
        self._play.open_batch()
        if self._over:
            raise EpisodeOverError("no episode is under way: call reset() before read_sensor()")
        return self._play.read_sensor(sensor)

    def snapshot(self) -> Snapshot:
        """This moment; restore() comes back to it, bit for bit."""
        return self._play.snapshot(self._over)

    def restore(self, snapshot: Snapshot) -> np.ndarray:
        """Goes back to a moment of an environment made alike; returns its observation."""
        self._play.restore(snapshot)
        self._play.show()
        self._begun, self._over, self._next_waits = True, snapshot.over, snapshot.over
        return self._play.observations[0].copy()

    def close(self) -> None:
        """Frees the world; every later call raises ClosedEnvironmentError. Closing twice is fine."""
        self._play.close()
