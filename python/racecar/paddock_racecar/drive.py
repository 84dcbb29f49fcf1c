"""Throttle and steering."""

from __future__ import annotations

from .link import Link
from .messages import Header, pack_floats


class Drive:
    """What is set holds until it is set again."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def set_speed_angle(self, speed: float, angle: float) -> None:
        """Throttle, -1 (back) to 1 (forward), and steering, -1 (left) to 1 (right)."""
        _check("speed", speed, -1)
        _check("angle", angle, -1)
        self._link.send(pack_floats(Header.DRIVE_SET_SPEED_ANGLE, speed, angle))

    def stop(self) -> None:
        """Speed and angle 0; the car rolls to a halt."""
        self.set_speed_angle(0, 0)

    def set_max_speed(self, max_speed: float = 0.25) -> None:
        """Scales the throttle, 0 to 1."""
        _check("max_speed", max_speed, 0)
        self._link.send(pack_floats(Header.DRIVE_SET_MAX_SPEED, max_speed))


def _check(name: str, value: float, least: float) -> None:
    if not least <= value <= 1:  # false for NaN as well
        raise ValueError(f"{name} must be {least} to 1, got {value}")
