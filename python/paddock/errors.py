"""What an environment refuses to do, by name. Bad values are plain ValueErrors."""

from .optional import HAVE_GYMNASIUM

if HAVE_GYMNASIUM:
    from gymnasium.error import ClosedEnvironmentError as _Closed
    from gymnasium.error import ResetNeeded as _ResetNeeded
else:
    _Closed = _ResetNeeded = RuntimeError  # type: ignore[misc,assignment]


class ClosedEnvironmentError(_Closed):
    """The environment was closed; make a new one."""


class EpisodeOverError(_ResetNeeded):
    """The episode has ended, or none has begun: call reset() first."""
