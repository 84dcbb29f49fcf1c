"""Runs one controller file for `paddock fly` and `paddock drive`.

Paddock says a JSON object a line on descriptor 3, once a tick, and gets one back on descriptor 4:
{"command": [x, y]} or {"error": "in words"}. The file is read again whenever it was saved. What the
controller prints goes where Paddock's own output goes.
"""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable

Controller = Callable[[SimpleNamespace], Any]


class ControllerError(Exception):
    """What is wrong with the controller, for the person who writes it."""


def last_line_in(file: Path, error: BaseException) -> str:
    """Where in the file an exception came from: ", line 7", or nothing."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f", line {lines[-1]}" if lines else ""


def load(file: Path) -> Controller:
    """The function `control` of the file, run anew."""
    try:
        code = compile(file.read_text(encoding="utf-8"), str(file), "exec")
    except SyntaxError as error:
        raise ControllerError(f"{file.name}, line {error.lineno}: {error.msg}") from error
    except (OSError, ValueError) as error:
        raise ControllerError(f"{file.name} cannot be read: {error}") from error
    names: dict[str, Any] = {"__name__": "controller", "__file__": str(file)}
    try:
        exec(code, names)
    except Exception as error:
        raise ControllerError(f"{file.name}{last_line_in(file, error)}: {type(error).__name__}: {error}") from error
    control = names.get("control")
    if not callable(control):
        raise ControllerError(f"{file.name} must have a function control(view), and has none")
    return control


def numbers_of(file: Path, answer: Any) -> list[float]:
    """What control() gave, as two finite numbers."""
    try:
        numbers = [float(number) for number in answer]
    except (TypeError, ValueError):
        raise ControllerError(f"{file.name}: control() must return two numbers, got {answer!r:.80}") from None
    if len(numbers) != 2:
        raise ControllerError(f"{file.name}: control() must return two numbers, got {len(numbers)}")
    if not all(math.isfinite(number) for number in numbers):
        raise ControllerError(f"{file.name}: control() must return finite numbers, got {numbers[0]}, {numbers[1]}")
    return numbers


class Reloaded:
    """A controller file as it was last saved."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.saved: tuple[int, int] | None = None
        self.control: Controller | None = None
        self.wrong = ""

    def look(self) -> None:
        """Reads the file again when it was saved since."""
        try:
            now = self.file.stat()
        except OSError:
            return  # between two versions an editor may have none: the last one goes on
        saved = (now.st_mtime_ns, now.st_size)
        if saved == self.saved:
            return
        self.saved, self.wrong = saved, ""
        try:
            self.control = load(self.file)
        except ControllerError as error:
            self.control, self.wrong = None, str(error)

    def answer(self, view: SimpleNamespace) -> dict[str, Any]:
        self.look()
        if self.control is None:
            return {"error": self.wrong or f"{self.file.name} is not there"}
        try:
            return {"command": numbers_of(self.file, self.control(view))}
        except ControllerError as error:
            return {"error": str(error)}
        except Exception as error:
            where = last_line_in(self.file, error)
            return {"error": f"{self.file.name}{where}: {type(error).__name__}: {error}"}


def main() -> None:
    controller = Reloaded(Path(sys.argv[1]))
    path: list[list[float]] = []
    with os.fdopen(3, "r", encoding="utf-8") as asked, os.fdopen(4, "w", encoding="utf-8") as said:
        for line in asked:
            view = SimpleNamespace(**json.loads(line))
            path = getattr(view, "path", path)  # it is only said when it has changed
            view.path = path
            said.write(json.dumps(controller.answer(view)) + "\n")
            said.flush()


if __name__ == "__main__":
    main()
