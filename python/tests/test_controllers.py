"""`paddock fly` and `paddock drive`: a controller in Python, and what it is told when it is wrong."""

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
CALM = [word for name in ("linear_drag", "quadratic_drag", "wind") for word in ("--set", f"{name}=0")]


def binary():
    return os.environ["PADDOCK_BINARY"]


def fly(file, *arguments, verb="fly", ticks=60):
    done = subprocess.run([binary(), verb, str(file), "--headless", "--json", "--ticks", str(ticks), *arguments],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def written(folder, text, name="mine.py"):
    file = folder / name
    file.write_text(text)
    return file


def test_open_loop_acceleration_goes_as_the_closed_form_says(tmp_path):
    file = written(tmp_path, "def control(view):\n    return 0.7, -0.4\n")
    told, _ = fly(file, *CALM, "--path", "5,2.4", ticks=120)
    dt, n = 0.016667, 120
    assert told["answers"] == n
    assert told["x"] - 3.2 == pytest.approx(dt * dt * 0.7 * n * (n + 1) / 2, abs=1e-6)
    assert told["y"] - 2.4 == pytest.approx(dt * dt * -0.4 * n * (n + 1) / 2, abs=1e-6)


def test_the_example_flies_a_star_and_arrives():
    told, _ = fly(EXAMPLES / "fly_pd.py", "--path", "star", ticks=1800)
    assert told["flights"][0]["arrived"]
    assert told["flights"][0]["largest_error_m"] < 0.6


def test_the_example_drives_the_oval():
    told, _ = fly(EXAMPLES / "drive_pursuit.py", "--level", "oval", verb="drive", ticks=1500)
    assert told["complaint"] == ""
    assert told["flights"][0]["mean_error_m"] < 0.5
    assert told["answers"] > 500


def test_it_is_the_same_every_time(tmp_path):
    file = written(tmp_path, "def control(view):\n    return view.carrot[0] - view.position[0], 0.1\n")
    assert fly(file, "--path", "star")[0]["hash"] == fly(file, "--path", "star")[0]["hash"]


@pytest.mark.parametrize(("text", "words"), [
    ("def control(view):\n    return (1, 2\n", "mine.py, line 2: '(' was never closed"),
    ("def control(view):\n    return float('nan'), 0\n", "mine.py: control() must return finite numbers, got nan, 0.0"),
    ("def control(view):\n    return 1 / 0, 0\n", "mine.py, line 2: ZeroDivisionError: division by zero"),
    ("def control(view):\n    return 'ab'\n", "mine.py: control() must return two numbers, got 'ab'"),
    ("def control(view):\n    return 1, 2, 3\n", "mine.py: control() must return two numbers, got 3"),
    ("def steer(view):\n    return 1, 2\n", "mine.py must have a function control(view), and has none"),
    ("import nothing_of_that_name\n", "mine.py, line 1: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
])
def test_what_is_wrong_is_told_in_words_and_the_room_lives(tmp_path, text, words):
    told, said = fly(written(tmp_path, text))
    if "never closed" in words and "never closed" not in told["complaint"]:
        words = "mine.py, line 3"  # of Pythons before 3.10
    assert told["complaint"].startswith(words)
    assert words in said
    assert told["ticks"] == 60
    assert (told["x"], told["y"]) == pytest.approx((3.2, 2.4), abs=0.05)  # it asks for nothing


def test_one_that_sleeps_holds_nobody_up(tmp_path):
    file = written(tmp_path, "import time\n\ndef control(view):\n    if view.time > 0.1:\n"
                             "        time.sleep(60)\n    return 1, 0\n")
    began = time.monotonic()
    told, _ = fly(file)
    assert told["complaint"].startswith("mine.py has not answered for 0.")
    assert told["complaint"].endswith(" s; the vehicle asks for nothing until it does")
    assert told["ticks"] == 60
    assert time.monotonic() - began < 20


def test_one_that_ends_is_started_again(tmp_path):
    told, _ = fly(written(tmp_path, "import sys\n\ndef control(view):\n    sys.exit(3)\n"), ticks=5)
    assert "mine.py ended" in told["complaint"]
    assert told["ticks"] == 5


def test_it_is_read_again_when_it_is_saved(tmp_path):
    file = written(tmp_path, "def control(view):\n    return view.\n")
    command = [binary(), "fly", str(file), "--headless", "--json", "--speed", "1", "--ticks", "240"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as flying:
        assert "mine.py, line 2" in flying.stderr.readline()
        file.write_text("def control(view):\n    return 0.5, 0\n")
        assert flying.stderr.readline() == "mine.py flies again\n"
        out, _ = flying.communicate(timeout=60)
    told = json.loads(out)
    assert told["complaint"] == ""
    assert told["vx"] > 0.5


def test_a_car_in_the_air_and_a_quadrotor_on_the_road_are_refused(tmp_path):
    file = written(tmp_path, "def control(view):\n    return 0, 0\n")
    done = subprocess.run([binary(), "fly", str(file), "--level", "oval", "--headless"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "use paddock drive" in done.stderr
