"""The `webots` launcher that `paddock serve ees-pees --launcher` writes, called as the original's
programs call Webots. PADDOCK_BINARY is the command."""

import os
import select
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from paddock_eespees import Function, Mode, WorldCommand, WorldReply

DEADLINE = 20.0  # seconds that any part of a test may take
START = WorldCommand(
    Function.START, seed=42, mode=Mode.FAST, num_obstacles=10, world_size=8, scale=0.5
)
WORLD = "/somewhere/webots/worlds/training_env.wbt"


def listener(port=0):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(("127.0.0.1", port))
    server.listen(5)
    server.settimeout(DEADLINE)
    return server


def accept(server):
    link, _ = server.accept()
    link.settimeout(DEADLINE)
    return link


def name_of(pid):
    """As the backend sees it; None when there is no such process."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return None


def child_of(pid):
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


class Launched:
    """webots with these arguments, its process and the one it starts, and who listens for them."""

    def __init__(self, webots, *arguments):
        self.backend, self.controller = listener(), listener()
        options = (
            f"--port 0 --backend {self.backend.getsockname()[1]}"
            f" --controller {self.controller.getsockname()[1]}"
        )
        self.process = subprocess.Popen(
            [webots, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PADDOCK_EES_PEES": options},
        )
        self.page = next(line for line in self.process.stdout if line.startswith("http://"))
        self.server = child_of(self.process.pid)
        self.server_handle = os.pidfd_open(self.server)

    def server_ended(self):
        return bool(select.select([self.server_handle], [], [], DEADLINE)[0])

    def open_page(self):
        """A page that never says a word, not even good-bye."""
        link = socket.create_connection(("127.0.0.1", int(self.page.rstrip("/\n").split(":")[2])))
        link.settimeout(DEADLINE)
        link.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert b" 101 " in link.recv(4096)
        return link

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        assert self.server_ended()
        os.close(self.server_handle)
        self.backend.close()
        self.controller.close()


@pytest.fixture
def webots(tmp_path):
    program = os.environ.get("PADDOCK_BINARY")
    assert program, "set PADDOCK_BINARY to the paddock command, as CMake's tests do"
    subprocess.run([program, "serve", "ees-pees", "--launcher", tmp_path], check=True)
    return tmp_path / "webots"


def test_it_says_the_version_it_stands_for(webots):
    asked = subprocess.run([webots, "--version"], capture_output=True, text=True, timeout=DEADLINE)

    assert asked.returncode == 0
    assert asked.stdout.startswith("Webots version: R2020a")


@pytest.mark.parametrize(
    "argument, complaint", [("town.wbt", "no level for town.wbt"), ("--mode=slow", "--mode must be")]
)
def test_it_refuses_what_it_does_not_have(webots, argument, complaint):
    asked = subprocess.run([webots, argument], capture_output=True, text=True, timeout=DEADLINE)

    assert asked.returncode != 0
    assert complaint in asked.stderr


@pytest.mark.parametrize("arguments", [(WORLD,), (), ("--mode=fast", "--batch", WORLD)])
def test_it_serves_the_training_field(webots, arguments):
    with Launched(webots, *arguments) as launched:
        backend = accept(launched.backend)
        backend.sendall(START.pack())
        reply = WorldReply.unpack(backend.recv(16))

        assert name_of(launched.process.pid) == "webots"
        assert name_of(launched.server) == "webots-bin"
        assert reply.target == (3.25, 2.25)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_ends_webots_ends_the_server(webots, number):
    with Launched(webots, WORLD) as launched:
        backend = accept(launched.backend)

        launched.process.send_signal(number)

        assert backend.recv(1) == b""
        assert launched.server_ended()


def test_close_ends_both(webots):
    with Launched(webots, WORLD) as launched:
        backend = accept(launched.backend)
        backend.sendall(START.pack())
        backend.recv(16)
        backend.sendall(WorldCommand(Function.CLOSE).pack())

        assert launched.process.wait(DEADLINE) == 0


def test_a_server_told_to_stop_is_gone_for_the_next_backend(webots):
    with Launched(webots, WORLD) as launched:
        page = launched.open_page()  # keeps the process for the length of a good-bye
        backend = accept(launched.backend)
        port = launched.backend.getsockname()[1]
        launched.backend.close()

        os.kill(launched.server, signal.SIGTERM)

        # what the next backend does: it looks for webots-bin, then listens
        assert backend.recv(1) == b""
        assert name_of(launched.server) != "webots-bin"
        launched.backend = listener(port)
        assert launched.server_ended()
        launched.backend.setblocking(False)
        with pytest.raises(BlockingIOError):
            launched.backend.accept()
        page.close()
