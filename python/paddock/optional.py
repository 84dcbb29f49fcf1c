"""Gymnasium when it is there; otherwise just enough of its shape to train with NumPy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode

    Env = gymnasium.Env
    VectorEnv = gymnasium.vector.VectorEnv
    SAME_STEP: Any = AutoresetMode.SAME_STEP
    HAVE_GYMNASIUM = True
except ImportError:
    HAVE_GYMNASIUM = False
    SAME_STEP = "SameStep"

    class Box:  # type: ignore[no-redef]
        """Numbers between `low` and `high`, both arrays of the space's shape."""

        def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = np.float32) -> None:
            if shape is None:
                shape = np.shape(low)
            self.shape = tuple(shape)
            self.dtype = np.dtype(dtype)
            self.low = np.broadcast_to(np.asarray(low, dtype), self.shape).copy()
            self.high = np.broadcast_to(np.asarray(high, dtype), self.shape).copy()
            self._random = np.random.default_rng()

        def seed(self, seed: int | None = None) -> None:
            """Makes `sample` repeatable."""
            self._random = np.random.default_rng(seed)

        def sample(self) -> np.ndarray:
            """A uniform draw; unbounded sides count as one unit away."""
            low = np.where(np.isfinite(self.low), self.low, np.minimum(self.high - 1, -1))
            high = np.where(np.isfinite(self.high), self.high, np.maximum(low + 1, 1))
            return self._random.uniform(low, high).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            """True when every number lies within the bounds."""
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))

    class _Seeded:
        """What Gymnasium's base classes do about seeds."""

        _random: np.random.Generator | None = None

        @property
        def unwrapped(self) -> Any:
            return self

        @property
        def np_random(self) -> np.random.Generator:
            if self._random is None:
                self._random = np.random.default_rng()
            return self._random

        def reset(self, *, seed: int | None = None, options: dict | None = None) -> Any:
            if seed is not None:
                self._random = np.random.default_rng(seed)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()  # type: ignore[attr-defined]

    class Env(_Seeded):  # type: ignore[no-redef]
        """Stands in for gymnasium.Env."""

    class VectorEnv(_Seeded):  # type: ignore[no-redef]
        """Stands in for gymnasium.vector.VectorEnv."""


def batched(box: Any, rows: int) -> Any:
    """The space of `rows` such boxes, one a row."""
    low = np.broadcast_to(box.low, (rows, *box.shape))
    high = np.broadcast_to(box.high, (rows, *box.shape))
    return Box(low=low, high=high, dtype=box.dtype)
