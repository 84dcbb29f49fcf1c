"""Our tasks in Gymnasium's registry, as paddock/Race-v0 and so on; duel is for PettingZoo."""

from __future__ import annotations

from .optional import HAVE_GYMNASIUM

SINGLE_TASKS = ("race", "blocks", "slalom", "waypoints")


def register_all() -> None:
    """Registers what is not there yet; nothing without Gymnasium."""
    if not HAVE_GYMNASIUM:
        return
    import gymnasium

    for task in SINGLE_TASKS:
        env_id = f"paddock/{task.capitalize()}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                id=env_id,
                entry_point="paddock.env:TaskEnv",
                vector_entry_point="paddock.vector:TaskVectorEnv",
                kwargs={"task": task},
            )
