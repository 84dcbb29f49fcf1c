"""Fast, deterministic worlds for small autonomous vehicles.

    env = paddock.make("race-v0")                      # a Gymnasium Env
    envs = paddock.make_vec("race-v0", num_envs=4096)  # a Gymnasium VectorEnv on all cores
    game = paddock.parallel_env("duel-v0")             # a PettingZoo ParallelEnv

NumPy is all it needs; with Gymnasium installed the classes are Gymnasium's own, and
``gymnasium.make("paddock/Race-v0")`` works. Tasks, observations and rewards: docs/batch.md and
docs/python.md. Same seed, same bits: on any number of threads, alone or in a batch.
"""

from .catalogue import TASKS, make, make_vec, parallel_env
from .env import TaskEnv
from .errors import ClosedEnvironmentError, EpisodeOverError
from .page import TrainingPage
from .policy import Policy, load_policy, save_policy
from .registration import register_all
from .sensors import Channel, SensorFigure, SensorInfo, SensorKind, sensor_kinds
from .settings import Settings
from .snapshot import Snapshot
from .vector import TaskVectorEnv

__all__ = [
    "TASKS",
    "Channel",
    "ClosedEnvironmentError",
    "EpisodeOverError",
    "Policy",
    "SensorFigure",
    "SensorInfo",
    "SensorKind",
    "Settings",
    "Snapshot",
    "TaskEnv",
    "TaskVectorEnv",
    "TrainingPage",
    "load_policy",
    "make",
    "make_vec",
    "parallel_env",
    "save_policy",
    "sensor_kinds",
]
__version__ = "0.1.0"

register_all()
