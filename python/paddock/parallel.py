"""Several vehicles in one world as a PettingZoo ParallelEnv."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import EpisodeOverError
from .play import (
    PICTURE_SIZE,
    Play,
    action_space,
    checked_render_mode,
    observation_space,
)
from .sensors import SensorInfo
from .settings import Settings
from .snapshot import Snapshot

try:
    from pettingzoo import ParallelEnv
except ImportError:

    class ParallelEnv:  # type: ignore[no-redef]
        """Stands in for pettingzoo.ParallelEnv."""


class TaskParallelEnv(ParallelEnv):
    """Vehicles car_0, car_1, … that see and hit each other; all end together.

    Observations, actions and settings are those of TaskEnv, one for each vehicle.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": 50}

    def __init__(self, task: str, *, render_mode: str | None = None, **settings: Any) -> None:
        """`settings` are the fields of paddock.Settings. Raises ValueError saying what is wrong."""
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self._play = Play(task, 1, Settings.of(settings), threads=1)
        batch = self._play.open_batch()
        self.metadata = {
            **self.metadata,
            "name": f"paddock_{task}_v0",
            "is_parallelizable": True,
            "render_fps": round(1 / batch.step_seconds),
        }
        self.possible_agents = [f"car_{i}" for i in range(batch.agents)]
        self.agents: list[str] = []
        self.observation_spaces = {a: observation_space(batch) for a in self.possible_agents}
        self.action_spaces = {a: action_space(batch) for a in self.possible_agents}
        self.extras: list[str] = batch.extras
        self._begun = self._next_waits = False
        if render_mode == "human":
            self.page_address = self._play.open_page()

    def observation_space(self, agent: str) -> Any:
        """float32 (observation_size,): ranges in metres, then `extras`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """float32 (action_size,) from -1 to 1."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, dict]]:
        """Begins an episode: that of `seed`, or the next one. Returns (observations, infos)."""
        batch = self._play.open_batch()
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(1 << 62))
        if seed is not None:
            self._play.reset(seed)
        elif self._next_waits:
            batch.observe(self._play.observations)
        else:
            batch.reset_some(np.ones(1, np.uint8), self._play.observations)
        self._begun, self._next_waits = True, False
        self.agents = list(self.possible_agents)
        self._play.show()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """One step. `actions` holds one for each live agent.

        Returns (observations, rewards, terminations, truncations, infos), dicts by agent.
        """
        batch = self._play.open_batch()
        if not self.agents:
            raise EpisodeOverError("no episode is under way: call reset() before step()")
        if set(actions) != set(self.agents):
            raise ValueError(f"actions must be for {self.agents}, got {sorted(actions)}")
        rows = []
        for agent in self.agents:
            row = np.asarray(actions[agent], np.float32)
            if row.shape != self.action_spaces[agent].shape:
                raise ValueError(
                    f"the action of {agent} must have shape {self.action_spaces[agent].shape}, got "
                    f"{row.shape}"
                )
            rows.append(row)
        self._play.step(np.stack(rows))
        terminated, truncated = bool(self._play.terminated[0]), bool(self._play.truncated[0])
        over = terminated or truncated
        if over:
            batch.final_observations(self._play.observations)
        else:
            self._play.show(rows)
        live = self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in live}
        out = (
            self._observations(),
            {agent: float(self._play.rewards[i]) for i, agent in enumerate(live)},
            dict.fromkeys(live, terminated),
            dict.fromkeys(live, truncated),
            infos,
        )
        if over:
            self.agents, self._next_waits = [], True
        return out

    def render(self) -> np.ndarray | None:
        """With render_mode "rgb_array" the world from above: uint8 (480, 480, 3).

        With "human" there is nothing to do: step() and reset() show themselves on the page.
        """
        batch = self._play.open_batch()
        return batch.render(0, PICTURE_SIZE) if self.render_mode == "rgb_array" else None

    def state(self) -> np.ndarray:
        """All observations, one after the other."""
        self._play.open_batch()
        return self._play.observations.ravel().copy()

    @property
    def sensors(self) -> dict[str, SensorInfo]:
        """The sensors that can be read by name: the level's own, then every kind of the catalogue."""
        return self._play.sensors()

    def sensor_info(self, sensor: str, *, agent: str = "car_0") -> SensorInfo:
        """What such a sensor is: mount, figures, and the shape, channels and units of its arrays."""
        return self._play.sensor_info(sensor, 0, self._number(agent))

    def read_sensor(self, sensor: str, *, agent: str = "car_0") -> np.ndarray:
        """What a sensor of one vehicle tells now; arrays and words are those of TaskEnv."""
        self._play.open_batch()
        if not self.agents:
            raise EpisodeOverError("no episode is under way: call reset() before read_sensor()")
        return self._play.read_sensor(sensor, 0, self._number(agent))

    def _number(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"agent must be one of {self.possible_agents}, got {agent!r}")
        return self.possible_agents.index(agent)

    def snapshot(self) -> Snapshot:
        """This moment; restore() comes back to it, bit for bit."""
        return self._play.snapshot(not self.agents)

    def restore(self, snapshot: Snapshot) -> dict[str, np.ndarray]:
        """Goes back to a moment of an environment made alike; returns its observations."""
        self._play.restore(snapshot)
        self._play.show()
        self._begun, self._next_waits = True, snapshot.over
        self.agents = [] if snapshot.over else list(self.possible_agents)
        return self._observations()

    def close(self) -> None:
        """Frees the world; every later call raises ClosedEnvironmentError. Closing twice is fine."""
        self._play.close()

    def _observations(self) -> dict[str, np.ndarray]:
        rows = self._play.observations
        return {agent: rows[i].copy() for i, agent in enumerate(self.possible_agents)}
