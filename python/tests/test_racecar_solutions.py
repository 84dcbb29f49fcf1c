"""The reference programs of the robot-car course, graded: `solutions/racecar`.

One trial of each lab in every run of the tests; all trials, the finals and the races with the label
slow.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PADDOCK = os.environ["PADDOCK_BINARY"]  # the command, as CMake's tests set it
SOLUTIONS = Path(__file__).parents[2] / "solutions" / "racecar"
TRIALS = Path(__file__).parents[2] / "levels" / "racecar" / "trials"
DEADLINE = 1800  # seconds

# a short one of each lab; the finals are one long trial each
ONE_TRIAL = {
    "lab1": 3, "lab2a": 2, "lab2b": 2, "lab3a": 2, "lab3b": 1, "lab3c": 1, "lab4a": 2, "lab4b": 1,
    "lab5": 1, "phase1": 1, "test": 2,
}  # fmt: skip
RACES = ["bonus2", "grand_prix_2021"]  # they have no trials


def paddock(*arguments):
    done = subprocess.run(
        [PADDOCK, *map(str, arguments), "--python", sys.executable, "--json"],
        capture_output=True, text=True, timeout=DEADLINE,
    )  # fmt: skip
    assert done.stdout, done.stderr
    return json.loads(done.stdout), done.stderr


def grade(lab, *arguments):
    answer, _ = paddock("grade", lab, "--program", SOLUTIONS / f"{lab}.py", *arguments)
    (program,) = answer["programs"]
    for trial in program["trials"]:
        assert trial["end"] == "done" and trial["points"] >= trial["of"], trial["verdict"]
    assert program["full"], program["summary"]
    return program


def test_every_lab_has_a_program():
    labs = sorted(file.stem for file in TRIALS.glob("*.toml"))
    assert set(ONE_TRIAL) <= set(labs)
    assert [lab for lab in labs if not (SOLUTIONS / f"{lab}.py").exists()] == []


@pytest.mark.parametrize("lab", ONE_TRIAL)
def test_one_trial_is_passed_with_full_points(lab):
    assert len(grade(lab, "--trial", ONE_TRIAL[lab])["trials"]) == 1


@pytest.mark.parametrize("lab", sorted(file.stem for file in TRIALS.glob("*.toml")))
def test_slow_all_trials_are_passed_with_full_points(lab):
    program = grade(lab)
    print(f"{lab}: {program['simulated_s']:.1f} s simulated in {program['wall_s']:.1f} s")


@pytest.mark.parametrize("level", RACES)
def test_slow_the_race_is_finished(level):
    answer, err = paddock("run", level, "--program", SOLUTIONS / f"{level}.py", "--race",
                        "--ports", 0, 0)  # fmt: skip
    (car,) = answer["cars"]
    assert car["finished"] and not car["failed"], err[-2000:]
    print(f"{level}: {car['passed_s'][-1]:.1f} s on the clock, {answer['wall_s']:.1f} s")
