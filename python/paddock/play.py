"""What environments share: the native batch, its buffers, its spaces and its checks."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

import paddock._paddock as _paddock

from .errors import ClosedEnvironmentError
from .optional import Box
from .page import announce, folders
from .sensors import SensorInfo, info_of
from .settings import Settings, is_whole
from .snapshot import Snapshot

PICTURE_SIZE = 480  # pixels


def observation_space(batch: _paddock.Batch) -> Any:
    """One agent's observation, float32: lidar ranges in metres, then `extras`.

    Ranges lie between 0 and the lidar's range, extras within limits that no vehicle reaches by
    driving; what is beyond is told as the limit.
    """
    limits = [(0.0, batch.lidar["range"])] * batch.beams + batch.extra_limits
    low, high = np.array(limits, np.float32).T
    return Box(low=low, high=high, dtype=np.float32)


def action_space(batch: _paddock.Batch) -> Any:
    """One agent's action, float32, each number from -1 to 1; beyond is clamped."""
    return Box(low=-1.0, high=1.0, shape=(batch.action_size,), dtype=np.float32)


class Play:
    """A batch with the buffers it writes into."""

    def __init__(self, task: str, worlds: int, settings: Settings, threads: int) -> None:
        if not is_whole(threads) or not 0 <= threads <= 256:
            raise ValueError(f"threads must be 0 (all cores) to 256, got {threads!r}")
        batch = settings.open(task, worlds, threads)
        self.task = task
        self.batch: _paddock.Batch | None = batch
        self.rows = worlds * batch.agents
        self.observations = np.zeros((self.rows, batch.observation_size), np.float32)
        self.rewards = np.zeros(self.rows, np.float32)
        self.terminated = np.zeros(worlds, np.uint8)
        self.truncated = np.zeros(worlds, np.uint8)
        self._action_shape = (self.rows, batch.action_size)
        self._page: _paddock.EnvironmentPage | None = None

    def open_page(self) -> str:
        """Shows world 0 on a page from now on; its address."""
        page = _paddock.EnvironmentPage.open(batch=self.open_batch(), **folders())
        self._page = page
        announce(f"This environment of {self.task} can be watched.", page.address)
        return page.address

    def show(self, actions: Any = ()) -> None:
        """Shows the step that these took, or without any that an episode begins, where there is a page."""
        if self._page is not None:
            self._page.show(self.open_batch(), np.ravel(actions).tolist())

    def open_batch(self) -> _paddock.Batch:
        """The batch, or ClosedEnvironmentError."""
        if self.batch is None:
            raise ClosedEnvironmentError(f"this {self.task} environment was closed")
        return self.batch

    def reset(self, seed: int) -> None:
        self.open_batch().reset(checked_seed(seed), self.observations)

    def step(self, actions: Any) -> None:
        batch = self.open_batch()
        actions = np.ascontiguousarray(actions, np.float32)
        if actions.shape != self._action_shape:
            raise ValueError(f"actions must have shape {self._action_shape}, got {actions.shape}")
        batch.step(actions, self.observations, self.rewards, self.terminated, self.truncated)

    def snapshot(self, over: bool = False) -> Snapshot:
        batch = self.open_batch()
        return Snapshot(self.task, batch.worlds, batch.snapshot(), over)

    def restore(self, snapshot: Snapshot) -> None:
        batch = self.open_batch()
        if snapshot.task != self.task or snapshot.worlds != batch.worlds:
            raise ValueError(
                f"the snapshot must be of {batch.worlds} worlds of {self.task}, got "
                f"{snapshot.worlds} of {snapshot.task}"
            )
        batch.restore(snapshot.data)
        batch.observe(self.observations)

    def sensors(self, world: int = 0, agent: int = 0) -> dict[str, SensorInfo]:
        names = self.open_batch().sensor_names(*self._place(world, agent))
        return {name: self.sensor_info(name, world, agent) for name in names}

    def sensor_info(self, sensor: str, world: int = 0, agent: int = 0) -> SensorInfo:
        place = self._place(world, agent)
        return info_of(self.open_batch().sensor_info(*place, checked_sensor(sensor)))

    def read_sensor(self, sensor: str, world: int = 0, agent: int = 0) -> np.ndarray:
        place = self._place(world, agent)
        return self.open_batch().read_sensor(*place, checked_sensor(sensor))

    def _place(self, world: int, agent: int) -> tuple[int, int]:
        """A vehicle by numbers that can be its own."""
        batch = self.open_batch()
        for what, number, count in (("world", world, batch.worlds), ("agent", agent, batch.agents)):
            if not is_whole(number) or not 0 <= number < count:
                raise ValueError(f"{what} must be 0 to {count - 1}, got {number!r}")
        return operator.index(world), operator.index(agent)

    def close(self) -> None:
        if self._page is not None:
            self._page.close()
        self.batch = self._page = None


def checked_seed(seed: Any) -> int:
    """A seed as Gymnasium takes it: a whole number from 0."""
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, got {seed!r}")
    return number


def checked_sensor(sensor: Any) -> str:
    """The words that ask for a sensor."""
    if not isinstance(sensor, str):
        raise ValueError(f'a sensor is named by words, such as "lidar@front", got {sensor!r}')
    return sensor


def checked_options(options: Any, known: tuple[str, ...] = ()) -> dict[str, Any]:
    """What reset() was given beside its seed."""
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options must be a dictionary, got {options!r}")
    for name in options or {}:
        if name not in known:
            raise ValueError(f"reset has no option {name!r}. Options: {', '.join(known) or 'none'}")
    return dict(options or {})


def checked_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    modes = metadata["render_modes"]
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode must be None or one of {', '.join(modes)}, got {mode!r}")
    return mode
