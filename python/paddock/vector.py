"""Many worlds as one Gymnasium VectorEnv: the native batch, without copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .optional import SAME_STEP, VectorEnv, batched
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
from .settings import Settings, is_whole
from .snapshot import Snapshot


class TaskVectorEnv(VectorEnv):
    """`num_envs` vehicles side by side, stepped together on all cores.

    Observations: float32 (num_envs, observation_size); rewards: float32 (num_envs,); terminated and
    truncated: bool (num_envs,). Returned arrays are views of buffers that the next step() or reset()
    writes over; with copy=True they are yours to keep. In a task of several vehicles the vehicles
    of one world are neighbouring rows and end together.

    A world that ended is reset in the same step: its row is then the first observation of the new
    episode, its reward and flags belong to the old one, and infos["final_obs"] holds the old one's
    last observation where infos["_final_obs"] is true.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array"],
        "render_fps": 50,
        "autoreset_mode": SAME_STEP,
    }

    def __init__(
        self,
        task: str,
        *,
        num_envs: int = 1,
        threads: int = 0,
        copy: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`threads` 0 means all cores; `settings` are the fields of paddock.Settings."""
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        agents = 2 if task == "duel" else 1
        if not is_whole(num_envs) or num_envs < 1 or num_envs % agents != 0:
            raise ValueError(
                f"num_envs must be a positive multiple of {agents} for {task}, got {num_envs!r}"
            )
        self._play = Play(task, num_envs // agents, Settings.of(settings), threads)
        batch = self._play.open_batch()
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "render_fps": round(1 / batch.step_seconds)}
        self.single_observation_space = observation_space(batch)
        self.single_action_space = action_space(batch)
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self.extras: list[str] = batch.extras
        self.actions: list[str] = batch.actions
        self.agents_per_world: int = batch.agents
        self._copy = copy
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins episodes in all worlds, or in those of options["reset_mask"] (bool, one a row).

        An int seeds the whole batch: row i draws from (seed, i). A sequence gives every world a
        seed of its own: it then plays as a single environment reset with that seed.
        """
        batch = self._play.open_batch()
        mask = checked_options(options, ("reset_mask",)).get("reset_mask")
        given: Any = seed  # NumPy's integers and arrays, too
        whole, seeds = None, None
        if seed is not None and np.ndim(given) == 0:
            whole = checked_seed(given)
        elif seed is not None:
            seeds = self._world_seeds(given)
        super().reset(seed=whole)
        if mask is not None:
            if seed is not None:
                raise ValueError("reset takes a seed or a reset_mask, not both")
            batch.reset_some(self._world_mask(mask), self._play.observations)
        elif seeds is not None:
            batch.reset_each(seeds, self._play.observations)
        elif whole is not None or not self._begun:
            self._play.reset(int(self.np_random.integers(1 << 62)) if whole is None else whole)
        else:
            batch.reset_some(np.ones(batch.worlds, np.uint8), self._play.observations)
        self._begun = True
        return self._out(self._play.observations), {}

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One step of every world. `actions`: (num_envs, action_size), from -1 to 1.

        A wrong shape or a number that is not finite is a ValueError, and nothing has moved.
        """
        play = self._play
        play.step(actions)
        over = play.terminated | play.truncated
        infos = self._final_rows(self._rows(over)) if over.any() else {}
        return (
            self._out(play.observations),
            self._out(play.rewards),
            self._rows(play.terminated),
            self._rows(play.truncated),
            infos,
        )

    def render(self) -> tuple[np.ndarray, ...] | None:
        """With render_mode "rgb_array" a picture of every world: uint8 (480, 480, 3) each."""
        batch = self._play.open_batch()
        if self.render_mode != "rgb_array":
            return None
        return tuple(batch.render(world, PICTURE_SIZE) for world in range(batch.worlds))

    def describe(self, row: int) -> dict[str, Any]:
        """Level, seed, step and draws of the episode of a row, and its vehicles (SI, radians)."""
        return self._play.open_batch().describe(row // self.agents_per_world)

    @property
    def sensors(self) -> dict[str, SensorInfo]:
        """The sensors that can be read by name: the level's own, then every kind of the catalogue."""
        return self._play.sensors()

    def sensor_info(self, sensor: str, *, world: int = 0, agent: int = 0) -> SensorInfo:
        """What such a sensor is: mount, figures, and the shape, channels and units of its arrays."""
        return self._play.sensor_info(sensor, world, agent)

    def read_sensor(self, sensor: str, *, world: int = 0, agent: int = 0) -> np.ndarray:
        """What a sensor of one vehicle tells now; arrays and words are those of TaskEnv.

        Row i is agent i % agents_per_world of world i // agents_per_world. What a sensor remembers
        begins anew when its world does.
        """
        return self._play.read_sensor(sensor, world, agent)

    def snapshot(self) -> Snapshot:
        """This moment of all worlds."""
        return self._play.snapshot()

    def restore(self, snapshot: Snapshot) -> np.ndarray:
        """Goes back to a moment of an environment made alike; returns its observations."""
        self._play.restore(snapshot)
        self._begun = True
        return self._out(self._play.observations)

    def close(self, **kwargs: Any) -> None:
        """Frees the worlds; every later call raises ClosedEnvironmentError. Closing twice is fine."""
        self._play.close()

    def __del__(self) -> None:
        """Nothing to do: memory goes with the object, whether __init__ finished or not."""

    # --- rows ---------------------------------------------------------------------------------

    def _out(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array

    def _rows(self, of_worlds: np.ndarray) -> np.ndarray:
        """Flags of worlds as flags of rows, always the caller's own."""
        return np.repeat(of_worlds.view(np.bool_), self.agents_per_world)

    def _final_rows(self, over: np.ndarray) -> dict[str, Any]:
        last = np.empty_like(self._play.observations)
        self._play.open_batch().final_observations(last)
        rows = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over):
            rows[row] = last[row].copy()
        return {"final_obs": rows, "_final_obs": over}

    def _world_mask(self, mask: Any) -> np.ndarray:
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(
                f"reset_mask must be bool of shape ({self.num_envs},), got {mask.dtype} of "
                f"{mask.shape}"
            )
        worlds = mask.reshape(-1, self.agents_per_world)
        if (worlds.any(axis=1) != worlds.all(axis=1)).any():
            raise ValueError("reset_mask must be the same for all vehicles of a world")
        return np.ascontiguousarray(worlds[:, 0]).view(np.uint8)

    def _world_seeds(self, seeds: Any) -> np.ndarray:
        worlds = self._play.open_batch().worlds
        if len(seeds) != worlds:
            raise ValueError(f"there must be one seed for each of {worlds} worlds, got {len(seeds)}")
        drawn = [
            int(self.np_random.integers(1 << 62)) if seed is None else checked_seed(seed)
            for seed in seeds
        ]
        return np.array(drawn, np.uint64)
