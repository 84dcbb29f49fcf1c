"""Sensors by name: what there is, what one is, and the words that ask for it.

    env.unwrapped.read_sensor("lidar")                         # as the vehicle carries it
    env.unwrapped.read_sensor("lidar@front beams=720")         # mounted at the front, other figures
    env.unwrapped.read_sensor("camera@roof width=320 height=240")

Words after the name are figures of its kind, `unit` (whose figures the others are), `ideal` (1:
without noise) and `name` (two sensors of one kind and different names have different noise).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import paddock._paddock as _paddock


@dataclass(frozen=True)
class SensorFigure:
    """A number that somebody may choose of a sensor."""

    name: str
    unit: str  # "m"; "": a plain number; "yes": 0 or 1
    about: str
    standard: float  # where neither unit nor request says otherwise
    low: float
    high: float
    noise: bool  # counts as 0 where sensors are ideal


@dataclass(frozen=True)
class SensorKind:
    """A row of the catalogue."""

    name: str
    about: str
    shape: str  # of its readings: "ranges", "points", "picture" or "vector"
    rate: float  # readings a simulated second where nobody says otherwise; 0: one a tick
    figures: Mapping[str, SensorFigure]
    units: Mapping[str, str]  # sensors as one can buy them, and what they are


@dataclass(frozen=True)
class Channel:
    """One number of an array's last axis; the only one of ranges, depth and semantic pictures."""

    name: str
    unit: str  # "" where it has none
    title: str


@dataclass(frozen=True)
class SensorInfo:
    """A sensor on a vehicle. SI, radians; the vehicle's frame is x ahead, y left, z up."""

    name: str
    kind: str
    shape: str  # "ranges", "points", "picture" or "vector"
    unit: str  # whose figures it has
    rate: float  # readings a simulated second; 0: one a step
    ideal: bool  # without noise
    position: tuple[float, float, float]  # on the vehicle, m
    turn: tuple[float, float, float, float]  # on the vehicle: a quaternion w, x, y, z
    figures: Mapping[str, float]
    array: tuple[int | None, ...]  # of a reading; None: differs from reading to reading
    dtype: str
    frame: str  # whose axes the numbers are in: "sensor", "vehicle", "world", "start", or words
    channels: tuple[Channel, ...]
    form: Mapping[str, Any]  # of ranges start, span and limits; of pictures content and fx, fy, cx, cy

    @property
    def units(self) -> tuple[str, ...]:
        """Of the channels."""
        return tuple(channel.unit for channel in self.channels)


def sensor_kinds() -> dict[str, SensorKind]:
    """The catalogue of sensors, by name."""
    kinds = {}
    for row in _paddock.sensor_kinds():
        figures = {figure["name"]: SensorFigure(**figure) for figure in row["figures"]}
        kinds[row["name"]] = SensorKind(**{**row, "figures": figures})
    return kinds


def info_of(row: Mapping[str, Any]) -> SensorInfo:
    """The native half's dictionary of a sensor."""
    channels = tuple(Channel(*channel) for channel in row["channels"])
    return SensorInfo(**{**row, "channels": channels})
