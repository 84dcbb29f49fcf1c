"""docs/for-students.md and docs/for-teachers.md: their programs drive as they say, their commands run as they
stand there. What they install is tried by .ci/run wheel."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import paddock_racecar
from page_by_hand import DEADLINE, PADDOCK, Page, served

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
from read_recipe import files_of  # noqa: E402

LIBRARY = str(Path(paddock_racecar.__file__).parents[1])
STUDENTS, TEACHERS = (
    (ROOT / "docs" / f"for-{whom}.md").read_text(encoding="utf-8") for whom in ("students", "teachers")
)


def commands(page, beginning):
    """Those of a page that begin so, as words without comments."""
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    found = [shlex.split(line, comments=True) for line in blocks.splitlines()]
    found = [words for words in found if words[: len(beginning)] == beginning]
    assert found, f"no command begins with {beginning}"
    return found


@pytest.fixture
def folder(tmp_path):
    """What the students' page prints, as files."""
    for name, text in files_of(STUDENTS).items():
        (tmp_path / name).write_text(text)
    return tmp_path


def paddock(folder, *words):
    return subprocess.run(
        [PADDOCK, *words, "--python", sys.executable], cwd=folder, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_second_program_finishes_after_22_s(folder, seed):
    done = paddock(folder, "run", "lab4b", "--race", "--program", "walls.py", "--seed", str(seed), "--ticks", "3000")
    assert re.search(r"Car 1: .*, 0:2[12]\.\d+$", done.stdout, re.MULTILINE), done.stdout


def test_the_lines_for_students_drive(folder):
    """Each as it stands, with this test's server in the place of the teacher's."""
    lines = commands(STUDENTS, ["python", "-m", "paddock_racecar"])
    assert commands(TEACHERS, ["python", "-m", "paddock_racecar"])[0] in lines
    for words in lines:
        host = "127.0.0.2" if "--host" in words else "127.0.0.1"
        with served(folder, "--host", host) as address, Page(address) as page:
            ports = page.open(level="lab1")
            room = {"PADDOCK_RACECAR_PORTS": "1,2" if "--ports" in words else ports}
            swapped = {"python": sys.executable, "192.0.2.7": host, "40001,40002": ports}
            program = subprocess.Popen(
                [swapped.get(word, word) for word in words], cwd=folder, text=True, stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": LIBRARY, **room},
            )  # fmt: skip
            try:
                page.wait_for("room", lambda room: room["links"][0]["connected"])
                page.press("START")
                page.wait_for("room", lambda room: room["doors"][0]["mode"] == "user program")
            except BaseException:
                program.kill()
                raise
        assert "Connected: this script drives car 1." in program.communicate(timeout=DEADLINE)[0]


def test_the_errors_that_students_are_told_of_are_what_the_library_says():
    library = "".join(file.read_text() for file in (ROOT / "python" / "racecar").rglob("*.py"))
    library = re.sub(r'"\s*\n\s*f?"', "", library)  # sentences over several lines
    table = STUDENTS.split("## When something goes wrong")[1]
    others = {"No module named 'racecar_core'", "No module named paddock_racecar"}  # Python's
    others |= {"error: externally-managed-environment", "running scripts is disabled on this system"}
    told = set(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)) - others
    assert len(told) == 7
    for words in told:
        for part in words.split("…"):
            assert part in library, words


def test_a_class_is_graded_as_shown(folder):
    """Ada has the first program of the students' page, 2 points; Alan has worked on."""
    for name, file in {"ada": folder, "alan": ROOT / "solutions" / "racecar"}.items():
        (folder / "class" / name).mkdir(parents=True)
        shutil.copy(file / "lab1.py", folder / "class" / name)
    (grading,) = commands(TEACHERS, ["./run", "grade"])
    done = paddock(folder, *grading[1:])
    table = re.compile(r"^(a\w+/lab1.py) +(\d+) +(\d+) +\S+ s +(.*)$", re.MULTILINE)
    assert table.findall(done.stdout) == table.findall(TEACHERS), done.stdout
    assert len(table.findall(TEACHERS)) == 2


def test_the_server_of_a_class_prints_an_address_with_its_token(folder):
    (serving,) = commands(TEACHERS, ["./run", "--host"])
    with served(folder, *serving[1:]) as address:
        assert re.fullmatch(r"http://[\d.]+:\d+/\?token=[0-9a-f]{32}", address)
