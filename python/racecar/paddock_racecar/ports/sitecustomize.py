"""Leads programs with the course's fixed ports, UDP 5064 and 5065, to PADDOCK_RACECAR_PORTS.

Paddock puts this folder on PYTHONPATH when it starts a program where those two ports are taken, or
several programs side by side: Python imports `sitecustomize` before anything else, and the library
of the course stays as it is. A `sitecustomize` of the system's own is imported afterwards.
"""

import os
import socket
import sys

_FIXED = (5064, 5065)  # async, sync


def _lead(ports):
    """Every datagram to a fixed port of this machine goes to the one of `ports` in its place."""
    others = dict(zip(_FIXED, ports))

    def elsewhere(of, address):
        if of.family == socket.AF_INET and of.type == socket.SOCK_DGRAM:
            if isinstance(address, tuple) and len(address) == 2 and address[1] in others:
                return address[0], others[address[1]]
        return address

    plain = socket.socket.__base__  # written in C; its calls are inherited

    def sendto(self, data, *flags_and_address):
        *flags, address = flags_and_address
        return plain.sendto(self, data, *flags, elsewhere(self, address))

    def connect(self, address):
        return plain.connect(self, elsewhere(self, address))

    socket.socket.sendto, socket.socket.connect = sendto, connect


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


_ports = os.environ.get("PADDOCK_RACECAR_PORTS", "").split(",")
if len(_ports) == 2 and all(port.isdigit() for port in _ports):
    _lead([int(port) for port in _ports])
_import_the_next()
