"""A stand-in for RacecarSim in tests: the simulator's side of the protocol on two free ports.

Nothing happens by itself: a test says when to accept, start and update, and reads what came.
"""

import socket
import struct

import numpy as np

DEADLINE = 20.0  # seconds that any datagram may take
FRAGMENTS, FRAGMENT_SIZE = 32, 38400

# by header, for requests of one reply; tests change them
REPLIES = {
    10: struct.pack("<f", 0.0166666675),
    13: np.full((60, 80), 150, "<f4").tobytes(),
    14: struct.pack("<i", 640),
    15: struct.pack("<i", 480),
    16: b"\0",
    17: b"\0",
    18: b"\0",
    19: struct.pack("<f", 0.5),
    20: struct.pack("<ff", -0.25, 0.75),
    25: struct.pack("<i", 720),
    26: np.arange(720, dtype="<f4").tobytes(),
    27: struct.pack("<fff", 0, -9.8125, 0.5),
    28: struct.pack("<fff", 0, 0.25, 0),
    29: struct.pack("<fff", 1, 2, 3),
    31: struct.pack("<f", 4),
}
SILENT = {22, 23, 24, 32, 33}  # commands


def picture(blue=0, green=0, red=0):
    """An image of one colour, as the wire has it: (480, 640, 4) of R, G, B, A."""
    image = np.zeros((480, 640, 4), np.uint8)
    image[:] = red, green, blue, 255
    return image


class StandIn:
    """`received` is every datagram in order as (port, bytes), ports being "sync" and "async"."""

    def __init__(self):
        self.sync, self.async_ = self._open(), self._open()
        self.ports = self.async_.getsockname()[1], self.sync.getsockname()[1]
        self.replies = dict(REPLIES)
        self.image = picture()
        self.received = []
        self.client = None  # address of the script that has the car

    def close(self):
        self.sync.close()
        self.async_.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def environment(self):
        """What a script needs to find us."""
        return {
            "PADDOCK_RACECAR_HOST": "127.0.0.1",
            "PADDOCK_RACECAR_PORTS": f"{self.ports[0]},{self.ports[1]}",
        }

    def receive(self, port):
        """The next datagram on "sync" or "async" and who sent it."""
        door = self.sync if port == "sync" else self.async_
        datagram, sender = door.recvfrom(65535)
        self.received.append((port, datagram))
        return datagram, sender

    def knock(self):
        """Waits for a request to connect, and answers nothing."""
        datagram, sender = self.receive("async")
        assert datagram[0] == 1, datagram
        return datagram, sender

    def accept(self, answer=b"\x01\x00"):
        """Waits for a request to connect and answers it."""
        datagram, self.client = self.knock()
        self.async_.sendto(answer, self.client)
        return datagram

    def send(self, datagram):
        """From the sync port to the script."""
        self.sync.sendto(datagram, self.client)

    def call(self, header):
        """[2] or [3], then serves until the script is done; what it said, the last included."""
        self.send(bytes([header]))
        return self.serve()

    def start(self):
        return self.call(2)

    def update(self):
        return self.call(3)

    def serve(self, port="sync", count=None):
        """Answers requests until [5], [7] or an error, or until `count` of them were answered."""
        said = []
        while count is None or len(said) < count:
            datagram, sender = self.receive(port)
            said.append(datagram)
            if datagram[0] in (0, 5, 7):
                return said
            self.answer(port, datagram, sender)
        return said

    def answer(self, port, request, sender):
        door = self.sync if port == "sync" else self.async_
        if request[0] in SILENT:
            return
        if request[0] not in (12, 30):
            door.sendto(self.replies[request[0]], sender)
            return
        payload = self.image.tobytes()
        for index in range(FRAGMENTS):
            door.sendto(payload[index * FRAGMENT_SIZE :][:FRAGMENT_SIZE], sender)
            ack, whom = self.receive(port)
            assert (ack, whom) == (b"\x06", sender), (index, ack)

    def _open(self):
        door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        door.bind(("127.0.0.1", 0))
        door.settimeout(DEADLINE)
        return door
