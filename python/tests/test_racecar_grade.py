"""`paddock grade`: points and verdicts of small programs, alone and side by side."""

import csv
import html
import json
import os
import re
import subprocess
import sys
import time

import pytest

from racecar_grading import STRAIGHT, call, grade, grades, program

CIRCLE = program("rc.drive.set_speed_angle(1, 1)")
# depends on the noise of lidar, depth and IMU
WOBBLY = program(
    """
    lidar = float(rc.lidar.get_samples()[::9].sum())
    depth = float(rc.camera.get_depth_image()[::8, ::8].sum())
    turn = 1e3 * float(rc.physics.get_angular_velocity()[1])
    rc.drive.set_speed_angle(1, ((lidar + depth + turn) % 1 - 0.5) / 10)
    """
)


@pytest.fixture
def write(tmp_path):
    """Writes programs by name into a folder; the folder."""

    def write(**programs):
        folder = tmp_path / "programs"
        folder.mkdir(exist_ok=True)
        for name, text in programs.items():
            (folder / f"{name}.py").write_text(text)
        return folder

    return write


ISOLATIONS = ["bubblewrap", "ports"]


def what_counts(graded):
    return {
        name: [(trial["points"], trial["end"], trial["hash"]) for trial in one["trials"]]
        for name, one in graded.items()
    }


# points


def test_a_program_gets_its_points_and_its_bonus(write):
    folder = write(straight=STRAIGHT)

    status, answer = grade("test", folder, "--user", "Ada")

    (one,) = answer["programs"]
    assert status == 0 and one["full"]
    assert [trial["title"] for trial in one["trials"]] == ["Basic Finish", "Checkpoints and Finish"]
    assert [trial["end"] for trial in one["trials"]] == ["done", "done"]
    assert one["trials"][0]["points"] == 5.5  # within two seconds
    assert one["of"] == 10 and one["points"] == sum(t["points"] for t in one["trials"])
    assert len(one["score_code"]) % 32 == 0 and one["score_code"].isupper()
    assert one["problem"] == "" and one["last_words"] == []


def test_the_table_has_a_line_for_each_trial_and_the_code(write):
    file = write(straight=STRAIGHT) / "straight.py"

    done = call("grade", "test", "--program", file, "--python", sys.executable)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "straight.py, seed 1" in lines[0]
    assert lines[2].split() == ["TRIAL", "POINTS", "OF", "TIME", "VERDICT"]
    assert "passed" in lines[3] and "passed" in lines[4]
    assert any(line.startswith("Score code ") for line in lines)


def test_progress_in_a_pipe_is_plain_lines(write):
    done = call("grade", "test", "--program", write(straight=STRAIGHT), "--python", sys.executable)

    assert done.stderr.splitlines() == [
        "straight.py, trial 1 of 2: passed, +0.5 for the time",
        "straight.py, trial 2 of 2: passed, +0.5 for the time",
        "1 of 1 graded: straight.py",
    ]
    assert "\r" not in done.stderr and "\033" not in done.stderr


def test_folders_without_programs_are_named(write):
    folder = write(straight=STRAIGHT).parent / "class"
    for name in ("ada", "bob", ".git", "__pycache__"):
        (folder / name).mkdir(parents=True)
    (folder / "ada" / "straight.py").write_text(STRAIGHT)

    done = call("grade", "test", "--program", folder, "--python", sys.executable, "--trial", 1, "--json")
    empty = call("grade", "test", "--program", folder / "bob")

    assert json.loads(done.stdout)["empty_folders"] == [str(folder / "bob")]
    assert done.stderr.splitlines()[-1] == f"paddock: {folder / 'bob'} has no programs (*.py)"
    assert empty.returncode == 2
    assert f"{folder / 'bob'} has no programs (*.py), nor have the folders in it" in empty.stderr


def test_who_misses_points_is_told_so_by_the_status(write):
    status, answer = grade("test", write(stands=program("pass")))

    (one,) = answer["programs"]
    assert status == 1 and not one["full"] and one["points"] == 0
    assert {trial["end"] for trial in one["trials"]} == {"time_up"}
    assert one["summary"] == "trial 1: time is up"


def test_one_trial_of_a_lab_can_be_asked_for(write):
    status, answer = grade("lab1", write(straight=STRAIGHT), "--trial", 1)

    (one,) = answer["programs"]
    (trial,) = one["trials"]
    assert status == 0 and trial["number"] == 1 and trial["title"] == "Straight"
    assert trial["points"] == trial["of"] == one["of"] == 0.5
    assert one["score_code"] == ""  # of one trial there is none


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["no_such_lab", "--program", __file__], "no_such_lab"),
        (["test", "--program", "/nowhere/lab1.py"], "/nowhere/lab1.py"),
        (["test", "--program", __file__, "--trial", "99"], "99"),
        (["test"], "--program"),
    ],
)
def test_what_cannot_be_graded_is_a_matter_of_usage(arguments, complaint):
    done = call("grade", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_where_the_library_is_missing_the_message_says_so(write, tmp_path):
    done = call("grade", "test", "--program", write(straight=STRAIGHT), "--library", tmp_path)
    assert done.returncode == 2
    assert f"{tmp_path} must hold the course's racecar_core.py" in done.stderr


def test_where_the_interpreter_is_missing_the_message_says_so(write):
    done = call("grade", "test", "--program", write(straight=STRAIGHT), "--python", "/no/python")
    assert done.returncode == 2
    assert "/no/python cannot be started" in done.stderr and "--python" in done.stderr


def test_the_isolation_of_old_is_told_its_new_name(write):
    done = call("grade", "test", "--program", write(a=STRAIGHT), "--isolation", "namespace")
    assert done.returncode == 2
    assert "namespace has become bubblewrap" in done.stderr


# folders


def test_of_a_folder_every_program_is_graded_or_the_one_with_the_labs_name(tmp_path):
    for student in ("ada", "alan"):
        (tmp_path / student).mkdir()
    (tmp_path / "ada" / "test.py").write_text(STRAIGHT)
    (tmp_path / "ada" / "helpers.py").write_text("1 / 0")
    (tmp_path / "alan" / "mine.py").write_text(STRAIGHT)

    graded = grades("test", tmp_path, "--jobs", 2)

    assert list(graded) == ["ada/test.py", "alan/mine.py"]
    assert all(one["full"] for one in graded.values())


# programs that go wrong

BAD = {
    "cannot_import": ("import nothing_of_that_name", "before it connected", "ModuleNotFoundError"),
    "does_nothing": ("print('done')", "ended with status 0 before it connected", "done"),
    "never_connects": ("import time; time.sleep(1e4)", "did not connect within 8 s", ""),
    "raises": (program("1 / (20 - updates)"), "ended with status 1", "ZeroDivisionError"),
    "exits": (
        program("if updates == 20: print('enough', file=sys.stderr); sys.exit(3)"),
        "ended with status 3",
        "enough",
    ),
    "vanishes": (program("if updates == 20: os._exit(0)"), "in the middle of the trial", ""),
    "is_killed": (program("os.kill(os.getpid(), 9)"), "signal 9", ""),
    "hangs": (program("while updates == 20: time.sleep(1)"), "one update took longer than 8 s", ""),
    "asks_for_ever": (
        program("while True: rc.lidar.get_samples(); rc.lidar._forget()"),
        "one update took longer",
        "",
    ),
    "prints_for_ever": (program("while True: print('x' * 5000)"), "printed more than 64 MB", "xxx"),
    "floods": (
        """
import socket, itertools
end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for port in itertools.cycle((5064, 5065)):
    for message in (b"\\x63" * 99, b"", b"\\x05", b"\\x16\\0"):
        try:
            end.sendto(message, ("127.0.0.1", port))
        except OSError:
            pass
""",
        "did not connect within 8 s",
        "",
    ),
}


def test_programs_that_go_wrong_get_a_verdict_and_the_next_is_graded(write):
    folder = write(**{name: text for name, (text, _, _) in BAD.items()}, works=STRAIGHT)

    graded = grades("test", folder, "--timeout", 8, "--jobs", 4)

    assert graded.pop("works.py")["full"]
    assert set(graded) == {f"{name}.py" for name in BAD}
    for name, (_, verdict, last_word) in BAD.items():
        one = graded[f"{name}.py"]
        assert one["points"] == 0 and not one["full"], name
        assert verdict in one["summary"], name
        assert one["trials"][-1]["end"] == "program_failed", name
        assert last_word in " ".join(one["last_words"]), name
        assert len(one["last_words"]) <= 40, name


def test_points_so_far_count_when_a_program_fails_later(write):
    text = program(
        """
        rc.drive.set_speed_angle(1, 0)
        if os.environ.get("TRIAL") == "2" and updates > 5: raise RuntimeError("no more")
        """,
        'os.environ["TRIAL"] = str(int(os.environ.get("TRIAL", 0)) + 1)\n'
        "rc.drive.set_max_speed(1)",
    )

    graded = grades("test", write(later=text))["later.py"]

    first, second = graded["trials"]
    assert first["end"] == "done" and second["end"] == "program_failed"
    assert graded["points"] == first["points"]
    assert second["verdict"].endswith("RuntimeError: no more")


def test_what_a_program_leaves_behind_is_ended_too(write, tmp_path):
    mark = tmp_path / "pid"
    text = f"import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1e4)'])\nopen({str(mark)!r}, 'w').write(str(child.pid))\n"  # noqa: E501

    graded = grades("test", write(leaves=text + STRAIGHT), "--isolation", "ports")

    assert graded["leaves.py"]["full"]
    deadline = time.monotonic() + 10
    while os.path.exists(f"/proc/{mark.read_text()}") and time.monotonic() < deadline:
        if " Z " in open(f"/proc/{mark.read_text()}/stat").read():
            break  # dead; whoever is process 1 here has not looked yet
        time.sleep(0.05)
    else:
        assert time.monotonic() < deadline


# the same again


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_four_at_once_get_what_they_get_one_by_one(write, isolation):
    folder = write(straight=STRAIGHT, circle=CIRCLE, wobbly=WOBBLY, stands=program("pass"))

    together = grades("test", folder, "--jobs", 4, "--isolation", isolation)
    in_turn = {
        file.name: grades("test", file, "--isolation", isolation)[file.name]
        for file in sorted(folder.iterdir())
    }

    assert what_counts(together) == what_counts(in_turn)
    assert len({trials[0][2] for trials in what_counts(together).values()}) == 4


def test_both_isolations_give_the_same(write):
    folder = write(straight=STRAIGHT, wobbly=WOBBLY)
    found = [what_counts(grades("test", folder, "--isolation", one)) for one in ISOLATIONS]
    assert all(one == found[0] for one in found)


def test_the_same_seed_gives_the_same_hash_and_another_gives_another(write):
    folder = write(wobbly=WOBBLY)
    first, again, other, ideal = (
        what_counts(grades("test", folder, *arguments))
        for arguments in (["--seed", 5], ["--seed", 5], ["--seed", 6], ["--seed", 5, "--ideal"])
    )
    assert first == again
    assert first != other and first != ideal


def test_clients_with_fixed_ports_are_led_to_those_of_their_job(write):
    """What the course's own library does: 5064 and 5065, whatever the environment says."""
    text = "import os\nos.environ['PADDOCK_RACECAR_PORTS'] = '5064,5065'\n" + STRAIGHT
    for isolation in ISOLATIONS:
        graded = grades("test", write(a=text, b=text), "--jobs", 2, "--isolation", isolation)
        assert all(one["full"] for one in graded.values()), isolation


# a busy machine


@pytest.fixture
def busy():
    """Starts so many processes that take all they get; they end with the test.

    Some kernels share processors between sessions first: those `apart` have one each.
    """
    started = []

    def busy(count, apart):
        words = [sys.executable, "-c", "while True: pass"]
        for _ in range(count):
            started.append(subprocess.Popen(words, start_new_session=apart))

    yield busy
    for process in started:
        process.kill()
        process.wait()


def test_beside_eight_busy_processes_points_and_hashes_are_the_same(write, busy):
    # 1 s of processor before it connects, of 2.5 s: beside eight others that takes longer
    slow = "import time\nwhile time.process_time() < 1: pass\n"
    folder = write(slow=slow + WOBBLY)
    alone = grades("test", folder, "--timeout", 2.5)
    assert alone["slow.py"]["full"], alone["slow.py"]["summary"]

    busy(8, apart=True)
    beside = grades("test", folder, "--timeout", 2.5)

    assert what_counts(beside) == what_counts(alone)
    assert beside["slow.py"]["problem"] == ""


def test_a_machine_that_is_too_busy_is_no_failure_of_the_program(write, busy):
    # runs only when nobody else wants to, and somebody does
    last = "import os\nos.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\n"
    burn = "import time\nwhile time.process_time() < 0.4: pass\n"
    busy(2 * len(os.sched_getaffinity(0)), apart=False)

    # without bubblewrap, which makes a session
    folder = write(starved=last + burn + STRAIGHT)
    status, answer = grade("test", folder, "--timeout", 0.5, "--isolation", "ports")

    (one,) = answer["programs"]
    assert status == 3
    assert one["problem"].startswith("the machine was too busy")
    assert one["problem"].endswith("it was tried 3 times")
    assert one["trials"] == [] and one["score_code"] == ""


# recordings


def test_every_trial_is_recorded_and_replays_to_its_hash(write, tmp_path):
    kept = tmp_path / "kept"
    graded = grades("test", write(wobbly=WOBBLY), "--record", kept)["wobbly.py"]

    names = [f"wobbly-test-{number}.paddock" for number in (1, 2)]
    assert sorted(file.name for file in kept.iterdir()) == names
    for trial, name in zip(graded["trials"], names):
        assert trial["recording"] == str(kept / name)
        done = call("replay", kept / name, "--json")
        assert done.returncode == 0, done.stderr
        replayed = json.loads(done.stdout)
        assert replayed["exact"] and replayed["complete"]
        assert replayed["run_hash"] == trial["hash"]


# a class report


def test_a_report_has_every_program_its_way_and_its_recording(tmp_path):
    names = ["=ada/test.py", "<b>bob & co/test.py"]
    for name, text in zip(names, (STRAIGHT, program("1 / (20 - updates)"))):
        (tmp_path / "class" / name).parent.mkdir(parents=True)
        (tmp_path / "class" / name).write_text(text)
    report = tmp_path / "report"

    _, answer = grade("test", tmp_path / "class", "--trial", 1, "--jobs", 2, "--report", report)

    page = (report / "index.html").read_text()
    assert answer["report"] == str(report / "index.html")
    assert "1 of 2 programs have full points" in page and "not graded" not in page
    assert all(html.escape(name) in page for name in names) and "<b>bob" not in page
    assert page.count("data:image/jpeg") == 1 and page.count("<figure id=") == 2
    assert len(re.findall(r'<use href="#map1"/><path class="way under" d="M[-0-9 lMh]+"', page)) == 2
    assert "ZeroDivisionError" in page.split("last words")[1]
    links = re.findall(r'<a href="(recordings/[^"]+)">', page)
    assert len(links) == 2
    assert all(call("replay", report / link).returncode == 0 for link in links)

    with open(report / "grades.csv", newline="") as file:
        ada, bob = sorted(csv.DictReader(file), key=lambda row: row["program"])
    assert (ada["program"], bob["program"]) == ("'" + names[0], names[1])
    assert float(ada["points"]) == answer["programs"][1]["points"] == 5.5
    assert ada["verdict"].startswith("passed") and "ZeroDivisionError" in bob["verdict"]
    assert ada["recording"] in links


def test_recordings_of_a_report_can_lie_elsewhere(write, tmp_path):
    call("grade", "test", "--program", write(straight=STRAIGHT), "--python", sys.executable,
         "--trial", 1, "--report", tmp_path / "report", "--record", tmp_path / "kept")  # fmt: skip

    page = (tmp_path / "report" / "index.html").read_text()
    assert 'href="../kept/straight-test-1.paddock"' in page
    assert not (tmp_path / "report" / "recordings").exists()


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_graded(write, tmp_path):
    programs = write(straight=STRAIGHT)
    taken = tmp_path / "taken"
    taken.write_text("mine")
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "index.html").mkdir()

    for report in (taken, taken / "below", tmp_path / "half"):
        done = call("grade", "test", "--program", programs, "--report", report)
        assert done.returncode == 2 and str(report) in done.stderr, done.stderr
        assert "trial" not in done.stderr
    assert taken.read_text() == "mine"


def test_programs_whose_names_a_file_cannot_tell_apart_have_recordings_of_their_own(tmp_path):
    for name in ("a b", "a_b"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "test.py").write_text(STRAIGHT)

    graded = grades("test", tmp_path / "class", "--trial", 1, "--record", tmp_path / "kept")

    files = [one["trials"][0]["recording"] for one in graded.values()]
    assert len(set(files)) == 2 and all(os.path.exists(file) for file in files)


def test_a_run_with_a_program_is_recorded_too(write, tmp_path):
    file = write(straight=STRAIGHT) / "straight.py"
    kept = tmp_path / "run.paddock"

    done = call("run", "test1", "--program", file, "--python", sys.executable, "--ports", 0, 0,
                "--start", "--ticks", 100, "--record", kept, "--json")  # fmt: skip

    assert done.returncode == 0, done.stderr
    ran = json.loads(done.stdout)
    replayed = json.loads(call("replay", kept, "--json").stdout)
    assert ran["ticks"] == 100 and replayed["exact"] and replayed["hash"] == ran["hash"]


def test_two_programs_race_and_their_words_carry_their_names(write):
    folder = write(
        fast=program("print('fast')\nrc.drive.set_speed_angle(1, 0)"),
        slow=program("print('slow')\nrc.drive.set_speed_angle(0.2, 0)"),
    )

    done = call("run", "test3", "--program", folder / "fast.py", "--program", folder / "slow.py",
                "--python", sys.executable, "--ports", 0, 0, "--race", "--json")  # fmt: skip

    assert done.returncode == 0, done.stderr
    fast, slow = json.loads(done.stdout)["cars"]
    assert fast["finished"] and slow["finished"]
    assert fast["passed_s"][-1] < slow["passed_s"][-1]
    assert "fast.py: fast\n" in done.stderr and "slow.py: slow\n" in done.stderr
