"""Whole scripts in processes of their own: flags, the course's imports, Ctrl+C, exit status."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import paddock_racecar
from racecar_stand_in import DEADLINE, StandIn

PACKAGE = Path(paddock_racecar.__file__).parent

SCRIPT = """
import sys
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

def start():
    rc.drive.stop()

def update():
    speed = rc_utils.clamp(rc.get_delta_time(), 0, 1)
    rc.drive.set_speed_angle(speed, 0)
    rc.display.show_lidar(rc.lidar.get_samples())

if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
    print("after go")
"""

# what a process without OpenCV, and with no ROS either, has
WITHOUT_OPENCV = """
import sys
sys.modules["cv2"] = None
"""


@pytest.fixture
def sim():
    with StandIn() as sim:
        yield sim


@pytest.fixture
def launch(sim, tmp_path):
    processes = []

    def launch(text, *flags, runner=None, **environment):
        """runner: words after `python -m paddock_racecar`, which then runs the script."""
        file = tmp_path / "script.py"
        file.write_text(text)
        paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
        if runner is None:
            paths.insert(0, str(PACKAGE / "course"))
        else:
            runner = ["-m", "paddock_racecar", *runner]
        known = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        process = subprocess.Popen(
            [sys.executable, *(runner or []), str(file), *flags],
            env={**known, **sim.environment, "PYTHONPATH": os.pathsep.join(paths), **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        return process

    yield launch
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ended(process):
    """(status, standard output, standard error)."""
    out, err = process.communicate(timeout=DEADLINE)
    return process.returncode, out, err


def test_a_program_of_the_course_runs_as_it_is(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    sim.accept()
    assert sim.start()[-1] == b"\x05"
    assert [datagram[0] for datagram in sim.update()] == [10, 22, 26, 5]
    sim.send(b"\x04")

    status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert "drives car 1" in out and "after go" in out


def test_the_first_program_of_the_document_runs(sim, launch):
    text = (Path(__file__).parents[2] / "docs" / "racecar_python.md").read_text(encoding="utf-8")
    process = launch(text.split("```python\n")[1].split("```")[0], "-s", "-h")
    sim.accept()
    assert sim.start()[-1] == b"\x05"
    sim.replies[26] = bytes(2880)
    assert sim.update()[1] == bytes.fromhex("16000000 0000803f 00000000")
    sim.replies[26] = np.full(720, 49, "<f4").tobytes()
    assert sim.update()[1] == bytes.fromhex("16000000 00000000 00000000")
    sim.send(b"\x04")
    assert ended(process)[0] == 0


def test_the_package_runs_a_program_of_the_course(sim, launch, tmp_path):
    library = tmp_path / "library"
    library.mkdir()
    for name in ("racecar_core.py", "racecar_utils.py"):
        (library / name).write_text("raise RuntimeError('not this one')")
    # as the course's programs begin; the folder is there, and ours come before it
    text = f"import sys\nsys.path.insert(1, {str(library)!r})\n" + SCRIPT + "    print(sys.argv[1:])\n"
    process = launch(text, "-h", "mine", runner=[])
    sim.accept()
    assert sim.start()[-1] == b"\x05"
    assert [datagram[0] for datagram in sim.update()] == [10, 22, 26, 5]
    sim.send(b"\x04")

    status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert out.splitlines()[-2:] == ["after go", "['-h', 'mine', '-s']"]


def test_the_package_finds_what_lies_beside_the_program(sim, launch, tmp_path):
    (tmp_path / "beside.py").write_text("WORD = 'beside'")
    status, out, _ = ended(launch("import beside; print(beside.WORD, __name__, __file__)", runner=[]))
    assert (status, out) == (0, f"beside __main__ {tmp_path / 'script.py'}\n")


def test_address_and_ports_can_be_said_in_one_line(sim, launch):
    ports = ",".join(map(str, sim.ports))
    process = launch(
        SCRIPT, "-h", runner=["--host", "127.0.0.1", "--ports", ports],
        PADDOCK_RACECAR_HOST="192.0.2.7", PADDOCK_RACECAR_PORTS="1,2",
    )  # fmt: skip
    sim.accept()
    sim.send(b"\x04")
    assert ended(process)[0] == 0


def test_a_traceback_begins_in_the_program_whoever_runs_it(launch, tmp_path):
    text = "def fall():\n    raise ValueError('down')\n\nfall()\n"
    alone, run = ended(launch(text)), ended(launch(text, runner=[]))
    assert run == alone and run[0] == 1 and run[2].count("File") == 2

    alone, run = ended(launch("x = = 1\n")), ended(launch("x = = 1\n", runner=[]))
    assert run == alone and "SyntaxError" in run[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [(["nowhere.py"], "there is no program nowhere.py in "), (["--host", "192.0.2.7"], "which program?")],
)
def test_the_package_says_which_program_is_missing(words, said):
    done = subprocess.run(
        [sys.executable, "-m", "paddock_racecar", *words], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr


def test_a_program_that_is_not_let_in_says_what_to_do(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    sim.accept(b"\0\0")
    status, _, err = ended(process)
    assert status == 0
    assert err == (
        "The simulator at 127.0.0.1 did not let this script in. "
        "Open its page with the token on this machine first.\n"
    )


def test_nobody_answering_is_told_after_a_while(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    for _ in range(22):  # four a second
        sim.knock()
    sim.accept()
    sim.send(b"\x04")
    status, out, _ = ended(process)
    assert status == 0
    assert out.count("No answer yet. Is a level of the course open at 127.0.0.1") == 1


def test_without_opencv_it_runs_and_says_once_that_pictures_are_missing(sim, launch):
    process = launch(WITHOUT_OPENCV + SCRIPT, "-s")
    sim.accept()
    for _ in range(3):
        sim.update()
    sim.send(b"\x04")

    status, _, err = ended(process)
    assert status == 0
    assert err.count("OpenCV is not installed (pip install opencv-python") == 1


def test_without_a_screen_it_runs_and_says_so_once(sim, launch):
    pytest.importorskip("cv2")
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a screen")
    process = launch(SCRIPT, "-s", "-d")
    sim.accept()
    sim.update()
    sim.send(b"\x04")

    status, _, err = ended(process)
    assert status == 0
    assert err.count("there is no screen") == 1


def test_without_s_it_says_that_there_is_no_real_car(launch):
    status, _, err = ended(launch(SCRIPT))
    assert status == 1
    assert "run the program with -s" in err


def test_the_first_address_in_the_environment_counts(sim, launch):
    process = launch(SCRIPT, "-s", "-h", PADDOCK_RACECAR_HOST="", RACECAR_SIM_IP="localhost")
    sim.accept()
    sim.send(b"\x04")
    assert ended(process)[0] == 0


def test_bad_ports_in_the_environment_are_named(launch):
    status, _, err = ended(launch(SCRIPT, "-s", PADDOCK_RACECAR_PORTS="5064"))
    assert status == 1
    assert 'must be two ports, as "5064,5065", got \'5064\'' in err


def test_an_exception_shows_its_traceback(sim, launch):
    process = launch(SCRIPT.replace("rc.drive.stop()", "rc.drive.halt()"), "-s", "-h")
    sim.accept()
    assert sim.start() == [b"\0\x02"]

    status, _, err = ended(process)
    assert status == 1
    assert "AttributeError" in err and "halt" in err


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_between_calls_is_told_on_the_async_port(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    sim.accept()
    sim.start()
    process.send_signal(signal.SIGINT)

    datagram = b"\x01"
    while datagram[0] == 1:  # knocks that came before the answer
        datagram, sender = sim.receive("async")
    assert (datagram, sender) == (b"\x07", sim.client)
    assert ended(process)[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_in_a_call_is_told_on_the_sync_port(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    sim.accept()
    sim.start()
    sim.send(b"\x03")
    assert sim.receive("sync")[0] == b"\x0a"  # it waits for the reply now
    process.send_signal(signal.SIGINT)

    assert sim.serve() == [b"\x07"]
    assert ended(process)[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_takes_the_place_of_an_acknowledgement(sim, launch):
    process = launch(SCRIPT.replace("rc.drive.stop()", "rc.camera.get_color_image()"), "-s", "-h")
    sim.accept()
    sim.send(b"\x02")
    assert sim.receive("sync")[0] == b"\x0c"
    sim.send(bytes(38400))
    assert sim.receive("sync")[0] == b"\x06"  # it waits for the second fragment now
    process.send_signal(signal.SIGINT)

    assert sim.serve() == [b"\x07"]
    assert ended(process)[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_that_user_code_catches_still_ends_the_script(sim, launch):
    stubborn = SCRIPT.replace(
        "    speed =", "    try: rc.physics.get_position()\n    except: return\n    speed ="
    )
    process = launch(stubborn, "-s", "-h")
    sim.accept()
    sim.send(b"\x03")
    assert sim.receive("sync")[0] == b"\x1d"
    process.send_signal(signal.SIGINT)

    assert sim.serve() == [b"\x07"]
    assert ended(process)[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_while_knocking_ends_the_script(sim, launch):
    process = launch(SCRIPT, "-s", "-h")
    sim.knock()
    process.send_signal(signal.SIGINT)

    datagram = b"\x01"
    while datagram[0] == 1:
        datagram, _ = sim.receive("async")
    assert datagram == b"\x07"
    assert ended(process)[0] == 0


def test_the_package_says_where_the_course_folder_is():
    done = subprocess.run(
        [sys.executable, "-m", "paddock_racecar"], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )  # fmt: skip
    folder = Path(done.stdout.strip())
    assert (folder / "racecar_core.py").is_file() and (folder / "racecar_utils.py").is_file()


def test_the_course_folder_alone_is_enough(tmp_path):
    program = (
        "import sys; sys.path.insert(1, sys.argv[1])\n"
        "import racecar_core, racecar_utils\n"
        "print(racecar_core.Button.A.name, racecar_utils.clamp(2, 0, 1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(PACKAGE / "course")], capture_output=True, text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout == "A 1\n", done.stderr
