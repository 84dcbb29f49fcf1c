"""The car's camera: colour and depth."""

from __future__ import annotations

import numpy as np

from .link import Link
from .messages import HEIGHT, WIDTH, Header, pack_bare, unpack_color, unpack_depth


class Camera:
    """Images are fetched once an update; the `_async` calls always fetch, without go()."""

    _MAX_RANGE = 1200  # cm, what the course's library says; RacecarSim stops at 1000

    def __init__(self, link: Link) -> None:
        self._link = link
        self._color: np.ndarray | None = None
        self._depth: np.ndarray | None = None

    def get_color_image(self) -> np.ndarray:
        """uint8 (480, 640, 3), blue, green, red; row 0 at the top. A copy, yours to draw on."""
        return self.get_color_image_no_copy().copy()

    def get_color_image_no_copy(self) -> np.ndarray:
        """The same without a copy: what you draw on it stays until the next update."""
        if self._color is None:
            self._color = self._fetch_color(to_async=False)
        return self._color

    def get_color_image_async(self) -> np.ndarray:
        """The image of car 0 at once, for notebooks: go() need not run."""
        return self._fetch_color(to_async=True)

    def get_depth_image(self) -> np.ndarray:
        """float32 (480, 640), cm; 0.0 where there is no data. A copy."""
        if self._depth is None:
            self._depth = self._fetch_depth(to_async=False)
        return self._depth.copy()

    def get_depth_image_async(self) -> np.ndarray:
        """The depth image of car 0 at once, for notebooks."""
        return self._fetch_depth(to_async=True)

    def get_width(self) -> int:
        """Columns of both images."""
        return WIDTH

    def get_height(self) -> int:
        """Rows of both images."""
        return HEIGHT

    def get_max_range(self) -> float:
        """Greatest depth in cm."""
        return self._MAX_RANGE

    def _fetch_color(self, *, to_async: bool) -> np.ndarray:
        request = pack_bare(Header.CAMERA_GET_COLOR_IMAGE)
        return unpack_color(self._link.ask_image(request, to_async=to_async))

    def _fetch_depth(self, *, to_async: bool) -> np.ndarray:
        request = pack_bare(Header.CAMERA_GET_DEPTH_IMAGE)
        return self._link.ask(request, unpack_depth, to_async=to_async)

    def _forget(self) -> None:
        self._color = self._depth = None
