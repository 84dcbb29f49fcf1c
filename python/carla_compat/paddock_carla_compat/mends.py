"""What Python and its packages took from under CARLA 0.8's client, and how each module goes on."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

MESSAGES = "carla.carla_server_pb2"


def build_messages(module: ModuleType, file: str) -> None:
    """protobuf 4 refuses code of protoc 3.3: the messages are built from the description within it."""
    from google.protobuf import descriptor_pool
    from google.protobuf.internal import builder

    description = descriptor_pool.Default().AddSerializedFile(description_in(file))
    module.__dict__["DESCRIPTOR"] = description
    builder.BuildMessageAndEnumDescriptors(description, module.__dict__)
    builder.BuildTopDescriptorsAndMessages(description, module.__name__, module.__dict__)


def description_in(file: str) -> bytes:
    """The file of messages that protoc wrote into its Python: b"..." or _b("...")."""
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"), file)):
        if not isinstance(node, ast.keyword) or node.arg != "serialized_pb":
            continue
        value = node.value.args[0] if isinstance(node.value, ast.Call) else node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, bytes):
            return value.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value.encode("latin-1")
    raise ImportError(f"{file} describes no messages")


def mend_client(module: ModuleType) -> None:
    """Since Python 3.7 a generator must not end by StopIteration (PEP 479)."""
    def read_sensor_data(client: Any) -> Iterator[Any]:
        return map(client._parse_sensor_data, iter(client._stream_client.read, b""))

    module.__dict__["CarlaClient"]._read_sensor_data = read_sensor_data


def mend_metrics(module: ModuleType) -> None:
    """Python 3.11 dropped the mode "U" of open(), long the only way there is."""
    def open_text(file: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        return open(file, mode.replace("U", ""), *arguments, **named)

    module.__dict__["open"] = open_text


def mend_map(module: ModuleType) -> None:
    """Pillow 10 dropped one of two names of a filter."""
    images = module.__dict__["Image"]
    if not hasattr(images, "ANTIALIAS"):
        images.ANTIALIAS = images.Resampling.LANCZOS


def mend_planner(module: ModuleType) -> None:
    """NumPy 2 wants vectors of cross() to have three numbers; `signal` has the sine of a turn."""
    numpy = module.__dict__["np"]

    def signal(one: Any, other: Any) -> Any:
        cross = one[0] * other[1] - one[1] * other[0]
        return cross / numpy.linalg.norm(one) / numpy.linalg.norm(other)

    module.__dict__["signal"] = signal


MENDS: dict[str, Callable[[ModuleType], None]] = {
    "carla.client": mend_client,
    "carla.driving_benchmark.metrics": mend_metrics,
    "carla.planner.map": mend_map,
    "carla.planner.planner": mend_planner,
}
