"""A saved moment of an environment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Snapshot:
    """Everything that evolves. Plain bytes: compare, keep, pickle. Only an environment of the same
    task, size and settings takes it back; the bytes are of this kind of machine."""

    task: str
    worlds: int
    data: bytes
    over: bool = False  # the episode had ended and reset() was still to come
