"""Runs a program of the course with this library, or says where its folder is.

python -m paddock_racecar lab1.py                      as python lab1.py -s, and `import racecar_core` works
python -m paddock_racecar --host 192.0.2.7 lab1.py     in a simulator on another machine
python -m paddock_racecar                              prints the folder with racecar_core, for PYTHONPATH
"""

from __future__ import annotations

import argparse
import importlib
import os
import runpy
import sys
from pathlib import Path
from types import TracebackType

COURSE = Path(__file__).parent / "course"


def main() -> None:
    """Options before the program's name are ours, those after it the program's."""
    parser = argparse.ArgumentParser(
        prog="python -m paddock_racecar",
        usage="%(prog)s [--host ADDRESS] [--ports ASYNC,SYNC] [PROGRAM.py [ARGUMENT ...]]",
        description="Runs a program of the robot-car course in a simulator; -s is added to its arguments. "
        "Without a program: prints the folder that holds racecar_core.",
    )
    parser.add_argument("--host", metavar="ADDRESS", help="the simulator's machine, else this one")
    parser.add_argument("--ports", metavar="ASYNC,SYNC", help="the room's ports, else 5064,5065")
    parser.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.host:
        os.environ["PADDOCK_RACECAR_HOST"] = asked.host
    if asked.ports:
        os.environ["PADDOCK_RACECAR_PORTS"] = asked.ports
    if not asked.words:
        if asked.host or asked.ports:
            parser.error("which program? Its name comes last")
        print(COURSE)
        return
    program, *arguments = asked.words
    if not os.path.isfile(program):
        parser.error(f"there is no program {program} in {os.getcwd()}")
    run(program, arguments)


def run(program: str, arguments: list[str]) -> None:
    """As Python runs a program, with the course's two modules already there under their names."""
    sys.argv = [program, *arguments, *([] if "-s" in arguments else ["-s"])]
    # Python looks in the program's folder first, unless told not to (-P, since 3.11)
    own = [] if getattr(sys.flags, "safe_path", False) else [os.path.dirname(os.path.abspath(program))]
    sys.path[: len(own)] = [str(COURSE)]
    # before the program runs: it may put another library on the path, as the course's do
    for name in ("racecar_core", "racecar_utils"):
        importlib.import_module(name)
    sys.path[:0] = own
    sys.excepthook = lambda kind, error, trace: show(program, kind, error, trace)
    runpy.run_path(program, run_name="__main__")


def show(
    program: str, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """A traceback that begins in the program, as it would without us."""
    while trace and trace.tb_frame.f_code.co_filename != program:
        trace = trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


if __name__ == "__main__":
    main()
