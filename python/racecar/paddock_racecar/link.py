"""Requests and replies over one UDP socket; its port is what the simulator knows this script by.

Every reply is waited for with a time limit. A message of the simulator that comes in place of a
reply is told from it by its size: an error ends the script, as it does between two calls.
"""

from __future__ import annotations

import math
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from .errors import ReplyError, ScriptEnd, SimulatorError, SimulatorTimeoutError
from .messages import (
    ASYNC_PORT,
    FRAGMENT_SIZE,
    FRAGMENTS,
    LARGEST_DATAGRAM,
    SYNC_PORT,
    Header,
    fault_text,
    pack_bare,
)

Value = TypeVar("Value")


class Link:
    """The way to one simulator: `host`, and its two ports.

    `connected` is whether a handshake gave this script a car.
    """

    def __init__(
        self,
        host: str | None = None,
        ports: tuple[int, int] | None = None,
        timeout: float | None = None,
    ) -> None:
        """`ports` are (async, sync); `timeout` in seconds is for each reply.

        What is not given comes from the environment: `host_of`, `ports_of`, `timeout_of`.
        """
        self.host = socket_address(host or host_of(os.environ))
        self.async_port, self.sync_port = ports or ports_of(os.environ)
        self.timeout = timeout_of(os.environ) if timeout is None else timeout
        if not (math.isfinite(self.timeout) and self.timeout > 0):
            raise ValueError(f"timeout must be positive seconds, got {self.timeout}")
        self.connected = False
        self._stale = False  # a reply that came too late may still arrive
        self._limit: float | None = None  # that the socket waits
        # one byte more than an image: a datagram that is too long shows
        self._image = memoryview(bytearray(FRAGMENTS * FRAGMENT_SIZE + 1))
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def close(self) -> None:
        """Frees the socket. Twice is fine."""
        self._socket.close()

    def send(self, message: bytes, *, to_async: bool = False) -> None:
        """One datagram to the sync port, or to the async one."""
        port = self.async_port if to_async else self.sync_port
        try:
            self._socket.sendto(message, (self.host, port))
        except OSError as error:
            raise SimulatorError(f"cannot send to {self.host}:{port}: {error}") from error

    def receive(self, timeout: float | None) -> bytes | None:
        """The next datagram, or None when it does not come in time; None waits for ever."""
        return self._wait(timeout, self._take)

    def _take(self) -> bytes:
        return self._socket.recv(LARGEST_DATAGRAM)

    def _wait(self, timeout: float | None, take: Callable[[], Value]) -> Value | None:
        deadline = None if timeout is None else time.monotonic() + timeout
        left = timeout
        while left is None or left > 0:
            if left != self._limit:  # telling the system takes as long as receiving
                self._socket.settimeout(left)
                self._limit = left
            try:
                return take()
            except socket.timeout:
                return None
            except ConnectionError:  # Windows: nobody listened where we sent last
                left = None if deadline is None else deadline - time.monotonic()
        return None

    def drain(self) -> None:
        """Throws away what has arrived and was not read."""
        while self.receive(1e-3) is not None:
            pass
        self._stale = False

    def ask(
        self, request: bytes, read: Callable[[bytes], Value], *, to_async: bool = False
    ) -> Value:
        """Sends a request; what `read` makes of the reply."""
        self._forget_late_replies()
        self.send(request, to_async=to_async)
        return self._read_reply(request, read, to_async, self._take)

    def ask_image(self, request: bytes, *, to_async: bool = False) -> memoryview:
        """Sends a request; all fragments of the reply, each acknowledged, the last one too.

        They lie in memory of this link: good until the next image is asked for.
        """
        self._forget_late_replies()
        self.send(request, to_async=to_async)
        acknowledgement = pack_bare(Header.PYTHON_SEND_NEXT)
        end = FRAGMENTS * FRAGMENT_SIZE
        for begin in range(0, end, FRAGMENT_SIZE):
            place = self._image[begin : begin + FRAGMENT_SIZE + 1]

            def take(place: memoryview = place) -> memoryview:
                return place[: self._socket.recv_into(place)]

            self._read_reply(request, _read_fragment, to_async, take)
            self.send(acknowledgement, to_async=to_async)
        return self._image[:end]

    def _read_reply(
        self,
        request: bytes,
        read: Callable[[Any], Value],
        to_async: bool,
        take: Callable[[], bytes | memoryview],
    ) -> Value:
        deadline = time.monotonic() + self.timeout
        left = self.timeout
        while True:
            reply = self._wait(left, take)
            if reply is None:
                self._stale = True
                raise SimulatorTimeoutError(self._timeout_text(request, to_async))
            if len(reply) == 2 and reply[0] == Header.ERROR:
                end_script(fault_text(reply))
            # before it is read: as a truth, which is 0 or 1, it would be taken for one
            if len(reply) == 1 and reply[0] == Header.UNITY_EXIT:
                end_script("The simulator closed the level.")
            try:
                return read(reply)
            except ReplyError:
                if len(reply) == 2 and reply[0] == Header.CONNECT:
                    left = deadline - time.monotonic()
                    continue  # a second answer to our knocking
                raise

    def _timeout_text(self, request: bytes, to_async: bool) -> str:
        name = Header(request[0]).name.lower()
        port = self.async_port if to_async else self.sync_port
        if to_async:
            hint = "Is a level open?"
        elif not self.connected:
            hint = "Outside of go() the simulator answers the *_async() calls alone."
        else:
            hint = "The level may have been closed, or this simulator does not know the request."
        return f"no reply to {name} from {self.host}:{port} within {self.timeout:g} s. {hint}"

    def _forget_late_replies(self) -> None:
        if self._stale:
            self.drain()


def _read_fragment(reply: memoryview) -> None:
    if len(reply) != FRAGMENT_SIZE:
        raise ReplyError(f"part of an image has {FRAGMENT_SIZE} bytes, got {len(reply)}")


def end_script(text: str) -> NoReturn:
    """Says why and exits with status 0, as the course's library does for every handled error."""
    print(text, file=sys.stderr, flush=True)
    raise ScriptEnd(0)


def socket_address(host: str) -> str:
    """`host` as an IPv4 address."""
    try:
        return socket.gethostbyname(host)
    except OSError as error:
        raise SimulatorError(f"there is no host {host!r}: {error}") from error


def host_of(environment: Mapping[str, str]) -> str:
    """PADDOCK_RACECAR_HOST, else RACECAR_SIM_IP, else this machine."""
    for name in ("PADDOCK_RACECAR_HOST", "RACECAR_SIM_IP"):
        if environment.get(name):
            return environment[name]
    return "127.0.0.1"


def ports_of(environment: Mapping[str, str]) -> tuple[int, int]:
    """PADDOCK_RACECAR_PORTS as "async,sync", else the original's 5064 and 5065."""
    text = environment.get("PADDOCK_RACECAR_PORTS")
    if not text:
        return ASYNC_PORT, SYNC_PORT
    try:
        first, second = (int(part) for part in text.split(","))
    except ValueError:
        first = second = 0
    if not (0 < first < 65536 and 0 < second < 65536):
        raise ValueError(f'PADDOCK_RACECAR_PORTS must be two ports, as "5064,5065", got {text!r}')
    return first, second


def timeout_of(environment: Mapping[str, str]) -> float:
    """PADDOCK_RACECAR_TIMEOUT in seconds, else 10."""
    text = environment.get("PADDOCK_RACECAR_TIMEOUT") or "10"
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"PADDOCK_RACECAR_TIMEOUT must be seconds, got {text!r}") from None
