"""The conversation with the simulator, which dials out to us: its backend and its controller.

Every wait has a time limit. A link that breaks is dropped whole, both connections at once; then
start_env() accepts (or launches) a simulator again.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from .errors import LinkError, LinkTimeoutError, SimulatorMissingError, WorldRefusedError
from .messages import DriveCommand, Function, Init, Mode, Sensors, WorldCommand, WorldReply

BACKEND_PORT, CONTROLLER_PORT = 10201, 10200  # where the original's programs listen
POLL_SECONDS = 0.05  # how often a wait looks whether the launched simulator still lives


@dataclass(frozen=True)
class World:
    """A world that has just begun."""

    seed: int
    target: tuple[float, float]  # x, z in metres
    time_step: float  # seconds a tick
    sensors: Sensors  # of the first tick, which ran with a zero command


class Link(Protocol):
    """What the environments need of a simulator; Simulator has it, over TCP.

    Worlds and sensors may be of any class that has the fields of World and Sensors. Whatever a call
    raises, start_env() must be able to begin anew.
    """

    def start_env(
        self, *, world_size: int, scale: float, num_obstacles: int, mode: int, seed: int
    ) -> World:
        """Makes a world of `world_size` cells a side, `scale` metres each."""

    def reset_environment(self, seed: int) -> World:
        """The same kind of world, of another seed."""

    def step(self, steer: float, speed: float, ticks: int = 1) -> Sensors:
        """Holds a command (rad; rad/s, negative forward) for `ticks` ticks; the last sensors."""

    def close(self) -> None:
        """Frees what the link holds."""


class Simulator:
    """One simulator over TCP, in lock-step: it waits for us between two calls.

    Listens on both ports from the start; port 0 lets the system choose, and `backend_port` and
    `controller_port` say which it was. `sensors` is the latest packet, not answered yet.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        backend_port: int = BACKEND_PORT,
        controller_port: int = CONTROLLER_PORT,
        timeout: float = 10.0,
    ) -> None:
        """For a simulator that somebody else starts; `timeout` in seconds is for each wait."""
        if not (math.isfinite(timeout) and timeout > 0):
            raise ValueError(f"timeout must be positive seconds, got {timeout}")
        self.timeout = timeout
        self.init: Init | None = None
        self.sensors: Sensors | None = None
        self._backend_listener = _listen(host, backend_port)
        try:
            self._controller_listener = _listen(host, controller_port)
        except LinkError:
            self._backend_listener.close()
            raise
        self.host: str = host
        self.backend_port: int = self._backend_listener.getsockname()[1]
        self.controller_port: int = self._controller_listener.getsockname()[1]
        self._backend: socket.socket | None = None
        self._robot: socket.socket | None = None
        self._launcher: _Launcher | None = None
        self._closed = False

    @classmethod
    def launch(
        cls, *, program: str | None = None, arguments: Sequence[str] = (), timeout: float = 10.0
    ) -> Simulator:
        """Starts `paddock serve ees-pees` on free ports and ends it with the link.

        `program` is a name or path; without it $PADDOCK, then `paddock` on the PATH. `arguments`
        follow ours. Raises SimulatorMissingError saying where we looked.
        """
        found = find_program(program)
        simulator = cls(backend_port=0, controller_port=0, timeout=timeout)
        command = [found, "serve", "ees-pees", "--port", "0"]
        command += ["--backend", f"{simulator.host}:{simulator.backend_port}"]
        command += ["--controller", f"{simulator.host}:{simulator.controller_port}", *arguments]
        simulator._launcher = _Launcher(command)
        try:
            simulator._launcher.start()
        except LinkError:
            simulator.close()
            raise
        return simulator

    @property
    def started(self) -> bool:
        """Whether a world is up, so that step() and reset_environment() can be called."""
        return self._robot is not None

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The simulator that launch() started, running or ended."""
        return self._launcher.process if self._launcher else None

    def start_env(
        self,
        *,
        world_size: int = 8,
        scale: float = 0.5,
        num_obstacles: int = 10,
        mode: int = Mode.LOCKSTEP,
        seed: int = 0,
    ) -> World:
        """Makes a world of `world_size` x `world_size` cells of `scale` metres and begins it.

        Waits for the simulator to dial in where it has not yet. Raises WorldRefusedError when the
        numbers do not make a world; a former world then goes on.
        """
        command = WorldCommand(Function.START, seed, mode, num_obstacles, world_size, scale)
        packet = command.pack()
        self._check_open()
        with self._exchange():
            deadline = time.monotonic() + self.timeout
            if self._backend is None:
                self._backend = self._accept_backend(deadline)
            return self._begin(command, packet, deadline)

    def reset_environment(self, seed: int) -> World:
        """Begins the world of another seed, all else as at the last start_env()."""
        command = WorldCommand(Function.RESET, seed)
        packet = command.pack()
        self._check_started()
        with self._exchange():
            return self._begin(command, packet, time.monotonic() + self.timeout)

    def step(self, steer: float, speed: float, ticks: int = 1) -> Sensors:
        """Holds a command for `ticks` ticks of 32 ms and returns the sensors after the last.

        steer: rad of the rear pivot, positive turns right when driving forward, up to 1.57.
        speed: rad/s of the motor, up to 22, negative drives forward; -11 is full speed, 0.289 m/s.
        """
        if not (math.isfinite(steer) and math.isfinite(speed)):
            raise ValueError(f"steer and speed must be finite numbers, got {steer}, {speed}")
        if ticks < 1:
            raise ValueError(f"ticks must be 1 or more, got {ticks}")
        packet = DriveCommand(steer, speed).pack()
        robot = self._check_started()
        with self._exchange():
            for _ in range(ticks):
                robot.sendall(packet)
                answer = _receive(robot, Sensors.SIZE, time.monotonic() + self.timeout)
        self.sensors = Sensors.unpack(answer)
        return self.sensors

    def close_environment(self) -> int | None:
        """Asks the simulator to quit; exit status of one that launch() started, else None.

        start_env() afterwards launches or awaits a new one.
        """
        asked = self._backend is not None
        if self._backend is not None:
            with contextlib.suppress(OSError):
                self._backend.sendall(WorldCommand(Function.CLOSE).pack())
        self._drop()
        return self._launcher.end(self.timeout if asked else 0) if self._launcher else None

    def close(self) -> None:
        """Ends the simulator as close_environment() does and stops listening. Twice is fine."""
        if self._closed:
            return
        self._closed = True
        try:
            self.close_environment()
        finally:
            self._backend_listener.close()
            self._controller_listener.close()

    def __enter__(self) -> Simulator:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # the conversation

    def _begin(self, command: WorldCommand, packet: bytes, deadline: float) -> World:
        """Sends START or RESET, and waits for the reply and the new world's first sensors."""
        backend = self._backend
        assert backend is not None
        backend.sendall(packet)
        reply = WorldReply.unpack(_receive(backend, WorldReply.SIZE, deadline))
        if reply.return_code != 0:
            raise WorldRefusedError(
                f"the simulator refused (return code {reply.return_code}): {command}. A world "
                "needs cells of 0.25 m or more, a known mode, and room for its obstacles"
            )
        self.sensors = self._first_sensors(deadline)
        return World(command.seed, reply.target, reply.time_step_ms / 1000, self.sensors)

    def _first_sensors(self, deadline: float) -> Sensors:
        """Of the new world: over the connection we have (LOCKSTEP) or over a new one.

        The packet we hold is of the former world and stays unanswered, so whatever the old
        connection says next is of the new one.
        """
        while True:
            sockets = [self._controller_listener]
            if self._robot is not None:
                sockets.insert(0, self._robot)
            ready = self._wait_readable(sockets, deadline, "send the first sensors")
            if self._robot is not None and self._robot in ready:
                if not _has_ended(self._robot):
                    return Sensors.unpack(_receive(self._robot, Sensors.SIZE, deadline))
                self._robot.close()
                self._robot = None
            else:
                if self._robot is not None:
                    self._robot.close()
                self._robot = _accept(self._controller_listener)
                self.init = Init.unpack(_receive(self._robot, Init.SIZE, deadline))
                return Sensors.unpack(_receive(self._robot, Sensors.SIZE, deadline))

    def _accept_backend(self, deadline: float) -> socket.socket:
        """A simulator that has dialled in and is still there; starts ours if it is not running."""
        if self._launcher and not self._launcher.running:
            self._launcher.start()
        while True:
            self._wait_readable([self._backend_listener], deadline, "dial in")
            backend = _accept(self._backend_listener)
            # a simulator says nothing before START: bytes now are an end, or not of our protocol
            if not _readable([backend], 0):
                break
            backend.close()
        # nor does it connect the robot: what waits there is of a former conversation
        while _readable([self._controller_listener], 0):
            _accept(self._controller_listener).close()
        return backend

    def _wait_readable(
        self, sockets: list[socket.socket], deadline: float, what: str
    ) -> list[socket.socket]:
        """Those that can be read without waiting; gives up when our simulator ends."""
        while True:
            left = deadline - time.monotonic()
            ready = _readable(sockets, max(min(left, POLL_SECONDS), 0))
            if ready:
                return ready
            if self._launcher and not self._launcher.running:
                raise LinkError("the simulator ended")
            if left <= 0:
                raise LinkTimeoutError(
                    f"no simulator did {what} within {self.timeout:g} s (backend {self.host}:"
                    f"{self.backend_port}, controller {self.host}:{self.controller_port})"
                )

    @contextlib.contextmanager
    def _exchange(self) -> Iterator[None]:
        """Drops the link when anything but a refusal interrupts what happens inside."""
        try:
            yield
        except WorldRefusedError:
            raise
        except BaseException as error:
            self._drop()
            if isinstance(error, socket.timeout):
                raise LinkTimeoutError(
                    f"the simulator sent nothing for {self.timeout:g} s; call start_env() again"
                ) from None
            if isinstance(error, OSError):
                known = isinstance(error, LinkError)
                what = str(error) if known else f"the simulator is gone ({error})"
                more = self._launcher.last_words() if self._launcher else ""
                kind = type(error) if known else LinkError
                raise kind(f"{what}; call start_env() again{more}") from None
            raise

    def _drop(self) -> None:
        """Forgets the simulator; it notices, and dials in again."""
        for connection in (self._backend, self._robot):
            if connection is not None:
                connection.close()
        self._backend = self._robot = self.sensors = self.init = None

    def _check_open(self) -> None:
        if self._closed:
            raise LinkError("this link was closed; make a new one")

    def _check_started(self) -> socket.socket:
        self._check_open()
        if self._robot is None:
            raise LinkError("no world is up: call start_env() first")
        return self._robot


class _Launcher:
    """A process that is started when needed and never outlives us."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._end: weakref.finalize[Any, Any] | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        self.end(0)
        self._output = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            self._output.close()
            raise SimulatorMissingError(f"cannot start {self.command[0]}: {error}") from None
        self._end = weakref.finalize(self, _end_process, self.process, self._output)

    def end(self, patience: float) -> int | None:
        """Exit status; a process that does not end by itself in time is ended, and it tells."""
        if self.process is None or self._end is None:
            return None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self._end()
        return self.process.returncode

    def last_words(self) -> str:
        """How the process ended and what it printed last; nothing while it runs."""
        process, output = self.process, self._output
        if process is None or output is None or output.closed:
            return ""
        # a peer that vanished has often only just begun to die
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(POLL_SECONDS)
        if process.returncode is None:
            return ""
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - 2000))
        said = output.read().decode(errors="replace").strip()
        return f". {self.command[0]} ended with status {process.returncode}" + (
            f" and said:\n{said}" if said else ""
        )


def find_program(program: str | None = None) -> str:
    """The `paddock` command: `program`, else $PADDOCK, else on the PATH."""
    wanted, origin = program, "program"
    if wanted is None:
        wanted, origin = os.environ.get("PADDOCK") or None, "$PADDOCK"
    if wanted is None:
        wanted, origin = "paddock", "the PATH"
    found = shutil.which(wanted)
    if found is None:
        raise SimulatorMissingError(
            f'there is no command "{wanted}" (from {origin}); give program=..., set PADDOCK, or '
            "put paddock on the PATH"
        )
    return str(Path(found).absolute())


def _end_process(process: subprocess.Popen[bytes], output: IO[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    output.close()


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
        listener.setblocking(False)
    except (OSError, OverflowError) as error:
        listener.close()
        raise LinkError(f"cannot listen on {host}:{port}: {error}") from None
    return listener


def _accept(listener: socket.socket) -> socket.socket:
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _readable(sockets: list[socket.socket], seconds: float) -> list[socket.socket]:
    """Those that can be read, or accepted from, within `seconds`."""
    poll = select.poll()  # not select(), which knows no descriptor beyond 1023
    for one in sockets:
        poll.register(one, select.POLLIN)
    ready = {descriptor for descriptor, _ in poll.poll(1000 * seconds)}
    return [one for one in sockets if one.fileno() in ready]


def _has_ended(connection: socket.socket) -> bool:
    """Of a readable connection: whether the peer went away."""
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except ConnectionError:
        return True


def _receive(connection: socket.socket, size: int, deadline: float) -> bytes:
    """Exactly `size` bytes, however they were cut on the way."""
    packet = bytearray(size)
    view = memoryview(packet)
    got = 0
    while got < size:
        connection.settimeout(max(deadline - time.monotonic(), 1e-3))
        count = connection.recv_into(view[got:])
        if count == 0:
            raise LinkError(f"the simulator closed the connection after {got} of {size} bytes")
        got += count
    return bytes(packet)
