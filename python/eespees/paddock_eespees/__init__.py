"""A small client of the EES-PEES protocol: the robot's two peers in one process, in lock-step.

    with paddock_eespees.Simulator.launch() as simulator:      # starts `paddock serve ees-pees`
        world = simulator.start_env(world_size=8, num_obstacles=10, seed=42)
        sensors = simulator.step(0.2, -5.5, ticks=10)          # rad, rad/s; negative drives forward

`LocalSimulator` is the same without a network. `driving` holds the laws of the external controller,
`envs` the Gymnasium environments, also known as ``gymnasium.make("paddock_eespees/Grid-v0")``.
`LocalSimulator` needs the package `paddock`, `envs` Gymnasium, all else NumPy alone.
More: docs/eespees_python.md.
"""

from .driving import Driver, Report, drive_move
from .errors import (
    EngineMissingError,
    LinkError,
    LinkTimeoutError,
    SimulatorMissingError,
    WorldRefusedError,
)
from .link import Link, Simulator, World
from .local import LocalSimulator
from .messages import DriveCommand, Function, Init, Mode, Move, Sensors, WorldCommand, WorldReply
from .registration import register_all

__all__ = [
    "DriveCommand",
    "Driver",
    "EngineMissingError",
    "Function",
    "Init",
    "Link",
    "LinkError",
    "LinkTimeoutError",
    "LocalSimulator",
    "Mode",
    "Move",
    "Report",
    "Sensors",
    "Simulator",
    "SimulatorMissingError",
    "World",
    "WorldCommand",
    "WorldRefusedError",
    "WorldReply",
    "drive_move",
    "register_all",
]
__version__ = "0.1.0"

register_all()
