"""A saved moment of an environment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Snapshot:
    """Everything that evolves. Plain bytes: compare, keep, pickle. Only an environment of the same
    task, size and settings takes it back. What sensors remember comes with it."""

    task: str
    worlds: int
    data: bytes
    over: bool = False  # the episode had ended and reset() was still to come
