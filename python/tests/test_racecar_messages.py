"""Datagrams of the robot-car course: the vectors that the C++ codec reads, and every size."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from paddock_racecar import ReplyError, messages
from paddock_racecar.messages import (
    Fault,
    Header,
    fault_text,
    pack_bare,
    pack_byte,
    pack_floats,
    unpack_bool,
    unpack_color,
    unpack_depth,
    unpack_floats,
    unpack_lidar,
)

VECTORS = json.loads(
    (Path(__file__).parents[2] / "tests" / "conformance" / "racecar" / "datagrams.json").read_text()
)
# requests that a simulator answers and no script of ours sends
NEVER_SENT = {"camera_get_width", "camera_get_height", "drive_stop", "lidar_get_num_samples"}


def pack(vector):
    header = Header[vector["name"].upper()]
    if "numbers" in vector:
        return pack_floats(header, *vector["numbers"])
    for key in ("version", "code", "which"):
        if key in vector:
            return pack_byte(header, vector[key])
    return pack_bare(header)


def test_the_vectors_that_cpp_reads():
    packed = 0
    for vector in VECTORS["script"]:
        if vector["name"] not in NEVER_SENT:
            assert pack(vector) == bytes.fromhex(vector["hex"]), vector
            packed += 1
    assert packed > 30


def test_replies_of_the_vectors():
    read = {
        "answer": lambda reply: (unpack_bool(reply),),
        "number": lambda reply: unpack_floats(reply, 1),
        "count": lambda reply: struct.unpack("<i", reply),
        "stick": lambda reply: unpack_floats(reply, 2),
        "triple": lambda reply: unpack_floats(reply, 3),
    }
    for vector in VECTORS["reply"]:
        numbers = read[vector["kind"]](bytes.fromhex(vector["hex"]))
        assert numbers == pytest.approx(tuple(vector["numbers"]), rel=1e-7), vector  # float32


def test_errors_of_the_vectors_have_a_text_each():
    texts = [
        fault_text(bytes.fromhex(vector["hex"]))
        for vector in VECTORS["simulator"]
        if vector["name"] == "error"
    ]
    assert len(set(texts)) == len(Fault) == 7
    assert fault_text(b"\0") == texts[0]  # the original forgets the code
    assert "(99)" in fault_text(b"\0c")


@pytest.mark.parametrize("with_opencv", [False, True])
def test_color_is_blue_first_and_row_0_the_top(with_opencv, monkeypatch):
    if not with_opencv:
        monkeypatch.setattr(messages, "find_opencv", lambda: None)
    rgba = np.zeros((480, 640, 4), np.uint8)
    rgba[0, 0] = 10, 20, 30, 255

    image = unpack_color(rgba.tobytes())

    assert image.shape == (480, 640, 3) and image.dtype == np.uint8
    assert image[0, 0].tolist() == [30, 20, 10]
    assert image.flags.c_contiguous and image.flags.writeable  # OpenCV draws on nothing else


@pytest.mark.parametrize("rows, columns", [(15, 20), (30, 40), (60, 80)])
def test_depth_is_enlarged_to_squares(rows, columns):
    coarse = np.arange(rows * columns, dtype="<f4").reshape(rows, columns)

    image = unpack_depth(coarse.tobytes())

    side = 480 // rows
    assert image.shape == (480, 640) and image.dtype == np.float32
    assert (image[::side, ::side] == coarse).all()
    assert (image[side - 1 :: side, side - 1 :: side] == coarse).all()


def test_a_scan_cannot_be_written_over():
    scan = unpack_lidar(np.arange(720, dtype="<f4").tobytes())
    assert scan[180] == 180
    with pytest.raises(ValueError, match="read-only"):
        scan[0] = 1


@pytest.mark.parametrize(
    "read, reply",
    [
        (lambda reply: unpack_floats(reply, 1), bytes(3)),
        (lambda reply: unpack_floats(reply, 2), bytes(4)),
        (lambda reply: unpack_floats(reply, 3), bytes(16)),
        (unpack_bool, b""),
        (unpack_depth, bytes(19204)),
        (unpack_depth, b""),
        (unpack_lidar, bytes(2879)),
    ],
)
def test_another_size_is_refused(read, reply):
    with pytest.raises(ReplyError, match=f"got (an empty one|{len(reply)})"):
        read(reply)
