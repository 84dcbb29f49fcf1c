"""The course's examples against sensors that a stand-in makes up, without OpenCV and with it."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from racecar_stand_in import DEADLINE, StandIn, picture

EXAMPLES = Path(__file__).parents[2] / "examples" / "racecar"
FREE_OF_OPENCV = """
import runpy, sys
sys.modules["cv2"] = None
runpy.run_path({!r}, run_name="__main__")
"""


@pytest.fixture
def sim():
    with StandIn() as sim:
        yield sim


@pytest.fixture(params=["numpy", "opencv"])
def run(request, sim):
    """Starts an example; it is ended after the test."""
    processes = []

    def run(name):
        file = str(EXAMPLES / name)
        program = [file] if request.param == "opencv" else ["-c", FREE_OF_OPENCV.format(file)]
        process = subprocess.Popen(
            [sys.executable, *program, "-s", "-h"], env={**os.environ, **sim.environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        return process

    if request.param == "opencv":
        pytest.importorskip("cv2")
    yield run
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def drive_of(said):
    """(speed, angle) that an update set last."""
    assert said[-1] == b"\x05", said
    return struct.unpack("<4xff", [datagram for datagram in said if datagram[0] == 22][-1])


def begin(sim, run, name):
    process = run(name)
    sim.accept()
    assert drive_of(sim.start()) == (0, 0)
    return process


def finish(sim, process):
    sim.send(b"\x04")
    _, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")


def test_the_line_follower_steers_towards_the_line(sim, run):
    process = begin(sim, run, "line_follower.py")
    sim.image = picture(60, 60, 60)
    assert drive_of(sim.update()) == pytest.approx((0.3, 0))
    sim.image[:, 500:520, :3] = 0, 176, 240  # blue tape on the right
    speed, right = drive_of(sim.update())
    assert 0.5 < right < 0.7 and 0.5 < speed < 1
    sim.image[:, 100:120, :3] = 255, 0, 0  # red counts more, on the left
    assert -0.75 < drive_of(sim.update())[1] < -0.6
    sim.image = picture(60, 60, 60)  # lost: goes on as before
    assert drive_of(sim.update())[1] < -0.6
    finish(sim, process)


def between_walls(left=40, right=40, front=None):
    """A scan between two endless walls and before a third; 0: there is none. cm."""
    bearing = np.radians(np.arange(720) / 2)
    aside, ahead = np.sin(bearing), np.cos(bearing)
    scan = np.full(720, np.inf)
    for distance, towards in ((left, -aside), (right, aside), (front, ahead)):
        if distance:
            seen = towards > 1e-3
            scan[seen] = np.minimum(scan[seen], distance / towards[seen])
    scan[scan > 1000] = 0
    return scan.astype("<f4").tobytes()


def test_the_wall_follower_takes_the_way_with_the_most_room(sim, run):
    process = begin(sim, run, "wall_follower.py")
    drives = {}
    for key, scan in {
        "corridor": between_walls(),
        "corner to the left": between_walls(left=0, front=90),
        "corner to the right": between_walls(right=0, front=90),
        "nothing": bytes(2880),
        "too close": between_walls(front=25),
    }.items():
        sim.replies[26] = scan
        drives[key] = drive_of(sim.update())
    assert drives["corridor"] == pytest.approx((1, 0), abs=0.05)
    assert drives["nothing"] == pytest.approx((1, 0), abs=0.05)
    assert drives["corner to the left"][1] == -1 and drives["corner to the right"][1] == 1
    assert drives["corner to the left"][0] < 0.7
    assert drives["too close"][0] < 0
    finish(sim, process)


def test_the_cone_is_parked_at_30_cm(sim, run):
    """With a car like the course's: 1.05 m/s at full throttle, 1.4 s to get near it."""
    process = begin(sim, run, "cone_parking.py")
    assert drive_of(sim.update()) == pytest.approx((0.4, 1))  # no cone yet
    dt, speed, distance = 0.05, 0.0, 200.0  # s, cm/s, cm
    sim.image[200:300, 310:330, :3] = 255, 128, 0
    sim.replies[10] = struct.pack("<f", dt)
    for _ in range(130):
        sim.replies[13] = np.full((15, 20), distance, "<f4").tobytes()
        throttle, angle = drive_of(sim.update())
        assert abs(angle) < 0.01
        speed += (105 * throttle - speed) / 1.4 * dt
        if throttle == 0:
            speed = max(0.0, abs(speed) - 20 * dt) * np.sign(speed)
        distance -= speed * dt
    assert distance == pytest.approx(30, abs=3) and abs(speed) < 3
    finish(sim, process)


def test_the_safety_stop_lets_nothing_come_near(sim, run):
    process = begin(sim, run, "safety_stop.py")
    sim.replies[19] = struct.pack("<f", 0)

    def update(ahead, right_trigger=1.0, held=False):
        scan = np.zeros(720, "<f4")
        scan[:20] = ahead
        sim.replies[26], sim.replies[16] = scan.tobytes(), bytes([held])
        sim.send(b"\x03")
        said = []
        while not said or said[-1] != b"\x05":
            datagram, sender = sim.receive("sync")
            said.append(datagram)
            if datagram == b"\x13\x01":
                sim.sync.sendto(struct.pack("<f", right_trigger), sender)
            elif datagram[0] != 5:
                sim.answer("sync", datagram, sender)
        return drive_of(said)[0]

    assert update(0) == 1  # no data
    assert update(200) == 1
    assert update(25) == 0
    assert update(25, held=True) == 1
    assert update(25, right_trigger=0) == 0
    # 100 cm are enough at rest, not at 1.2 m/s and more
    sim.replies[10] = struct.pack("<f", 0.1)
    for ahead in (400, 300, 200):
        update(ahead)
    assert update(100) == 0
    finish(sim, process)


def test_the_notebook_program_reads_every_sensor(sim, run):
    process = run("notebook.py")
    sim.image[100:200, 100:200, :3] = 255, 0, 0
    assert sim.serve("async", 3) == [b"\x0c", b"\x0d", b"\x1a"]
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")
    assert "red: 10000 px round (149.5, 149.5)" in out and "green: nothing" in out
    assert "closest 1 cm away, 0.5 degrees clockwise" in out


def test_the_notebook_holds_programs():
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text())
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            compile("".join(cell["source"]), "cell", "exec")
