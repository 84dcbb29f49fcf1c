"""`paddock grade` and programs that mean harm: nobody else notices, and each gets its verdict.

bubblewrap must run here: `./test` installs it, and where it cannot run these tests fail and say why.
"""

import os
import socket
import sys
import threading
from pathlib import Path

import pytest

from racecar_grading import STRAIGHT, call, grade, grades, program

# so little that harm is done quickly
BOUNDS = ["--timeout", 2, "--memory", 400, "--processes", 24, "--disk", 8, "--trial", 1]
MARK = f"paddock_test_daemon_{os.getpid()}"  # in the command line of who tries to stay


@pytest.fixture(scope="module", autouse=True)
def small_and_confined():
    """One thread for NumPy however many cores there are; bubblewrap, or no test at all."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    probe = call("grade", "test", "--program", __file__, "--isolation", "bubblewrap", "--python", "/no/python")
    assert "/no/python" in probe.stderr, f"programs cannot be confined here: {probe.stderr}"


@pytest.fixture(scope="module")
def listener():
    """A server of the host; who reached it."""
    with socket.create_server(("0.0.0.0", 0)) as server:
        met = []

        def listen():
            while True:
                try:
                    met.append(server.accept()[1])
                except OSError:
                    return

        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1], met
        server.shutdown(socket.SHUT_RDWR)


READS = """
import glob, os, pathlib, sys
secrets = {secrets!r} + glob.glob("/home/*/*") + glob.glob("../*/*.py") + glob.glob("/proc/*/root/*")
found = []
for path in secrets:
    if os.path.abspath(path) == os.path.abspath(__file__):
        continue
    try:
        found.append(pathlib.Path(path).read_text())
    except OSError:
        pass
sys.exit("found " + repr(found[0]) if found else "nothing to be found")
"""

FORKS = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""

# those that do not fork themselves: without bubblewrap somebody has to look
FORKS_IN_A_ROW = """
import os, time
while True:
    if os.fork() == 0:
        time.sleep(1e4)
"""

FILLS = """
import itertools, os, sys
full = []
for folder in (".", "/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "/", "/dev"):
    try:
        for number in range(99):
            with open(f"{folder}/{number}.bin", "wb") as file:
                file.write(bytes(1_000_000))
        sys.exit(f"{folder} takes all")
    except OSError as error:
        full.append(error.strerror)
sys.exit("; ".join(sorted(set(full))))
"""

FILLS_ONE_FILE = """
with open("/tmp/paddock_test.bin", "wb") as file:
    import os
    os.unlink(file.name)
    for _ in range(99):
        file.write(bytes(1_000_000))
"""

EATS = "eaten = []\nwhile True: eaten.append(bytearray(10_000_000))"

# not its own by the book, so that no limit of a process sees it
EATS_SHARED = """
import mmap
eaten = []
while True:
    eaten.append(mmap.mmap(-1, 50_000_000))
    eaten[-1].write(bytes(50_000_000))
"""

EATS_TOGETHER = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        eaten = bytearray(b"x") * 100_000_000
        time.sleep(1e4)
time.sleep(1e4)
"""

SOCKETS = """
import socket, sys
for host in {hosts!r}:
    try:
        socket.create_connection((host, {port}), timeout=2)
        sys.exit("there is a way out")
    except OSError:
        pass
sys.exit("no way out")
"""

KILLS = """
import os, signal
for victim in (os.getppid(), 1, {parent}):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(victim, number)
        except OSError:
            pass
"""

SLEEPS_IN_C = """
import ctypes, signal
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
ctypes.CDLL(None).pause()
"""

BUSY_IN_C = program(
    "import re, signal\n"
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))\n"
    "re.match(r'(a+)+$', 'a' * 60 + 'b')"
)

PRINTS = "import os\nfor _ in range(1000): os.write(1, b'x' * 999_999 + b'\\n')"

IGNORES = program(
    "import signal\n"
    "for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
    "while True: time.sleep(1)"
)

DAEMON = f"""
import os, subprocess, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(1e4)", "{MARK}"])
    os._exit(0)
"""


def write_class(folder, programs):
    """A class: a folder for each."""
    for name, text in programs.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "test.py").write_text(text)
    return folder


def those_who_stayed():
    stayed = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if MARK in process.read_text():
                stayed.append(process)
        except OSError:
            pass  # it has just ended
    return stayed


def test_ten_who_mean_harm_do_none(tmp_path, listener):
    port, met = listener
    folder = tmp_path / "class"
    hosts = ["127.0.0.1", "localhost", "::1", socket.gethostname(), "10.0.2.2"]
    secret = tmp_path / "solutions.py"
    secret.write_text("the answer")
    solutions = Path(__file__).parents[2] / "solutions" / "racecar" / "lab1.py"
    secrets = [str(secret), str(folder / "works" / "test.py"), str(solutions), "/etc/passwd"]
    assert solutions.is_file()
    # what it does, what the verdict says; who does what it came for has its points all the same
    harm = {
        "reads": (READS.format(secrets=secrets), "status 1 before it connected: nothing to be found"),
        "forks": (FORKS, "has more than 24 processes and threads"),
        "fills": (FILLS, "before it connected: No space left on device"),
        "eats": (EATS, "MemoryError"),
        "eats_shared": (EATS_SHARED, "uses more than 400 MB of memory"),
        "eats_together": (EATS_TOGETHER, "uses more than 400 MB of memory"),
        "sockets": (SOCKETS.format(hosts=hosts, port=port), "no way out"),
        "kills": (KILLS.format(parent=os.getpid()) + STRAIGHT, "full points"),
        "sleeps_in_c": (SLEEPS_IN_C, "did not connect within 2 s"),
        "busy_in_c": (BUSY_IN_C, "one update took longer than 2 s"),
        "prints": (PRINTS, "printed more than 64 MB"),
        "ignores": (IGNORES, "one update took longer than 2 s"),
        "stays": (DAEMON + STRAIGHT, "full points"),
    }
    write_class(folder, {name: text for name, (text, _) in harm.items()})
    write_class(folder, {"works": STRAIGHT, "zoe": STRAIGHT})
    before = sorted(folder.rglob("*"))

    graded = grades("test", folder, *BOUNDS, "--jobs", 2, "--isolation", "bubblewrap")

    for name, (_, verdict) in harm.items():
        one = graded[f"{name}/test.py"]
        assert verdict in one["summary"], (name, one["summary"], one["last_words"])
        assert one["problem"] == "" and one["full"] == (verdict == "full points"), name
    assert graded["works/test.py"]["full"] and graded["zoe/test.py"]["full"]
    assert met == []
    assert sorted(folder.rglob("*")) == before
    assert those_who_stayed() == []


def test_without_bubblewrap_limits_hold(tmp_path):
    harm = {
        "forks": (FORKS_IN_A_ROW, "has more than 24 processes and threads"),
        "fills": (FILLS_ONE_FILE, "File too large"),
        "eats": (EATS, "MemoryError"),
        "eats_together": (EATS_TOGETHER, "uses more than 400 MB of memory"),
        "sleeps_in_c": (SLEEPS_IN_C, "did not connect within 2 s"),
        "busy_in_c": (BUSY_IN_C, "one update took longer than 2 s"),
        "prints": (PRINTS, "printed more than 64 MB"),
        "ignores": (IGNORES, "one update took longer than 2 s"),
        "stays": (DAEMON + STRAIGHT, "full points"),
    }
    folder = write_class(tmp_path, {name: text for name, (text, _) in harm.items()})

    graded = grades("test", folder, *BOUNDS, "--jobs", 2, "--isolation", "ports")

    for name, (_, verdict) in harm.items():
        one = graded[f"{name}/test.py"]
        assert verdict in one["summary"], (name, one["summary"], one["last_words"])
    assert those_who_stayed() == []


def test_who_kills_the_grading_itself_is_not_graded_and_the_next_is(tmp_path):
    kill = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"
    folder = write_class(tmp_path, {"kills": kill, "works": STRAIGHT})

    status, answer = grade("test", folder, *BOUNDS, "--isolation", "ports")

    kills, works = answer["programs"]
    assert status == 3
    assert "signal 9" in kills["problem"] and kills["trials"] == []
    assert works["full"]


def test_where_bubblewrap_cannot_run_auto_says_so_and_grades(tmp_path, monkeypatch):
    file = write_class(tmp_path, {"works": STRAIGHT}) / "works" / "test.py"
    monkeypatch.setenv("PATH", "/nowhere")

    done = call("grade", "test", "--program", file, "--python", sys.executable, *BOUNDS)
    asked = call("grade", "test", "--program", file, "--python", sys.executable, *BOUNDS,
                 "--isolation", "bubblewrap")  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert "bubblewrap cannot run here" in done.stderr and "docs/grading.md" in done.stderr
    assert asked.returncode == 2 and "--isolation ports does without" in asked.stderr


# what is its own


def test_a_program_has_what_lies_beside_it_and_may_write_there(tmp_path):
    (tmp_path / "ada" / "data").mkdir(parents=True)
    (tmp_path / "ada" / "helper.py").write_text("SPEED = 1")
    (tmp_path / "ada" / "log.txt").write_text("of yesterday")
    (tmp_path / "ada" / "data" / "map.txt").write_text("a map")
    (tmp_path / "ada" / "neighbour").symlink_to(tmp_path / "bob" / "test.py")
    text = """
import helper, os, tempfile
assert open("data/map.txt").read() == "a map"
open("log.txt", "w").write("of today")
open("new.txt", "w").write("new")
assert open("log.txt").read() == "of today"
assert not os.path.exists("neighbour")
tempfile.TemporaryFile().write(b"x")
"""
    write_class(tmp_path / "others", {"bob": STRAIGHT})
    (tmp_path / "others" / "bob").rename(tmp_path / "bob")
    (tmp_path / "ada" / "test.py").write_text(text + STRAIGHT)

    graded = grades("test", tmp_path, *BOUNDS)["ada/test.py"]

    assert graded["full"], graded
    assert (tmp_path / "ada" / "log.txt").read_text() == "of yesterday"
    assert not (tmp_path / "ada" / "new.txt").exists()


def test_programs_of_one_folder_do_not_see_each_other(tmp_path):
    (tmp_path / "a.py").write_text("import os, sys\nsys.exit(' '.join(sorted(os.listdir())))")
    (tmp_path / "b.py").write_text(STRAIGHT)
    (tmp_path / "notes.txt").write_text("of all")

    graded = grades("test", tmp_path, *BOUNDS)

    assert graded["a.py"]["summary"].endswith("before it connected: a.py notes.txt")
    assert graded["b.py"]["full"]


def test_of_a_program_in_the_home_folder_the_rest_of_it_is_hidden(tmp_path, monkeypatch):
    """And not the interpreter, which often lies there too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "letters").mkdir()
    (tmp_path / "diary.txt").write_text("dear diary")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "test.py").write_text(
        "import os, sys\nsys.exit(' '.join(sorted(os.listdir())) + ' ' + sys.executable)"
    )

    python = tmp_path / ".venv" / "bin" / "python"
    done = call("grade", "test", "--program", tmp_path / "test.py", "--python", python, *BOUNDS)

    assert f"before it connected: .venv test.py {python}" in done.stdout, done.stderr


# the library


@pytest.mark.parametrize("isolation", ["bubblewrap", "ports"])
def test_the_library_that_was_asked_for_wins(tmp_path, isolation):
    for place in ("theirs", "class/library", "class/ada", "class/ada/library"):
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        (tmp_path / place / "racecar_core.py").write_text("raise SystemExit('another library')")
    file = tmp_path / "class" / "ada" / "test.py"
    places = "import sys\nfor place in ('library', '../library', '.'): sys.path.insert(0, place)\n"
    file.write_text(places + STRAIGHT)

    _, plain = grade("test", file, *BOUNDS, "--isolation", isolation)

    (one,) = plain["programs"]
    assert one["full"], one["summary"]
    assert Path(one["library"]).parent == Path(plain["library"])

    # one of the course's, which here is ours under another name
    theirs = tmp_path / "theirs" / "racecar_core.py"
    package = Path(plain["library"]).parents[1]
    theirs.write_text(f"import sys\nsys.path.append({str(package)!r})\nfrom paddock_racecar import *\n")

    _, asked = grade("test", file, *BOUNDS, "--library", theirs.parent, "--isolation", isolation)

    (one,) = asked["programs"]
    assert one["full"], one["summary"]
    assert one["library"] == str(theirs) and asked["library"] == str(theirs.parent)


def test_who_drives_with_another_library_is_named(tmp_path):
    other = tmp_path / "racecar_core.py"
    other.write_text("from paddock_racecar import *\n")
    trick = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("racecar_core", "racecar_core.py")
sys.modules["racecar_core"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["racecar_core"])
"""
    (tmp_path / "test.py").write_text(trick + STRAIGHT)

    done = call("grade", "test", "--program", tmp_path / "test.py", "--python", sys.executable, *BOUNDS)

    assert f"drove with {other}, and not with the library in" in done.stderr
