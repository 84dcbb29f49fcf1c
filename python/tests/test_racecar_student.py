"""A student's way: the package installed where no compiler is, a program driving at another address."""

import shutil
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from page_by_hand import DEADLINE, Page, served

ROOT = Path(__file__).parents[2]
# no compiler is found, and none that is named would do
BARE = {"PATH": "", "CC": "/bin/false", "CXX": "/bin/false", "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with both packages, as pip installs them from the tree."""
    folder = tmp_path_factory.mktemp("site")
    # nothing is downloaded here; .ci/run wheel does it from nothing
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "-q"]
    packages = [str(ROOT / "python" / name) for name in ("racecar", "eespees")]
    for words in (["install", "--target", folder], ["wheel", "--wheel-dir", folder / "wheels"]):
        done = subprocess.run(
            [*pip, *map(str, words), *offline, *packages], env=BARE, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def student(site, tmp_path):
    """Starts lab 1 as a student does, in a folder of its own: student(--host …)."""
    shutil.copy(ROOT / "solutions" / "racecar" / "lab1.py", tmp_path)
    processes = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "paddock_racecar", *words, "lab1.py", "-h"],
            env={**BARE, "PYTHONPATH": str(site)}, cwd=tmp_path,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        return process

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def own_address():
    """This machine's address on a network; one of the loopback's where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return "127.0.0.2"
        return probe.getsockname()[0]


def test_the_wheels_are_for_any_system_and_hold_all_files(site):
    for name in ("racecar", "eespees"):
        (wheel,) = (site / "wheels").glob(f"paddock_{name}-*-py3-none-any.whl")
        package = ROOT / "python" / name / f"paddock_{name}"
        files = {f.relative_to(package.parent).as_posix() for f in package.rglob("*") if f.is_file()}
        files = {file for file in files if "__pycache__" not in file}
        held = {file for file in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in file}
        assert held == files


def test_both_packages_import_without_the_engine(site):
    program = (
        "import paddock_racecar, paddock_eespees, sys\n"
        "assert 'paddock' not in sys.modules\n"
        "print(paddock_racecar.__file__, paddock_eespees.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={**BARE, "PYTHONPATH": str(site)}, capture_output=True, text=True
    )
    assert done.stdout.count(str(site)) == 2, done.stderr


def test_a_student_drives_lab_1_at_another_address(student, tmp_path):
    with served(tmp_path, "--host", "127.0.0.2") as address:
        assert address.startswith("http://127.0.0.2:")
        with Page(address) as page:
            ports = page.open(level="lab1", mode="grade", factor=0)
            program = student("--host", "127.0.0.2", "--ports", ports)
            page.wait_for("room", lambda room: room["links"][0]["connected"])
            page.press("START")
            room = page.wait_for("room", lambda room: room["doors"][0]["results"])
            assert room["doors"][0]["results"][0]["points"] == 0.5, room["doors"]
    out, err = program.communicate(timeout=DEADLINE)
    assert program.returncode == 0, err
    assert err in ("", "The simulator closed the level.\n")  # in the middle of an update
    assert "Waiting for a simulator at 127.0.0.2:" in out
    assert "Connected: this script drives car 1." in out


def test_a_program_of_another_machine_comes_in_once_its_page_was_opened(student, tmp_path):
    there = own_address()
    with served(tmp_path, "--host", "0.0.0.0", "--token", "abc123") as address, Page(address, "127.0.0.1") as page:
        ports = page.open(level="lab1")
        if not there.startswith("127."):  # those always may
            out, err = student("--host", there, "--ports", ports).communicate(timeout=DEADLINE)
            assert err == (
                f"The simulator at {there} did not let this script in. "
                "Open its page with the token on this machine first.\n"
            ), out
            said = page.wait_for("room", lambda room: "was not let in" in room["doors"][0]["message"])
            assert there in said["doors"][0]["message"]

        with Page(address, there):
            pass  # as a student's browser does
        program = student("--host", there, "--ports", ports)
        page.wait_for("room", lambda room: room["links"][0]["connected"])
        page.press("START")
        page.wait_for("room", lambda room: room["doors"][0]["mode"] == "user program")
    out, _ = program.communicate(timeout=DEADLINE)
    assert "Connected: this script drives car 1." in out
