"""Environments by name."""

from __future__ import annotations

from typing import Any

import paddock._paddock as _paddock

from .env import TaskEnv
from .parallel import TaskParallelEnv
from .vector import TaskVectorEnv

TASKS: tuple[str, ...] = tuple(_paddock.task_names())


def task_of(env_id: str) -> str:
    """The task behind "race-v0" or "paddock/Race-v0"; a ValueError lists what there is."""
    name = str(env_id).removeprefix("paddock/").lower()
    if name.endswith("-v0") and name[:-3] in TASKS:
        return name[:-3]
    ids = ", ".join(f"{task}-v0" for task in TASKS)
    raise ValueError(f'there is no environment "{env_id}". Environments: {ids}')


def make(env_id: str, *, render_mode: str | None = None, **settings: Any) -> TaskEnv:
    """One environment: make("race-v0", beams=108, friction=(0.6, 1.1)).

    `settings` are the fields of paddock.Settings.
    """
    return TaskEnv(task_of(env_id), render_mode=render_mode, **settings)


def make_vec(
    env_id: str,
    *,
    num_envs: int = 1,
    threads: int = 0,
    copy: bool = False,
    render_mode: str | None = None,
    **settings: Any,
) -> TaskVectorEnv:
    """Many environments stepped together: make_vec("race-v0", num_envs=4096).

    threads: 0 for all cores. copy: arrays that are returned are yours to keep; without it the next
    step() writes over them.
    """
    return TaskVectorEnv(
        task_of(env_id),
        num_envs=num_envs,
        threads=threads,
        copy=copy,
        render_mode=render_mode,
        **settings,
    )


def parallel_env(
    env_id: str, *, render_mode: str | None = None, **settings: Any
) -> TaskParallelEnv:
    """Several vehicles in one world, as PettingZoo's ParallelEnv: parallel_env("duel-v0")."""
    return TaskParallelEnv(task_of(env_id), render_mode=render_mode, **settings)
