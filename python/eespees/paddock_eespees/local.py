"""The same robot and worlds in this process: no sockets, no second program, the same numbers.

This is the one part that needs Paddock's engine, the Python package `paddock`; it is looked for when
a LocalSimulator is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import EngineMissingError, LinkError, WorldRefusedError
from .link import World
from .messages import Mode, Sensors

if TYPE_CHECKING:
    import paddock._paddock as _paddock

TIME_STEP = 0.032  # seconds a tick


class LocalSimulator:
    """A Link without a network: equal seeds and commands give the Sensors that Simulator gives.

    solvable: a seed stands for the first world from it on whose target can be reached.
    true_ranges: distances as they are, not as the original's simulator renders them.
    noise: seeded, on lidar, GPS and compass.

    Raises EngineMissingError where the package `paddock` is not installed.
    """

    def __init__(
        self, *, solvable: bool = False, true_ranges: bool = False, noise: bool = False
    ) -> None:
        self._engine = find_engine()
        self._senses = {"solvable": solvable, "true_ranges": true_ranges, "noise": noise}
        self._size: dict[str, float] = {}
        self._world: _paddock.RobotWorld | None = None
        self.touched = False  # something solid, in the latest step

    def start_env(
        self,
        *,
        world_size: int = 8,
        scale: float = 0.5,
        num_obstacles: int = 10,
        mode: int = Mode.LOCKSTEP,
        seed: int = 0,
    ) -> World:
        """Makes a world of `world_size` cells a side, `scale` metres each. `mode` means nothing here.

        Raises WorldRefusedError, and the world before goes on.
        """
        size = {"cells": world_size, "scale": scale, "obstacles": num_obstacles}
        world = self._begin(size, seed)
        self._size = size
        return world

    def reset_environment(self, seed: int) -> World:
        """The same kind of world, of another seed."""
        if not self._size:
            raise LinkError("there is no world to reset; call start_env() first")
        return self._begin(self._size, seed)

    def step(self, steer: float, speed: float, ticks: int = 1) -> Sensors:
        """Holds a command (rad; rad/s, negative forward) for `ticks` ticks; the last sensors."""
        if self._world is None:
            raise LinkError("there is no world to step in; call start_env() first")
        self.touched = not self._world.step(steer, speed, ticks)
        return Sensors(*self._world.reading)

    def close(self) -> None:
        """Frees the world."""
        self._world = None

    def _begin(self, size: dict[str, float], seed: int) -> World:
        if not 0 <= seed < 1 << 32:
            raise ValueError(f"seed must be 0 to {(1 << 32) - 1}, got {seed}")
        try:
            world = self._engine.RobotWorld(seed=seed, **size, **self._senses)
        except ValueError as error:
            raise WorldRefusedError(str(error)) from None
        self._world = world
        return World(seed, world.target, TIME_STEP, self.step(0.0, 0.0))


def find_engine() -> Any:
    """The native half of the package `paddock`; raises EngineMissingError, which says how to get it."""
    try:
        import paddock._paddock
    except ImportError as error:
        raise EngineMissingError(
            f"LocalSimulator needs Paddock's engine, the Python package paddock ({error}). From the "
            "root of its tree: pip install ./python. Simulator works without it, over the network"
        ) from error
    return paddock._paddock
