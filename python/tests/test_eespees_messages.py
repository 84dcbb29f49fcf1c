"""Every packet byte for byte, as the protocol's description shows it."""

import json
from pathlib import Path

import numpy as np
import pytest

from paddock_eespees import (
    DriveCommand,
    Function,
    Init,
    Mode,
    Sensors,
    WorldCommand,
    WorldReply,
)

VECTORS = [
    (Init(), "20000000 0000000000003640 7b14ae47e17aa43f 0000000000000c40"),
    (DriveCommand(0.25, -5.5), "000000000000d03f 00000000000016c0"),
    (DriveCommand(0.0, -0.0), "0000000000000000 0000000000000080"),
    (
        WorldCommand(Function.START, 42, Mode.FAST, 10, 8, 0.5),
        "01000000 2a000000 02000000 0a000000 08000000 0000003f",
    ),
    (WorldCommand(Function.RESET, 42), "02000000 2a000000" + "00" * 16),
    (WorldCommand(Function.CLOSE), "03000000" + "00" * 20),
    (WorldReply(0, 32, (3.25, 2.25)), "00000000 20000000 00005040 00001040"),
    (WorldReply(1, 32, (0.0, 0.0)), "01000000 20000000 00000000 00000000"),
]


@pytest.mark.parametrize("message, text", VECTORS, ids=lambda value: type(value).__name__)
def test_bytes_and_back(message, text):
    packet = bytes.fromhex(text)

    assert message.pack() == packet
    assert len(packet) == message.SIZE
    assert type(message).unpack(packet) == message


def test_the_vectors_that_cpp_reads():
    file = Path(__file__).parents[2] / "tests" / "conformance" / "eespees" / "packets.json"
    kinds = {
        "init": lambda v: Init(v["step_ms"], v["max_speed"], v["lidar_min"], v["lidar_max"]),
        "drive": lambda v: DriveCommand(v["heading"], v["speed"]),
        "world_command": lambda v: WorldCommand(
            v["function"], v["seed"], v["mode"], v["obstacles"], v["cells"], v["scale"]
        ),
        "world_reply": lambda v: WorldReply(v["code"], v["step_ms"], tuple(v["target"])),
    }
    for kind, vectors in json.loads(file.read_text()).items():
        for vector in vectors:
            assert kinds[kind](vector).pack() == bytes.fromhex(vector["hex"]), vector


def test_sizes_are_those_of_the_protocol():
    kinds = (Init, Sensors, DriveCommand, WorldCommand, WorldReply)
    assert [kind.SIZE for kind in kinds] == [28, 1512, 16, 24, 16]


def test_sensors_stand_at_their_offsets():
    sensors = Sensors(
        1.5, 0.25, -0.5, (2.0, 0.02625, 3.0), (-1.0, 0.0, 0.5), np.arange(360, dtype=np.float32)
    )

    packet = sensors.pack()

    assert len(packet) == 1512
    doubles = np.frombuffer(packet, "<f8", 9)
    assert doubles.tolist() == [1.5, 0.25, -0.5, 2.0, 0.02625, 3.0, -1.0, 0.0, 0.5]
    assert np.frombuffer(packet, "<f4", 360, 72).tolist() == list(range(360))
    assert Sensors.unpack(packet) == sensors
    assert hash(Sensors.unpack(packet)) == hash(sensors)
    assert Sensors.unpack(packet) != Sensors()


def test_unpacked_ranges_cannot_be_written_over():
    distance = Sensors.unpack(Sensors().pack()).distance
    assert distance.shape == (360,) and distance.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        distance[0] = 1


@pytest.mark.parametrize("kind", [Init, Sensors, DriveCommand, WorldCommand, WorldReply])
def test_another_size_is_refused(kind):
    for size in (0, kind.SIZE - 1, kind.SIZE + 1):
        with pytest.raises(ValueError, match=f"has {kind.SIZE} bytes, got {size}"):
            kind.unpack(bytes(size))


def test_numbers_that_do_not_fit_are_refused():
    for command in (
        WorldCommand(Function.RESET, seed=1 << 31),
        WorldCommand(Function.START, world_size=0.5),
        WorldCommand(Function.START, scale=1e300),
        DriveCommand("fast", 0.0),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            command.pack()
    with pytest.raises(ValueError, match="shape"):
        Sensors(distance=np.zeros(359)).pack()
