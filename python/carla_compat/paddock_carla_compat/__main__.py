"""Runs a program, or a module with -m, as python would, with the client mended."""

import runpy
import sys
from pathlib import Path

from .loading import install

USAGE = "usage: python -m paddock_carla_compat [-m MODULE | PROGRAM] [ARGUMENT ...]"


def main() -> None:
    arguments = sys.argv[1:]
    module = arguments[:1] == ["-m"]
    if module:
        arguments = arguments[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.exit(USAGE)
    install()
    sys.argv = arguments
    # where python itself looks first: the current folder, or the program's own
    sys.path.insert(0, str(Path.cwd() if module else Path(arguments[0]).resolve().parent))
    if module:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(arguments[0], run_name="__main__")


main()
