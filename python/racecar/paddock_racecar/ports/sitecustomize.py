"""What Paddock has to do with programs before they begin; PYTHONPATH has this folder when it starts one.

Python imports `sitecustomize` before anything else, so the library of the course and the program
stay as they are. A `sitecustomize` of the system's own is imported afterwards. The environment says:

PADDOCK_RACECAR_PORTS    where datagrams for the course's fixed ports, UDP 5064 and 5065, go
PADDOCK_RACECAR_LIBRARY  folder whose modules are imported whatever else sys.path has
PADDOCK_RACECAR_TELL     descriptor for the line "began", and for the racecar_core that knocked
"""

import os
import socket
import sys
from importlib.machinery import PathFinder

_FIXED = (5064, 5065)  # async, sync


def _lead(ports, knocking):
    """Every datagram to a fixed port of this machine goes to the one of `ports` in its place."""
    others = dict(zip(_FIXED, ports))

    def elsewhere(of, address):
        if of.family == socket.AF_INET and of.type == socket.SOCK_DGRAM:
            if isinstance(address, tuple) and len(address) == 2:
                if address[1] in others or address[1] in ports:
                    knocking()
                return address[0], others.get(address[1], address[1])
        return address

    plain = socket.socket.__base__  # written in C; its calls are inherited

    def sendto(self, data, *flags_and_address):
        *flags, address = flags_and_address
        return plain.sendto(self, data, *flags, elsewhere(self, address))

    def connect(self, address):
        return plain.connect(self, elsewhere(self, address))

    socket.socket.sendto, socket.socket.connect = sendto, connect


class _Library:
    """Finds the modules of one folder before anybody else does."""

    def __init__(self, folder):
        self._folder = [folder]
        names = (os.path.splitext(name) for name in os.listdir(folder))
        self._names = {name for name, ending in names if ending == ".py"}

    def find_spec(self, name, path=None, target=None):
        return PathFinder.find_spec(name, self._folder) if name in self._names else None


def _teller(descriptor):
    """Says once, to whoever started the program, which library it has."""
    os.set_inheritable(descriptor, False)

    def tell(text):
        try:
            os.write(descriptor, (text + "\n").encode())
        except OSError:
            pass  # nobody listens any more

    said = []

    def knocking():
        if not said:
            said.append(True)
            tell(f"racecar_core {getattr(sys.modules.get('racecar_core'), '__file__', None) or ''}")

    tell("began")
    return knocking


def _import_the_next():
    """The `sitecustomize` that would have been found without this one, if any."""
    here = os.path.dirname(os.path.abspath(__file__))
    this, path = sys.modules.pop("sitecustomize"), sys.path[:]
    sys.path[:] = [folder for folder in path if os.path.abspath(folder) != here]
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
    finally:
        sys.path[:] = path
        sys.modules.setdefault("sitecustomize", this)


_knocking = lambda: None  # noqa: E731
if os.environ.get("PADDOCK_RACECAR_TELL", "").isdigit():
    _knocking = _teller(int(os.environ.pop("PADDOCK_RACECAR_TELL")))
_ports = os.environ.get("PADDOCK_RACECAR_PORTS", "").split(",")
if len(_ports) == 2 and all(port.isdigit() for port in _ports):
    _lead([int(port) for port in _ports], _knocking)
if os.path.isdir(os.environ.get("PADDOCK_RACECAR_LIBRARY", "")):
    sys.meta_path.insert(0, _Library(os.environ["PADDOCK_RACECAR_LIBRARY"]))
_import_the_next()
