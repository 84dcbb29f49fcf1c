"""Our environments in Gymnasium's registry; nothing without Gymnasium."""

from __future__ import annotations

ENVIRONMENTS = ("Continuous", "Grid")


def register_all() -> None:
    """Registers paddock_eespees/Continuous-v0 and paddock_eespees/Grid-v0 if they are not yet."""
    try:
        import gymnasium
    except ImportError:
        return
    for name in ENVIRONMENTS:
        env_id = f"paddock_eespees/{name}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(id=env_id, entry_point=f"paddock_eespees.envs:{name}Env")
