"""paddock_carla_compat: what Python dropped and CARLA 0.8's client calls. Its modules are not in this
tree: those here have its faults, each in a line."""

import io
import subprocess
import sys
from types import SimpleNamespace

import numpy
import pytest

from paddock_carla_compat import mends, old_imp

CLIENT = """
class CarlaClient:
    def __init__(self):
        self._stream_client = self
        self.bodies = [b"one", b"two", b"", b"of the next frame"]
    def read(self):
        return self.bodies.pop(0)
    def _parse_sensor_data(self, data):
        return data.decode(), len(data)
    def _read_sensor_data(self):
        while True:
            data = self.read()
            if not data:
                raise StopIteration
            yield self._parse_sensor_data(data)
    def read_data(self):
        return dict(self._read_sensor_data())
"""
METRICS = """
def first_line(path):
    with open(path, "rU") as f:
        return f.readline()
"""
PROGRAM = """
import sys
from carla.client import CarlaClient
from carla.driving_benchmark.metrics import first_line
print(__name__, sys.argv[1:], CarlaClient().read_data(), first_line(__file__).strip())
"""


@pytest.fixture
def client(tmp_path):
    """A folder with a program and the package that it imports."""
    benchmark = tmp_path / "carla" / "driving_benchmark"
    benchmark.mkdir(parents=True)
    for folder in (tmp_path / "carla", benchmark):
        (folder / "__init__.py").touch()
    (tmp_path / "carla" / "client.py").write_text(CLIENT)
    (benchmark / "metrics.py").write_text(METRICS)
    (tmp_path / "program.py").write_text("# first\n" + PROGRAM)
    return tmp_path


def python(*arguments, folder):
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)


def test_a_program_runs_with_its_arguments_and_the_client_mended(client):
    said = python("-m", "paddock_carla_compat", client / "program.py", "-a", folder="/")
    assert said.stdout == "__main__ ['-a'] {'one': 3, 'two': 3} # first\n", said.stderr
    assert python(client / "program.py", folder="/").returncode != 0  # as it is without


def test_a_module_runs_from_the_current_folder(client):
    said = python("-m", "paddock_carla_compat", "-m", "program", folder=client)
    assert said.stdout.startswith("__main__ [] {'one': 3"), said.stderr


def test_a_program_of_ones_own_says_so_before_it_imports_the_client(client):
    text = ("import paddock_carla_compat as c; c.install(); c.install()\n"
            "from carla.client import CarlaClient; print(len(CarlaClient().read_data()))")
    said = python("-c", text, folder=client)
    assert said.stdout == "2\n", said.stderr


def test_without_a_program_it_says_how_it_is_called(client):
    said = python("-m", "paddock_carla_compat", folder=client)
    assert said.returncode != 0
    assert "PROGRAM" in said.stderr


@pytest.mark.parametrize("written", ["_b('\\n\\x04\\xe4')", "b'\\n\\x04\\xe4'"])
def test_messages_are_found_in_what_protoc_wrote(tmp_path, written):
    file = tmp_path / "carla_server_pb2.py"
    file.write_text(f"DESCRIPTOR = descriptor.FileDescriptor(name='a', serialized_pb={written})\n")
    assert mends.description_in(str(file)) == b"\n\x04\xe4"
    file.write_text("DESCRIPTOR = None\n")
    with pytest.raises(ImportError):
        mends.description_in(str(file))


def test_turns_have_the_sine_that_cross_gave():
    planner = SimpleNamespace(np=numpy)
    mends.mend_planner(planner)
    assert planner.signal(numpy.array([2, 0]), numpy.array([0, 3])) == 1
    assert planner.signal([0, 1], [1, 0]) == -1


def test_the_filter_has_its_old_name_again():
    images = SimpleNamespace(Resampling=SimpleNamespace(LANCZOS="best"))
    mends.mend_map(SimpleNamespace(Image=images))
    assert images.ANTIALIAS == "best"
    images.ANTIALIAS = "old"
    mends.mend_map(SimpleNamespace(Image=images))
    assert images.ANTIALIAS == "old"


def test_the_suites_modules_are_found_and_loaded(tmp_path):
    (tmp_path / "some_suite.py").write_text("answer = 42\n")
    found = old_imp.find_module("some_suite", [str(tmp_path)])
    assert isinstance(found[0], io.TextIOBase)
    assert old_imp.load_module("some_suite", *found).answer == 42
    found[0].close()
    with pytest.raises(ImportError):
        old_imp.find_module("none_such", [str(tmp_path)])
