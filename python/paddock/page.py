"""The page beside Python: a server in this process, for environments and trainings to watch."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import paddock._paddock as _paddock

from .errors import ClosedEnvironmentError
from .policy import Policy, policy_text
from .settings import LEVELS, Settings, is_whole


def folders() -> dict[str, str]:
    """Where the server finds levels, and keeps recordings: as the command does."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    recordings = os.environ.get("PADDOCK_RECORDINGS") or str(Path(data) / "paddock" / "recordings")
    return {"levels": str(LEVELS), "recordings": recordings}


def announce(words: str, address: str) -> None:
    """Says where the page is, the address last, and opens it in a browser.

    Without a display, or with PADDOCK_BROWSER=no, it is said and no more.
    """
    print(f"{words} Open\n{address}", flush=True)
    display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if os.environ.get("PADDOCK_BROWSER") == "no" or not display:
        return
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        pass  # the address was said


class TrainingPage:
    """A page that shows a training: its newest policy at the wheel, and its curve.

        with paddock.TrainingPage("race-v0", curve={"driven": "m"}, steps=4_000_000) as page:
            page.show(steps, policy=policy)                    # as often as you like
            page.show(steps, point={"driven": metres})         # after an evaluation

    The policy drives in an environment of the page's own, made from `settings`, in real time, and
    only while somebody watches; the training neither waits for it nor shares anything random with it.
    """

    def __init__(
        self, env_id: str, *, curve: Mapping[str, str], steps: int = 0, **settings: Any
    ) -> None:
        """`curve` names what a point holds, with units; `steps` is how long the training is to be."""
        from .catalogue import task_of

        if not isinstance(curve, Mapping) or not curve:
            raise ValueError(f"curve must be a dictionary of names and units, got {curve!r}")
        if not is_whole(steps) or steps < 0:
            raise ValueError(f"steps must be a whole number from 0, got {steps!r}")
        task = task_of(env_id)
        self._names = [str(name) for name in curve]
        self._batch = Settings.of(settings).open(task, 1, 1)
        self._page: _paddock.TrainingPage | None = _paddock.TrainingPage.open(
            batch=self._batch,
            channels=[(str(name), str(unit)) for name, unit in curve.items()],
            steps=steps,
            **folders(),
        )
        self.address: str = self._page.address
        self._steps, self._since = 0, time.monotonic()
        announce(f"This training of {task} can be watched.", self.address)

    def show(
        self,
        steps: int,
        *,
        policy: Policy | None = None,
        point: Mapping[str, float] | None = None,
    ) -> None:
        """The training has taken so many steps; `policy` drives from the next episode on, `point` is
        the curve's next. Raises ValueError when they are not of this task and curve."""
        if self._page is None:
            raise ClosedEnvironmentError("this page was closed")
        if point is not None and set(point) != set(self._names):
            raise ValueError(f"a point must hold {self._names}, got {sorted(map(str, point))}")
        now = time.monotonic()
        rate = (steps - self._steps) / max(now - self._since, 1e-9)
        if steps != self._steps:
            self._steps, self._since = steps, now
        self._page.set_progress(steps, rate)
        if policy is not None:
            self._page.set_policy(policy_text(policy, self._batch))
        if point is not None:
            self._page.add_point([float(point[name]) for name in self._names])

    def close(self) -> None:
        """Stops the server. Closing twice is fine."""
        if self._page is not None:
            self._page.close()
        self._page = None

    def __enter__(self) -> TrainingPage:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
