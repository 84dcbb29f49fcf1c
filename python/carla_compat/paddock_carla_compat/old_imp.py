"""As much of the module imp, which Python 3.12 dropped, as the client's test suite calls."""

import importlib.util
import os
import sys
from types import ModuleType
from typing import Optional, TextIO

PY_SOURCE = 1
Description = tuple[str, str, int]


def find_module(name: str, path: Optional[list[str]] = None) -> tuple[TextIO, str, Description]:
    """An open file, its path and what it is. Only Python files are found."""
    for folder in sys.path if path is None else path:
        file = os.path.join(folder, name + ".py")
        if os.path.isfile(file):
            return open(file, encoding="utf-8"), file, (".py", "r", PY_SOURCE)  # closed by the caller
    raise ImportError(f"No module named {name!r}", name=name)


def load_module(name: str, file: TextIO, pathname: str, description: Description) -> ModuleType:
    """Loads it anew, also when it was loaded before."""
    spec = importlib.util.spec_from_file_location(name, pathname)
    if spec is None or spec.loader is None:
        raise ImportError(f"{pathname} is no module", name=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
