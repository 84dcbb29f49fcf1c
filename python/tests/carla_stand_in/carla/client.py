import contextlib
import socket
import struct
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

DEADLINE = 60.0  # seconds for any answer


@dataclass
class VehicleControl:
    steer: float = 0.0
    throttle: float = 0.0
    brake: float = 0.0
    hand_brake: bool = False
    reverse: bool = False

    def encoded(self):
        numbers = struct.pack("<BfBfBf", 0x0D, self.steer, 0x15, self.throttle, 0x1D, self.brake)
        return numbers + bytes([0x20, self.hand_brake, 0x28, self.reverse])


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    """Number -> the last value of a protobuf message: int, float or bytes."""
    found, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            found[tag >> 3], at = varint(data, at)
        elif tag & 7 == 5:
            found[tag >> 3] = struct.unpack_from("<f", data, at)[0]
            at += 4
        else:
            size, at = varint(data, at)
            found[tag >> 3] = data[at:at + size]
            at += size
    return found


def vector(data):
    found = fields(data)
    return SimpleNamespace(x=found.get(1, 0.0), y=found.get(2, 0.0), z=found.get(3, 0.0))


def control(data):
    found = fields(data)
    return VehicleControl(found.get(1, 0.0), found.get(2, 0.0), found.get(3, 0.0))


def player(data):
    found = fields(data)
    place = fields(found[1])
    turn = fields(place[3])
    return SimpleNamespace(
        transform=SimpleNamespace(location=vector(place[1]),
                                  rotation=SimpleNamespace(yaw=turn.get(2, 0.0))),
        forward_speed=found.get(4, 0.0), collision_other=found.get(7, 0.0),
        intersection_otherlane=found.get(8, 0.0), intersection_offroad=found.get(9, 0.0),
        autopilot_control=control(found[10]))


class CarlaClient:
    """Says `settings` as text; sensors are by their number, from 1."""

    def __init__(self, port):
        self._port = port
        self._world = self._connect(port)
        self._stream = self._control = None

    def start(self, settings, spot):
        self._close_episode()
        text = settings.encode()
        size = bytearray()
        rest = len(text)
        while rest >= 0x80:
            size.append(rest & 0x7F | 0x80)
            rest >>= 7
        self._send(self._world, bytes([0x0A, *size, rest]) + text)
        self.map_name = fields(self._receive(self._world))[3].decode()
        self._send(self._world, bytes([0x08, spot]) if spot else b"")  # spots below 128
        self._receive(self._world)
        self._stream, self._control = self._connect(self._port + 1), self._connect(self._port + 2)

    def read_data(self):
        """Measurements, and labels of each camera by its number."""
        found = fields(self._receive(self._stream))
        measured = SimpleNamespace(game_timestamp=found[2], player_measurements=player(found[3]))
        pictures = {}
        while message := self._receive(self._stream):
            sensor, _, width, height = struct.unpack_from("<IQII", message)
            pixels = np.frombuffer(message, np.uint8, offset=28).reshape(height, width, 4)
            pictures[sensor] = SimpleNamespace(data=pixels[:, :, 2])
        return measured, pictures

    def send_control(self, wanted):
        self._send(self._control, wanted.encoded())

    def close(self):
        self._close_episode()
        self._world.close()

    def _close_episode(self):
        for link in (self._stream, self._control):
            if link is not None:
                link.close()

    @staticmethod
    def _connect(port):
        return socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)

    @staticmethod
    def _send(link, body):
        link.sendall(struct.pack("<I", len(body)) + body)

    @staticmethod
    def _receive(link):
        def take(size):
            pieces = bytearray()
            while len(pieces) < size:
                piece = link.recv(size - len(pieces))
                if not piece:
                    raise ConnectionError("the server hung up")
                pieces += piece
            return bytes(pieces)

        return take(struct.unpack("<I", take(4))[0])


@contextlib.contextmanager
def make_carla_client(port):
    client = CarlaClient(port)
    try:
        yield client
    finally:
        client.close()
