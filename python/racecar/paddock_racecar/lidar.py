"""The flat lidar on top of the car."""

from __future__ import annotations

import numpy as np

from .link import Link
from .messages import LIDAR_SAMPLES, Header, pack_bare, unpack_lidar


class Lidar:
    """Scans are fetched once an update; the `_async` call always fetches, without go()."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._samples: np.ndarray | None = None

    def get_samples(self) -> np.ndarray:
        """float32 (720,), cm, read-only; 0.0 is no data.

        Sample 0 points straight ahead, the others follow clockwise, 0.5 degrees apart: 180 is the
        right side, 360 behind, 540 the left side.
        """
        if self._samples is None:
            self._samples = self._fetch(to_async=False)
        return self._samples

    def get_samples_async(self) -> np.ndarray:
        """The scan of car 0 at once, for notebooks: go() need not run."""
        return self._fetch(to_async=True)

    def get_num_samples(self) -> int:
        """Samples in a scan."""
        return LIDAR_SAMPLES

    def _fetch(self, *, to_async: bool) -> np.ndarray:
        request = pack_bare(Header.LIDAR_GET_SAMPLES)
        return self._link.ask(request, unpack_lidar, to_async=to_async)

    def _forget(self) -> None:
        self._samples = None
