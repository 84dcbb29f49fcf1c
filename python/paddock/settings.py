"""What a user may change of a task, checked where it is native."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import paddock._paddock as _paddock

LEVELS = Path(__file__).parent / "levels"


@dataclass(frozen=True)
class Settings:
    """How a task is played. Ranges are (low, high), drawn anew for every episode.

    levels: names ("grand_prix") or files of levels to play in; empty: the task's own.
    variants: seeds of each level to play in; 0: the task's own number.
    level_seed: of the first variant; the others count on from it. Keep train and test apart by it.
    variables: of the levels, by name: {"cells": 10, "blocks": 16}.
    beams: of the lidar; 0: the task's own.
    max_steps: an episode is truncated after so many; 0: the task's own.
    ticks_per_step: of the level's clock; 0: the task's own.
    noise: whether the lidar has noise (deviation 1 cm).
    true_ranges: blocks: distances as they are, not as the original's simulator renders them.
    end_on_touch: blocks: an episode ends with the first touch.
    friction, mass, noise_scale: factors.
    delay: whole steps between an action and its effect.
    """

    levels: Sequence[str] = ()
    variants: int = 0
    level_seed: int = 1
    variables: Mapping[str, float] = field(default_factory=dict)
    beams: int = 0
    max_steps: int = 0
    ticks_per_step: int = 0
    noise: bool = True
    true_ranges: bool = False
    end_on_touch: bool = False
    friction: tuple[float, float] = (1.0, 1.0)
    mass: tuple[float, float] = (1.0, 1.0)
    noise_scale: tuple[float, float] = (1.0, 1.0)
    delay: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Settings:
        """Settings by name. Raises ValueError for a name that is none."""
        names = [one.name for one in fields(cls)]
        for name in given:
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                hint = f", did you mean {near[0]}?" if near else "."
                raise ValueError(f"there is no setting {name}{hint} Settings: {', '.join(names)}")
        return cls(**given)

    def open(self, task: str, worlds: int, threads: int) -> _paddock.Batch:
        """Makes the worlds. Raises ValueError saying what is wrong."""
        if isinstance(self.levels, (str, Path)):
            raise ValueError(f"levels must be a list of names, got {self.levels!r}")
        if not isinstance(self.variables, Mapping):
            raise ValueError(f"variables must be a dictionary of numbers, got {self.variables!r}")
        if not is_whole(worlds) or not 1 <= worlds <= 1 << 20:
            raise ValueError(f"worlds must be 1 to {1 << 20}, got {worlds!r}")
        try:
            return _paddock.Batch.open(
                task=task,
                worlds=worlds,
                seed=0,
                first_world=0,
                threads=threads,
                levels=[level_file(level) for level in self.levels],
                variants=self.variants,
                level_seed=self.level_seed,
                variables=dict(self.variables),
                beams=self.beams,
                max_steps=self.max_steps,
                ticks_per_step=self.ticks_per_step,
                noise=self.noise,
                true_ranges=self.true_ranges,
                end_on_touch=self.end_on_touch,
                friction=tuple(self.friction),
                mass=tuple(self.mass),
                noise_scale=tuple(self.noise_scale),
                delay=tuple(self.delay),
            )
        except TypeError:
            raise ValueError(
                "settings must be whole numbers within 64 bits, pairs of numbers for ranges, and "
                f"names for levels, got {self}"
            ) from None


def is_whole(number: Any) -> bool:
    """True for Python's and NumPy's whole numbers."""
    return hasattr(number, "__index__") and not isinstance(number, bool)


def level_file(level: str | Path) -> str:
    """The file of a level that comes with the package, or of a path as it is."""
    level = str(level)
    if level.endswith(".toml"):
        return level
    found = sorted(LEVELS.glob(f"*/{level}.toml"))
    if not found:
        names = ", ".join(sorted(file.stem for file in LEVELS.glob("*/*.toml")))
        raise ValueError(f'there is no level "{level}". Levels: {names}')
    return str(found[0])
