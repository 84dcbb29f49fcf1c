"""The inertial sensors. Every call asks the simulator."""

from __future__ import annotations

import numpy as np

from .link import Link
from .messages import Header, pack_bare, unpack_floats


class Physics:
    """Vectors are float32 (3,)."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def get_linear_acceleration(self) -> np.ndarray:
        """m/s²: x right, y up, z forward. At rest it is (0, -9.81, 0): gravity is included."""
        return self._ask(Header.PHYSICS_GET_LINEAR_ACCELERATION)

    def get_angular_velocity(self) -> np.ndarray:
        """rad/s about x (pitch), y (yaw) and z (roll); a turn to the left is positive y."""
        return self._ask(Header.PHYSICS_GET_ANGULAR_VELOCITY)

    def get_position(self) -> np.ndarray:
        """Where the car is, as the simulator says it; only simulators with version 2 extras."""
        return self._ask(Header.PHYSICS_GET_POSITION)

    def _ask(self, header: Header) -> np.ndarray:
        numbers = self._link.ask(pack_bare(header), lambda reply: unpack_floats(reply, 3))
        return np.array(numbers, np.float32)
