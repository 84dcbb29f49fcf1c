"""Finds the client's modules as Python does, and has them mended once they are loaded."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Callable, Optional

from . import mends, old_imp


class MendingLoader(importlib.abc.Loader):
    def __init__(self, loader: importlib.abc.Loader, mend: Callable[[ModuleType], None]) -> None:
        self._loader, self._mend = loader, mend

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Optional[ModuleType]:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._mend(module)


class MessagesLoader(importlib.abc.Loader):
    """In place of code that protoc wrote in 2017."""

    def __init__(self, file: str) -> None:
        self._file = file

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Optional[ModuleType]:
        return None

    def exec_module(self, module: ModuleType) -> None:
        mends.build_messages(module, self._file)


class ClientFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Optional[Sequence[str]],
                  target: Optional[ModuleType] = None) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname != mends.MESSAGES and fullname not in mends.MENDS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None or spec.origin is None:
            return spec
        if fullname == mends.MESSAGES:
            spec.loader = MessagesLoader(spec.origin)
        else:
            spec.loader = MendingLoader(spec.loader, mends.MENDS[fullname])
        return spec


def install() -> None:
    """From here on the client's modules are mended as they are imported. Twice is as good as once."""
    if not any(isinstance(finder, ClientFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, ClientFinder())
    if importlib.util.find_spec("imp") is None:
        sys.modules["imp"] = old_imp
