"""CARLA 0.8's Python client, unchanged, on Python 3.7 and later with today's packages.

    python -m paddock_carla_compat client_example.py --autopilot     # runs a program
    python -m paddock_carla_compat -m unittest discover test         # or a module

    import paddock_carla_compat                                      # or in one's own program,
    paddock_carla_compat.install()                                   # before it imports carla

The client's modules are mended as they are imported; what is mended, and why: `mends`.
More: docs/coming-from/carla.md.
"""

from .loading import install

__all__ = ["install"]
__version__ = "0.1.0"
