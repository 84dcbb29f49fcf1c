"""Pictures in a window. Without OpenCV or a screen it says so once and does nothing more."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import numpy as np

from .opencv import INSTALL, find_opencv
from .racecar_utils import colormap_depth_image, draw_circle, draw_lidar

WINDOW = "RacecarSim display window"


class Display:
    """Headless (flag -h) every call does nothing."""

    def __init__(self, headless: bool = False) -> None:
        self._headless = headless

    def create_window(self) -> None:
        """Opens the window before there is a picture."""
        self._show(np.zeros((240, 320, 3), np.uint8))

    def show_color_image(self, image: np.ndarray) -> None:
        """uint8 (rows, columns, 3), blue, green, red."""
        self._show(image)

    def show_depth_image(
        self, image: np.ndarray, max_depth: float = 1000, points: Sequence[tuple[int, int]] = ()
    ) -> None:
        """cm; colours go from near to `max_depth`, no data is black; `points` are (row, column)."""
        if self._headless:
            return
        picture = colormap_depth_image(image, max_depth)
        for point in points:
            draw_circle(picture, point, (255, 255, 255), 6)
        self._show(picture)

    def show_lidar(
        self,
        samples: np.ndarray,
        radius: int = 128,
        max_range: float = 1000,
        highlighted_samples: Sequence[tuple[float, float]] = (),
    ) -> None:
        """A scan from above, ahead is up; highlighted ones are (degrees clockwise, cm)."""
        if not self._headless:
            self._show(draw_lidar(samples, radius, max_range, highlighted_samples))

    def _show(self, image: np.ndarray) -> None:
        if self._headless:
            return
        cv2 = find_opencv()
        if cv2 is None:
            self._give_up(f"OpenCV is not installed ({INSTALL})")
        elif not _has_screen():
            self._give_up("there is no screen")  # OpenCV would end the whole process
        else:
            try:
                cv2.namedWindow(WINDOW, cv2.WINDOW_NORMAL)
                cv2.imshow(WINDOW, image)
                cv2.waitKey(1)
            except cv2.error:
                self._give_up("this OpenCV was built without windows (opencv-python has them)")

    def _give_up(self, why: str) -> None:
        print(f"No pictures will be shown: {why}. The flag -h asks for none.", file=sys.stderr)
        self._headless = True


def _has_screen() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
