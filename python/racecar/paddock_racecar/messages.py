"""The datagrams of the RacecarSim protocol, bytes to values and back.

Little-endian, one message a datagram; replies to requests are raw payload without a header. Tested
against the vectors of the C++ codec, tests/conformance/racecar.
"""

from __future__ import annotations

import struct
from enum import IntEnum

import numpy as np

from .errors import ReplyError
from .opencv import find_opencv

VERSION = 1  # of the protocol that this library says it speaks
ASYNC_PORT, SYNC_PORT = 5064, 5065

WIDTH, HEIGHT = 640, 480  # px, of the colour image, and of the depth image once enlarged
FRAGMENTS = 32  # of a colour image
FRAGMENT_SIZE = WIDTH * HEIGHT * 4 // FRAGMENTS
LIDAR_SAMPLES = 720
DEPTH_SIDES = {1200: (15, 20), 4800: (30, 40), 19200: (60, 80)}  # bytes to (rows, columns)
LARGEST_DATAGRAM = 65535


class Header(IntEnum):
    """First byte of every message that has one."""

    ERROR = 0
    CONNECT = 1
    UNITY_START = 2
    UNITY_UPDATE = 3
    UNITY_EXIT = 4
    PYTHON_FINISHED = 5
    PYTHON_SEND_NEXT = 6
    PYTHON_EXIT = 7
    RACECAR_GET_DELTA_TIME = 10
    CAMERA_GET_COLOR_IMAGE = 12
    CAMERA_GET_DEPTH_IMAGE = 13
    CONTROLLER_IS_DOWN = 16
    CONTROLLER_WAS_PRESSED = 17
    CONTROLLER_WAS_RELEASED = 18
    CONTROLLER_GET_TRIGGER = 19
    CONTROLLER_GET_JOYSTICK = 20
    DRIVE_SET_SPEED_ANGLE = 22
    DRIVE_SET_MAX_SPEED = 24
    LIDAR_GET_SAMPLES = 26
    PHYSICS_GET_LINEAR_ACCELERATION = 27
    PHYSICS_GET_ANGULAR_VELOCITY = 28
    PHYSICS_GET_POSITION = 29  # from here on: simulators with the version 2 extras
    DRONE_GET_IMAGE = 30
    DRONE_GET_HEIGHT = 31
    DRONE_SET_HEIGHT = 32
    DRONE_RETURN_TO_CAR = 33


class Fault(IntEnum):
    """Second byte of an error message."""

    GENERIC = 0
    TIMEOUT = 1
    PYTHON_EXCEPTION = 2
    NO_FREE_CAR = 3
    PYTHON_OUTDATED = 4
    SIMULATOR_OUTDATED = 5
    FRAGMENT_MISMATCH = 6


FAULT_TEXTS = {
    Fault.GENERIC: "The simulator reports an error and let go of this script.",
    Fault.TIMEOUT: "The simulator waited too long for this script and let go of it.",
    Fault.PYTHON_EXCEPTION: "A script of this simulator raised an exception.",
    Fault.NO_FREE_CAR: "Every car of this level has a script already. End one, or open the level "
    "with more cars.",
    Fault.PYTHON_OUTDATED: "The simulator speaks a newer version of the protocol than this "
    "library.",
    Fault.SIMULATOR_OUTDATED: "The simulator speaks an older version of the protocol than this "
    "library.",
    Fault.FRAGMENT_MISMATCH: "The simulator and this script disagreed about the parts of an image.",
}


def fault_text(datagram: bytes | memoryview) -> str:
    """What an error message means; the code may be missing or unknown."""
    code = datagram[1] if len(datagram) > 1 else 0
    try:
        return FAULT_TEXTS[Fault(code)]
    except ValueError:
        return f"The simulator reports an error of an unknown kind ({code})."


def pack_bare(header: Header) -> bytes:
    """A message that is its header."""
    return bytes([header])


def pack_byte(header: Header, value: int) -> bytes:
    """Connect, error, and questions about the controller."""
    return bytes([header, value])


def pack_floats(header: Header, *numbers: float) -> bytes:
    """Commands: floats begin at offset 4, after three bytes of padding."""
    return struct.pack(f"<B3x{len(numbers)}f", header, *numbers)


def unpack_floats(reply: bytes, count: int) -> tuple[float, ...]:
    """Exactly `count` floats."""
    if len(reply) != 4 * count:
        raise ReplyError(f"a reply of {4 * count} bytes was expected, got {len(reply)}")
    return struct.unpack(f"<{count}f", reply)


def unpack_bool(reply: bytes) -> bool:
    """Any size, non-zero is true."""
    if not reply:
        raise ReplyError("a reply of 1 byte was expected, got an empty one")
    return reply[0] != 0


def unpack_color(rgba: bytes | memoryview) -> np.ndarray:
    """uint8 (480, 640, 3), blue first, from rows of R, G, B, A."""
    pixels = np.frombuffer(rgba, np.uint8).reshape(HEIGHT, WIDTH, 4)
    cv2 = find_opencv()  # takes a tenth of NumPy's time
    if cv2 is not None:
        return cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR)
    return np.ascontiguousarray(pixels[:, :, 2::-1])


def unpack_depth(reply: bytes) -> np.ndarray:
    """float32 (480, 640), cm: cells of the coarse image as squares of 8, 16 or 32 pixels."""
    if len(reply) not in DEPTH_SIDES:
        sizes = ", ".join(map(str, DEPTH_SIDES))
        raise ReplyError(f"a depth image has {sizes} bytes, got {len(reply)}")
    rows, columns = DEPTH_SIDES[len(reply)]
    coarse = np.frombuffer(reply, "<f4").reshape(rows, columns)
    return coarse.repeat(HEIGHT // rows, axis=0).repeat(WIDTH // columns, axis=1)


def unpack_lidar(reply: bytes) -> np.ndarray:
    """float32, cm, read-only."""
    if not reply or len(reply) % 4 != 0:
        raise ReplyError(f"a lidar scan has a multiple of 4 bytes, got {len(reply)}")
    return np.frombuffer(reply, "<f4")
