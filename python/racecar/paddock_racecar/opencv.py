"""OpenCV when it is installed; what needs it says so otherwise."""

from __future__ import annotations

import functools
from typing import Any

from .errors import OpenCvMissingError

INSTALL = "pip install opencv-python, or the package python3-opencv of your system"


@functools.cache
def find_opencv() -> Any | None:
    """The module cv2, or None."""
    try:
        import cv2
    except ImportError:
        return None
    return cv2


def need_opencv(what: str) -> Any:
    """The module cv2; raises OpenCvMissingError naming who asked and how to get it."""
    cv2 = find_opencv()
    if cv2 is None:
        raise OpenCvMissingError(f"{what} needs OpenCV, which is not installed: {INSTALL}")
    return cv2
