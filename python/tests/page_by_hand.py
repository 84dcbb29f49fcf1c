"""The page in tests: a server of its own, and a client of the web door that opens rooms and presses keys."""

import contextlib
import json
import os
import socket
import struct
import subprocess
import time
from urllib.parse import urlsplit

PADDOCK = os.environ.get("PADDOCK_BINARY", "paddock")  # the command, as CMake's tests set it
DEADLINE = 60.0  # seconds that an answer may take on a busy machine
TEXT, PING, PONG = 1, 9, 10  # kinds of frames


@contextlib.contextmanager
def served(folder, *options):
    """Runs `paddock` with any free ports and recordings in `folder`; gives the page's address."""
    words = ["--port", "0", "--racecar-ports", "0", "0", "--recordings", str(folder)]
    server = subprocess.Popen([PADDOCK, *words, *options], stdout=subprocess.PIPE, text=True)
    try:
        yield next(line for line in server.stdout if line.startswith("http://")).strip()
    finally:
        server.terminate()
        server.communicate(timeout=DEADLINE)


class Page:
    """One connection: a WebSocket by hand, RFC 6455. `address` is the printed one; `host` another way there."""

    def __init__(self, address, host=None):
        parts = urlsplit(address)
        host = host or parts.hostname
        self.socket = socket.create_connection((host, parts.port), timeout=DEADLINE)
        self.stream = self.socket.makefile("rb")
        query = f"?{parts.query}" if parts.query else ""
        self.socket.sendall(
            f"GET /ws{query} HTTP/1.1\r\nHost: {host}:{parts.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: cGFkZG9jay1wYWRkb2NrIQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = iter(self.stream.readline, b"\r\n")
        assert b" 101 " in next(head)
        list(head)
        self.say(type="hello", version=1)
        self.wait_for("welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.socket.close()

    def say(self, **message):
        self._send(TEXT, json.dumps(message).encode())

    def hear(self):
        """The next message: a dictionary, or None for anything else."""
        head = self.stream.read(2)
        if len(head) < 2:
            raise ConnectionError("the server closed the connection")
        kind, size = head[0] & 15, head[1]
        if size >= 126:
            size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
        content = self.stream.read(size)
        if kind == PING:
            self._send(PONG, content)
        return json.loads(content) if kind == TEXT else None

    def wait_for(self, kind, wanted=lambda message: True):
        """The next message of a kind that is as wanted; an error in its place is raised."""
        until = time.monotonic() + DEADLINE
        while time.monotonic() < until:
            message = self.hear()
            if message and message["type"] == "error":
                raise RuntimeError(message["message"])
            if message and message["type"] == kind and wanted(message):
                return message
        raise TimeoutError(f"no such {kind} within {DEADLINE:g} s")

    def open(self, **room):
        """Opens a room for one program; "5064,5065" or whichever ports its door listens on."""
        self.say(type="open", id=1, vehicles=[{"driver": "program"}], **room)
        ready = self.wait_for("room", lambda room: room["links"])
        return ",".join(map(str, ready["links"][0]["ports"]))

    def press(self, *buttons):
        """Down and up again."""
        self.say(type="pad", buttons=buttons)
        self.say(type="pad", buttons=[])

    def _send(self, kind, content):
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.socket.sendall(bytes([0x80 | kind]) + length + bytes(4) + content)  # masked by zeros
