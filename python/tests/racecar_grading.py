"""What tests of `paddock grade` share: small programs of the course, and calls of the command."""

import json
import os
import subprocess
import sys
import textwrap

PADDOCK = os.environ["PADDOCK_BINARY"]  # the command, as CMake's tests set it
DEADLINE = 300  # seconds that a grading may take on a busy machine


def program(update, start="rc.drive.set_max_speed(1)"):
    """A program of the course with these two functions' bodies."""
    return "\n".join(
        [
            "import os, sys, time",
            "import racecar_core",
            "rc = racecar_core.create_racecar()",
            "updates = 0",
            "def start():",
            textwrap.indent(textwrap.dedent(start), "    "),
            "def update():",
            "    global updates",
            "    updates += 1",
            textwrap.indent(textwrap.dedent(update), "    "),
            "rc.set_start_update(start, update)",
            "rc.go()",
        ]
    )


STRAIGHT = program("rc.drive.set_speed_angle(1, 0)")


def call(*arguments, binary=PADDOCK):
    return subprocess.run(
        [binary, *map(str, arguments)], capture_output=True, text=True, timeout=DEADLINE
    )


def grade(lab, path, *arguments):
    """Status and JSON."""
    done = call("grade", lab, "--program", path, "--python", sys.executable, "--json", *arguments)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def grades(lab, path, *arguments):
    """JSON of every program, by name."""
    _, answer = grade(lab, path, *arguments)
    return {one["program"]: one for one in answer["programs"]}
