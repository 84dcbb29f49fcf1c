"""The robot-car course's library for Paddock: `rc = create_racecar()`, `start`, `update`, `go`.

    import paddock_racecar as racecar_core

    rc = racecar_core.create_racecar()         # run the program with -s

    def start():
        rc.drive.stop()

    def update():
        rc.drive.set_speed_angle(1, 0.2)       # ratios: full throttle, a little to the right

    rc.set_start_update(start, update)
    rc.go()

Speaks the UDP protocol of RacecarSim with any simulator that does. Needs NumPy alone; OpenCV, where
it is installed, adds windows, contours and AR markers. More: docs/racecar_python.md.
"""

from .camera import Camera
from .controller import Button, Controller, Joystick, Trigger
from .display import Display
from .drive import Drive
from .drone import Drone
from .errors import (
    OpenCvMissingError,
    RealCarError,
    ReplyError,
    SimulatorError,
    SimulatorTimeoutError,
)
from .lidar import Lidar
from .physics import Physics
from .racecar import Racecar, create_racecar

__all__ = [
    "Button",
    "Camera",
    "Controller",
    "Display",
    "Drive",
    "Drone",
    "Joystick",
    "Lidar",
    "OpenCvMissingError",
    "Physics",
    "Racecar",
    "RealCarError",
    "ReplyError",
    "SimulatorError",
    "SimulatorTimeoutError",
    "Trigger",
    "create_racecar",
]
__version__ = "0.1.0"
