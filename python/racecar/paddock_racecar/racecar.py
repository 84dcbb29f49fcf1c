"""The car as a script sees it, and the order of work of one update."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .camera import Camera
from .controller import Controller
from .display import Display
from .drive import Drive
from .drone import Drone
from .errors import RealCarError, ScriptEnd, SimulatorError, SimulatorTimeoutError
from .lidar import Lidar
from .link import Link, end_script
from .messages import VERSION, Fault, Header, fault_text, pack_bare, pack_byte, unpack_floats
from .physics import Physics

KNOCK_SECONDS = 0.25  # between two requests for a car
HINT_SECONDS = 5.0  # without an answer, until we say what may be the matter
IDLE_SECONDS = 0.5  # how often a waiting script looks for Ctrl+C, which Windows needs
SLOW_SECONDS = 1.0  # between two calls of update_slow, unless the script says otherwise


def create_racecar(
    isSimulation: bool | None = None,  # the course's own name
    *,
    host: str | None = None,
    ports: tuple[int, int] | None = None,
    timeout: float | None = None,
    version: int = VERSION,
) -> Racecar:
    """The one car of a script. Flags of the program: -s simulation, -h headless, -d window at once.

    Without `isSimulation` the flag -s decides. `host`, `ports` (async, sync) and `timeout` (seconds
    for each reply) come before the environment: PADDOCK_RACECAR_HOST or RACECAR_SIM_IP,
    PADDOCK_RACECAR_PORTS, PADDOCK_RACECAR_TIMEOUT. `version` is the protocol's, told on connecting.
    """
    if isSimulation is None:
        isSimulation = "-s" in sys.argv
    if not isSimulation:
        raise RealCarError(
            "this library drives cars in a simulator only: run the program with -s, or call "
            "create_racecar(True) in a notebook"
        )
    display = Display(headless="-h" in sys.argv)
    if "-d" in sys.argv:
        display.create_window()
    return Racecar(Link(host, ports, timeout), display, version)


class Racecar:
    """Sensors, drive and controller of one car; `go()` gives the simulator the lead."""

    def __init__(self, link: Link, display: Display, version: int = VERSION) -> None:
        """As create_racecar() does it."""
        self._link, self._version = link, version
        self.camera = Camera(link)
        self.controller = Controller(link)
        self.display = display
        self.drive = Drive(link)
        self.lidar = Lidar(link)
        self.physics = Physics(link)
        self.drone = Drone(link)
        self._start: Callable[[], Any] | None = None
        self._update: Callable[[], Any] | None = None
        self._update_slow: Callable[[], Any] | None = None
        self._delta_time: float | None = None  # s, of this update, once it was asked for
        self._slow_period, self._slow_countdown = SLOW_SECONDS, 0.0  # s
        # where a Ctrl+C finds us
        self._in_call = self._finishing = self._interrupted = self._ended = False

    def set_start_update(
        self,
        start: Callable[[], Any],
        update: Callable[[], Any],
        update_slow: Callable[[], Any] | None = None,
    ) -> None:
        """`start` runs when the user program begins, `update` every frame, `update_slow` about once
        a second (set_update_slow_time)."""
        for function in (start, update):
            if not callable(function):
                raise ValueError(f"start and update must be functions, got {function!r}")
        self._start, self._update, self._update_slow = start, update, update_slow

    def get_delta_time(self) -> float:
        """Seconds of simulated time since the last update; 0 while a race is paused.

        With an update_slow it is the value of the update before, which has been asked for already.
        """
        if self._delta_time is None:
            request = pack_bare(Header.RACECAR_GET_DELTA_TIME)
            self._delta_time = self._link.ask(request, lambda reply: unpack_floats(reply, 1)[0])
        return self._delta_time

    def set_update_slow_time(self, time: float = SLOW_SECONDS) -> None:
        """Seconds between two calls of update_slow; every new start of the program resets it."""
        if not time > 0:
            raise ValueError(f"time must be positive seconds, got {time}")
        self._slow_period = time

    def go(self) -> None:
        """Asks the simulator for a car and does its bidding until it ends the level."""
        if self._start is None or self._update is None:
            raise RuntimeError("call set_start_update(start, update) before go()")
        self._in_call = self._finishing = self._interrupted = self._ended = False
        with self._ctrl_c_handled():
            if self._connect():
                self._serve()

    def close(self) -> None:
        """Frees the socket. Twice is fine."""
        self._link.close()

    # the conversation

    def _connect(self) -> bool:
        link = self._link
        print(f"Waiting for a simulator at {link.host}:{link.async_port} …", flush=True)
        link.drain()  # of an earlier go()
        reply, waited = None, 0.0
        while reply is None:
            link.send(pack_byte(Header.CONNECT, self._version), to_async=True)
            reply = link.receive(KNOCK_SECONDS)
            waited += KNOCK_SECONDS
            if reply is None and waited == HINT_SECONDS:
                print(
                    f"No answer yet. Is a level of the course open at {link.host}, and does it use the "
                    f"ports {link.async_port} and {link.sync_port}? Going on …",
                    flush=True,
                )
        header = reply[0] if reply else None
        if reply == bytes([Header.ERROR, Fault.GENERIC]):
            end_script(
                f"The simulator at {link.host} did not let this script in. Open its page with the "
                "token on this machine first."
            )
        if header == Header.ERROR:
            end_script(fault_text(reply))
        if header == Header.CONNECT and len(reply) > 1:
            link.connected = True
            print(f"Connected: this script drives car {reply[1] + 1}. START runs it.", flush=True)
            return True
        self._confused("invalid handshake", reply)
        return False

    def _serve(self) -> None:
        while True:
            datagram = self._link.receive(IDLE_SECONDS)
            if datagram is None:
                continue
            header = datagram[0] if datagram else None
            if header == Header.UNITY_START:
                assert self._start is not None  # go() asked
                self._slow_period = SLOW_SECONDS
                self._run(self._start)
            elif header == Header.UNITY_UPDATE:
                self._run(self._do_update)
            elif header == Header.UNITY_EXIT:
                print("The simulator closed the level.", flush=True)
                return
            elif header == Header.CONNECT or datagram == bytes([Header.ERROR, Fault.NO_FREE_CAR]):
                continue  # answers to knocks that were one too many: we have a car
            elif header == Header.ERROR:
                end_script(fault_text(datagram))
            else:
                self._confused("unexpected message", datagram)
                return

    def _do_update(self) -> None:
        assert self._update is not None  # go() asked
        self._update()
        self._delta_time = None
        if self._update_slow is not None:
            self._slow_countdown -= self.get_delta_time()
            if self._slow_countdown < 0:
                self._update_slow()
                self._slow_countdown = self._slow_period
        for module in (self.camera, self.controller, self.lidar, self.drone):
            module._forget()

    def _run(self, call: Callable[[], Any]) -> None:
        """One call of user code, during which the simulator waits for us."""
        self._in_call = True
        try:
            call()
        except ScriptEnd:
            raise
        except (SystemExit, KeyboardInterrupt):
            self._link.send(pack_bare(Header.PYTHON_EXIT))
            raise
        except SimulatorTimeoutError:
            self._say_fault(Fault.TIMEOUT)
            raise
        except BaseException:
            self._say_fault(Fault.PYTHON_EXCEPTION)
            raise
        if self._ended:  # user code caught what Ctrl+C raised
            raise ScriptEnd(0)
        self._finishing = True
        self._link.send(pack_bare(Header.PYTHON_FINISHED))
        self._in_call = self._finishing = False
        if self._interrupted:
            self._leave()

    def _say_fault(self, fault: Fault) -> None:
        with contextlib.suppress(SimulatorError):
            self._link.send(pack_byte(Header.ERROR, fault))

    def _confused(self, what: str, datagram: bytes) -> None:
        shown = datagram[:8].hex(" ")
        print(f"{what} from the simulator: [{shown}]", file=sys.stderr, flush=True)
        self._link.send(pack_bare(Header.ERROR))

    # Ctrl+C

    @contextlib.contextmanager
    def _ctrl_c_handled(self) -> Iterator[None]:
        def handle(*_: Any) -> None:
            if self._finishing:  # between two states: a moment later it is clear whom to tell
                self._interrupted = True
            else:
                self._leave()

        try:
            before = signal.signal(signal.SIGINT, handle)
        except ValueError:  # go() in a thread: Ctrl+C is the main thread's business
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _leave(self) -> None:
        """Tells the simulator where it listens now, and ends the script with status 0."""
        self._ended = True
        with contextlib.suppress(SimulatorError):
            self._link.send(pack_bare(Header.PYTHON_EXIT), to_async=not self._in_call)
        print("Ended by Ctrl+C.", flush=True)
        raise ScriptEnd(0)
