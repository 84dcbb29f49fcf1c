"""Starts the CARLA door, or what stands for CARLA, for tests. PADDOCK_BINARY is the command."""

import contextlib
import os
import socket
import subprocess
import time

DEADLINE = 60.0  # seconds for a server to be there

def three_ports():
    """The first of three in a row that are free now."""
    for _ in range(100):
        with contextlib.ExitStack() as held:
            first = held.enter_context(socket.socket())
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                for further in (port + 1, port + 2):
                    held.enter_context(socket.socket()).bind(("127.0.0.1", further))
                return port
    raise OSError("no three free ports in a row")


@contextlib.contextmanager
def running(command, port, **environment):
    """The process, as soon as it hears clients on `port`."""
    server = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL,
                              env=os.environ | environment)
    try:
        give_up = time.monotonic() + DEADLINE
        while True:
            assert server.poll() is None, "the server ended"
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            assert time.monotonic() < give_up, "the server does not listen"
            time.sleep(0.05)
        yield server
    finally:
        server.terminate()
        server.wait(DEADLINE)


@contextlib.contextmanager
def town(name):
    """The port of a server that has this town."""
    port = three_ports()
    command = [os.environ["PADDOCK_BINARY"], "serve", "carla", "--town", name, "--carla-port", port,
               "--port", 0]
    with running(command, port):
        yield port
