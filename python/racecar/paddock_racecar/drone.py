"""The drone of simulators with version 2 extras; others do not reply."""

from __future__ import annotations

import math

import numpy as np

from .link import Link
from .messages import Header, pack_bare, pack_floats, unpack_color, unpack_floats


class Drone:
    """Its image is fetched once an update. Heights in decimetres, as the simulator has them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._image: np.ndarray | None = None

    def get_image(self) -> np.ndarray:
        """uint8 (480, 640, 3), blue, green, red. A copy."""
        if self._image is None:
            self._image = self._fetch(to_async=False)
        return self._image.copy()

    def get_image_async(self) -> np.ndarray:
        """The same at once, for notebooks."""
        return self._fetch(to_async=True)

    def get_height(self) -> float:
        """dm above the ground of the world."""
        request = pack_bare(Header.DRONE_GET_HEIGHT)
        return self._link.ask(request, lambda reply: unpack_floats(reply, 1)[0])

    def set_height(self, height: float) -> None:
        """Flies to `height` dm."""
        if not math.isfinite(height):
            raise ValueError(f"height must be a finite number, got {height}")
        self._link.send(pack_floats(Header.DRONE_SET_HEIGHT, height))

    def return_to_car(self) -> None:
        """Lands where it started."""
        self._link.send(pack_bare(Header.DRONE_RETURN_TO_CAR))

    def _fetch(self, *, to_async: bool) -> np.ndarray:
        request = pack_bare(Header.DRONE_GET_IMAGE)
        return unpack_color(self._link.ask_image(request, to_async=to_async))

    def _forget(self) -> None:
        self._image = None
