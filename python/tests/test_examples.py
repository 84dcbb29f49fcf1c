"""The examples run, and the trainer's policy is one that `paddock run --driver` takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *map(str, arguments)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("task", ["race", "blocks", "slalom", "waypoints"])
def test_random_agent(task):
    assert run("random_agent.py", f"{task}-v0").count("episode") == 5


def test_follow_the_gap_gets_round():
    words = run("follow_the_gap.py").split()
    assert float(words[words.index("m") - 1]) > 100
    assert int(words[-2]) < 16


def test_the_trainer_learns_to_drive(tmp_path):
    policy, curve = tmp_path / "policy.json", tmp_path / "curve.csv"
    run("train_race.py", "--updates", 20, "--out", policy, "--curve", curve)
    rows = [line.split(",") for line in curve.read_text().splitlines()[1:]]
    metres = [float(row[2]) for row in rows]
    assert metres[-1] > metres[0] + 30
    assert json.loads(policy.read_text())["task"] == "race"


def test_a_policy_of_the_command_drives_the_robot(tmp_path):
    policy = tmp_path / "policy.json"
    train = [os.environ["PADDOCK_BINARY"], "train", "blocks", "--steps", "60000", "--out", policy]
    subprocess.run(train, check=True, capture_output=True)
    assert "of 2 worlds" in run("eespees_policy.py", policy, "--worlds", 2)
