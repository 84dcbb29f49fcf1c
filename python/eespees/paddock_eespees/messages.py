"""The packets of the EES-PEES protocol, bytes to values and back.

Little-endian, no padding, one packet a write. Positions are world metres (x, height y, z), angles
radians. Names and units of every field: docs/protocols/ees-pees.md.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

RAYS = 360

_INIT = struct.Struct("<iddd")
_SENSORS = struct.Struct("<9d")  # then the ranges
_DRIVE = struct.Struct("<dd")
_WORLD = struct.Struct("<iiiiif")
_REPLY = struct.Struct("<iiff")


class Function(IntEnum):
    """What a WorldCommand asks for."""

    START = 1
    RESET = 2
    CLOSE = 3


class Mode(IntEnum):
    """How simulated time runs. LOCKSTEP is Paddock's own."""

    NORMAL = 0  # real time
    RUN = 1  # fast
    FAST = 2  # fast, without rendering
    LOCKSTEP = 3  # a tick for every command, no pacing; the robot's connection outlives RESET


class Move(IntEnum):
    """A grid move by one cell of 0.5 m."""

    UP = 1  # +z
    LEFT = 2  # +x
    DOWN = 3  # -z
    RIGHT = 4  # -x


@dataclass(frozen=True)
class Init:
    """Simulator to controller, once a connection."""

    time_step_ms: int = 32
    max_speed: float = 22.0  # rad/s of the drive motor
    lidar_min_range: float = 0.04
    lidar_max_range: float = 3.5

    SIZE = _INIT.size

    def pack(self) -> bytes:
        """28 bytes."""
        return _pack(
            _INIT, self.time_step_ms, self.max_speed, self.lidar_min_range, self.lidar_max_range
        )

    @classmethod
    def unpack(cls, packet: bytes) -> Init:
        """Raises ValueError when `packet` has another size."""
        return cls(*_INIT.unpack(_sized(packet, cls.SIZE, "an init packet")))


@dataclass(frozen=True, eq=False)
class Sensors:
    """Simulator to controller, once a tick. Equal when every byte is."""

    sim_time: float = 0.0  # seconds since the world began
    speed: float = 0.0  # m/s of the GPS point, never negative
    steer_angle: float = 0.0  # rad, measured at the pivot
    gps: tuple[float, float, float] = (0.0, 0.0, 0.0)
    compass: tuple[float, float, float] = (1.0, 0.0, 0.0)  # world +x in the robot's frame
    distance: np.ndarray = field(default_factory=lambda: np.full(RAYS, 3.5, np.float32))
    """float32 of shape (360,), metres, clockwise from straight back; read-only when unpacked."""

    SIZE = _SENSORS.size + 4 * RAYS

    def pack(self) -> bytes:
        """1512 bytes."""
        distance = np.asarray(self.distance, "<f4")
        if distance.shape != (RAYS,):
            raise ValueError(f"distance must have shape ({RAYS},), got {distance.shape}")
        head = _pack(
            _SENSORS, self.sim_time, self.speed, self.steer_angle, *self.gps, *self.compass
        )
        return head + distance.tobytes()

    @classmethod
    def unpack(cls, packet: bytes) -> Sensors:
        """Raises ValueError when `packet` has another size."""
        head = _SENSORS.unpack_from(_sized(packet, cls.SIZE, "a sensor packet"))
        distance = np.frombuffer(packet, "<f4", RAYS, _SENSORS.size)
        return cls(head[0], head[1], head[2], head[3:6], head[6:9], distance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sensors) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())


@dataclass(frozen=True)
class DriveCommand:
    """Controller to simulator, the answer to every Sensors."""

    steer: float = 0.0  # rad, where the rear pivot shall turn; positive drives a right turn
    speed: float = 0.0  # rad/s of the drive motor; negative drives forward

    SIZE = _DRIVE.size

    def pack(self) -> bytes:
        """16 bytes."""
        return _pack(_DRIVE, self.steer, self.speed)

    @classmethod
    def unpack(cls, packet: bytes) -> DriveCommand:
        """Raises ValueError when `packet` has another size."""
        return cls(*_DRIVE.unpack(_sized(packet, cls.SIZE, "a drive command")))


@dataclass(frozen=True)
class WorldCommand:
    """Backend to simulator. RESET needs the seed only, CLOSE nothing; the rest stays zero."""

    function: int
    seed: int = 0
    mode: int = 0
    num_obstacles: int = 0
    world_size: int = 0  # cells a side
    scale: float = 0.0  # metres a cell

    SIZE = _WORLD.size

    def pack(self) -> bytes:
        """24 bytes. Raises ValueError for numbers that do not fit 32 bits."""
        whole = (self.function, self.seed, self.mode, self.num_obstacles, self.world_size)
        return _pack(_WORLD, *whole, self.scale)

    @classmethod
    def unpack(cls, packet: bytes) -> WorldCommand:
        """Raises ValueError when `packet` has another size."""
        return cls(*_WORLD.unpack(_sized(packet, cls.SIZE, "a world command")))


@dataclass(frozen=True)
class WorldReply:
    """Simulator to backend, the answer to START and RESET."""

    return_code: int = 0  # 0 done, 1 refused
    time_step_ms: int = 32
    target: tuple[float, float] = (0.0, 0.0)  # x, z

    SIZE = _REPLY.size

    def pack(self) -> bytes:
        """16 bytes."""
        return _pack(_REPLY, self.return_code, self.time_step_ms, *self.target)

    @classmethod
    def unpack(cls, packet: bytes) -> WorldReply:
        """Raises ValueError when `packet` has another size."""
        code, time_step_ms, x, z = _REPLY.unpack(_sized(packet, cls.SIZE, "a world reply"))
        return cls(code, time_step_ms, (x, z))


def _pack(form: struct.Struct, *values: Any) -> bytes:
    try:
        return form.pack(*values)
    except (struct.error, OverflowError) as error:
        raise ValueError(f"{values} do not fit a packet: {error}") from None


def _sized(packet: bytes, size: int, what: str) -> bytes:
    if len(packet) != size:
        raise ValueError(f"{what} has {size} bytes, got {len(packet)}")
    return packet
