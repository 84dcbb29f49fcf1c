"""The laws by which the external controller drives, step by step on what the sensors say.

Frames of the protocol: x and z level, y up; heading is -1 to 1, in half turns clockwise from +z.
Speeds called `speed` here are shares of full speed, positive forward. "The original" is the
controller of the EES-PEES project; where its text and ours differ stands in docs/eespees_python.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .link import Link
from .messages import RAYS, DriveCommand, Move, Sensors

TIME_STEP = 0.032  # the original's constant, whatever init says
MOTOR_SHARE = 0.5  # full speed is half of what the motor could
FULL_SPEED = 0.29  # m/s, as the original counts it
CELL = 0.5  # metres of a grid move
ARRIVED = 0.03  # metres from the target
APPROACH_GAIN = 4.5  # speed a metre
FORWARD_GAIN, REVERSE_GAIN = 5.0, -3.0  # steering a half turn of heading error
STOP_STEPS, SLOW_STEPS = 10, 25  # ticks to impact
NEAR = 0.04  # metres beyond the silhouette, mean of 20 rays
REST_HEIGHT, TIPPED = 0.026, 0.02
MAX_RANGE, MIN_RANGE, NEAR_PLANE = 3.5, 0.04, 0.03

RAY_ANGLES = (0.5 - (np.arange(RAYS) + 0.5) / RAYS) * 6.28318
"""float64 of shape (360,): radians to the left of forward; 180 is ahead, 90 left, 270 right."""


def lidar_reading(distance: np.ndarray) -> np.ndarray:
    """What the lidar reports for true distances along its 360 rays, metres, float64.

    Its depth is measured on the faces of a cube and short of the near plane, so that near things
    read about 3 cm too near; too near or too far reads 3.5.
    """
    face = RAY_ANGLES - np.pi / 2 * np.round(RAY_ANGLES / (np.pi / 2))
    depth = distance * np.cos(face)
    reading = (depth - NEAR_PLANE) * MAX_RANGE / (MAX_RANGE - NEAR_PLANE) / np.cos(face)
    return np.where((reading < MIN_RANGE) | (reading >= MAX_RANGE), MAX_RANGE, reading)


def silhouette() -> np.ndarray:
    """What the lidar reads of a box close round the robot: float32 of shape (360,), metres."""
    ahead, left = np.cos(RAY_ANGLES), np.sin(RAY_ANGLES)
    to_ends = np.where(ahead > 0, 0.07, -0.11) / ahead
    to_sides = 0.09 / np.abs(left)
    return lidar_reading(np.minimum(to_ends, to_sides)).astype(np.float32)


def _corridor(side: np.ndarray) -> np.ndarray:
    """How far each ray stays within 8 cm of the way ahead or back; rays of the other side never."""
    with np.errstate(divide="ignore"):
        length = np.minimum(0.08 / np.abs(np.sin(RAY_ANGLES)), 3.4)
    return np.where(side, length, -np.inf).astype(np.float32)


def _windows(*centres: int) -> np.ndarray:
    """Rows that take the mean of 20 rays each."""
    rows = np.zeros((len(centres), RAYS), np.float32)
    for row, centre in zip(rows, centres):
        row[np.arange(centre - 10, centre + 10) % RAYS] = 1 / 20
    return rows


SILHOUETTE = silhouette()
_AHEAD = (np.arange(RAYS) >= 90) & (np.arange(RAYS) < 270)
_CORRIDOR = {True: _corridor(_AHEAD), False: _corridor(~_AHEAD)}
_WINDOWS = {True: _windows(127, 179, 232), False: _windows(39, 0, 320)}


def heading_of(compass: tuple[float, float, float]) -> float:
    """-1 to 1: half turns clockwise from +z; -0.5 looks along +x."""
    return -math.atan2(compass[2], compass[0]) / math.pi


def wrapped(heading: float) -> float:
    """A heading, or a difference of two, brought back to -1..1."""
    return heading - 2 if heading > 1 else heading + 2 if heading < -1 else heading


def clipped(value: float) -> float:
    """`value` held within -1..1."""
    return min(max(value, -1.0), 1.0)


def bearing_to(position: tuple[float, float], target: tuple[float, float]) -> float:
    """The heading that looks from one (x, z) to another."""
    return math.atan2(position[0] - target[0], target[1] - position[1]) / math.pi


def must_stop(room: np.ndarray, ahead: bool, speed: float) -> tuple[bool, bool]:
    """The safety layer: (stop, denied) for a robot that moves at `speed` m/s, ahead or back.

    `room` is lidar less silhouette, float32 of shape (360,).
    """
    nearest = float(np.min(room, where=room < _CORRIDOR[ahead], initial=np.inf))
    # a robot at rest never gets there, unless something is inside its outline already
    steps = nearest / (speed * TIME_STEP) if speed > 0 else math.copysign(math.inf, nearest)
    denied = steps <= STOP_STEPS or bool((_WINDOWS[ahead] @ room < NEAR).any())
    return denied or steps <= SLOW_STEPS, denied


def is_tipped(sensors: Sensors) -> bool:
    """Whether the robot has left the height at which it rolls."""
    return abs(sensors.gps[1] - REST_HEIGHT) > TIPPED


def cell_centre(coordinate: float) -> float:
    """Of the grid cell that holds `coordinate`, metres."""
    return (math.floor(coordinate / CELL) + 0.5) * CELL


def move_target(position: tuple[float, float], move: int) -> tuple[float, float]:
    """Centre (x, z) of the cell next to the one that holds `position`."""
    x, z = cell_centre(position[0]), cell_centre(position[1])
    dx, dz = {Move.UP: (0, 1), Move.LEFT: (1, 0), Move.DOWN: (0, -1), Move.RIGHT: (-1, 0)}[
        Move(move)
    ]
    return x + CELL * dx, z + CELL * dz


@dataclass(frozen=True)
class Report:
    """What the original's controller tells its agent."""

    sim_time: float  # seconds
    position: tuple[float, float]  # GPS x, z in metres
    speed: float  # share of full speed, positive forward
    heading: float
    steer_angle: float  # rad
    touching: int  # 1: something was within the silhouette since the last report; -1: tipped over
    denied: bool  # the safety layer, or a move that could not end, stopped us since then
    distance: np.ndarray  # float32 of shape (360,), metres, clockwise from straight back


class Driver:
    """Turns wishes into commands: see() every Sensors, then ask for one command.

    Remembers where the robot was, to know which way it moves, and what is to be reported.
    """

    def __init__(self, sensors: Sensors, *, max_speed: float = 22.0) -> None:
        """Begins with the first sensors of a world; `max_speed` of the motor in rad/s, of Init."""
        self._full = MOTOR_SHARE * max_speed
        self._heading_begun = False
        self._touching = 0
        self.denied = False  # since the last report; may be set from outside
        self.position: tuple[float, float] = (sensors.gps[0], sensors.gps[2])
        self.see(sensors)

    def see(self, sensors: Sensors) -> None:
        """Takes in the sensors of another tick."""
        x, z = sensors.gps[0], sensors.gps[2]
        dx, dz = x - self.position[0], z - self.position[1]
        # a robot that has not moved counts as going back
        self.ahead = dx * sensors.compass[2] + dz * sensors.compass[0] > 0
        self.position = (x, z)
        self.heading = heading_of(sensors.compass)
        self.sensors = sensors
        self.room = sensors.distance - SILHOUETTE
        if is_tipped(sensors):
            self._touching = -1
        elif self._touching == 0 and self.room.min() < 0:
            self._touching = 1

    @property
    def speed(self) -> float:
        """Share of full speed, positive forward."""
        return math.copysign(self.sensors.speed, 1 if self.ahead else -1) / FULL_SPEED

    def report(self) -> Report:
        """The state now, with what happened since the last report."""
        sensors = self.sensors
        report = Report(
            sensors.sim_time,
            self.position,
            self.speed,
            self.heading,
            sensors.steer_angle,
            self._touching,
            self.denied,
            sensors.distance,
        )
        self._touching, self.denied = 0, False
        return report

    def steer(self, angle: float, speed: float, *, safe: bool = True) -> DriveCommand:
        """Steering as it is (rad, held within 1), speed as a share; `safe`: may stop instead."""
        speed = clipped(speed)
        if safe:
            stop, denied = must_stop(self.room, self.ahead, self.sensors.speed)
            self.denied |= denied
            speed = 0.0 if stop else speed
        return DriveCommand(clipped(angle), -self._full * speed)

    def head(self, heading: float, speed: float, *, safe: bool = True) -> DriveCommand:
        """Turns towards a heading while driving. The first time the robot waits for one tick."""
        if not self._heading_begun:
            self._heading_begun = True
            return self.steer(0.0, 0.0, safe=safe)
        gain = REVERSE_GAIN if speed < 0 else FORWARD_GAIN
        return self.steer(gain * wrapped(heading - self.heading), speed, safe=safe)

    def approach(self, target: tuple[float, float], *, safe: bool = True) -> DriveCommand:
        """Drives to a point (x, z), backwards when it lies behind; stands within 3 cm of it."""
        speed = 0.0 if self.arrived(target) else APPROACH_GAIN * math.dist(self.position, target)
        bearing = bearing_to(self.position, target)
        if abs(wrapped(bearing - self.heading)) > 0.5:
            bearing, speed = wrapped(bearing + 1), -speed
        return self.head(bearing, clipped(speed), safe=safe)

    def arrived(self, target: tuple[float, float]) -> bool:
        """Within 3 cm of (x, z)."""
        return math.dist(self.position, target) <= ARRIVED


def drive_move(
    link: Link, driver: Driver, move: int, *, safe: bool = False, max_ticks: int = 400
) -> bool:
    """Drives one cell on; True when it got there.

    A move that the safety layer denies, or that takes more than `max_ticks`, is given up: the
    robot gets one stop command, the next report says denied, and a new move may begin from where
    it stands.
    """
    target = move_target(driver.position, move)
    earlier, driver.denied = driver.denied, False
    for _ in range(max_ticks):
        command = driver.approach(target, safe=safe)
        if driver.denied:
            break
        driver.see(link.step(command.steer, command.speed))
        if driver.arrived(target):
            driver.denied = earlier
            return True
    driver.denied = True
    driver.see(link.step(0.0, 0.0))
    return False
