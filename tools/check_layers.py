#!/usr/bin/env python3
"""Holds every #include to tools/layers.txt and to the rules on third-party headers.

    tools/check_layers.py [ROOT]

Prints one line for each breach, `file:line: what is wrong`, and exits 1 when there is any.
"""

import re
import sys
from pathlib import Path

FOLDERS = ("paddock", "apps", "bench", "capi", "python", "tests")
SUFFIXES = {".h", ".cpp", ".cu"}

# these modules need nothing but the standard library
STANDARD_ONLY = {"core", "geom", "vehicles", "engine", "control", "game"}

# (file, header): the only third-party headers that may stand outside a .cpp file or a free module
EXCEPTIONS = {
    ("paddock/core/error.h", "tl/expected.hpp"),
    ("paddock/core/lanes16.h", "immintrin.h"),
    # what the sockets' .cpp files share
    *(("paddock/net/asio_loop.h", f"boost/asio/{part}.hpp") for part in (
        "executor_work_guard", "io_context", "ip/tcp", "ip/udp", "post", "steady_timer")),
    # what is also read as C knows no <cstdint>
    *(("capi/include/carla/carla_server.h", header) for header in ("stdbool.h", "stdint.h")),
    *(("capi/source/layouts.h", header) for header in ("assert.h", "stddef.h")),
}
TEST_LIBRARIES = ("gtest/", "gmock/", "benchmark/")

STANDARD = set("""
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp
csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception
execution filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd
iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric
optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
source_location span sstream stack stdexcept stop_token streambuf string string_view strstream
syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
valarray variant vector version
""".split())

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
PRAGMA_ONCE = re.compile(r"^\s*#\s*pragma\s+once\b", re.MULTILINE)
BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def read_layers(text):
    """The table as {module: modules it may include}."""
    layers = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            module, _, allowed = line.partition(":")
            layers[module.strip()] = set(allowed.split())
    return layers


def module_of(path):
    """The module of a file of ours, "core" of paddock/core/vec.h; each folder in protocols/ is one, and its "wire"."""
    parts = path.split("/")
    if parts[1] == "protocols" and len(parts) > 3:
        return "/".join(parts[1:4] if parts[3] == "wire" else parts[1:3])
    return parts[1]


def row_of(module, layers):
    """What a module may include, or None when the table knows neither it nor its folder's "*"."""
    return layers.get(module, layers.get(module.rpartition("/")[0] + "/*"))


def may_include(module, other, layers):
    allowed = row_of(module, layers)
    if other in (module, f"{module}/wire"):
        return True
    return other in allowed or other.rpartition("/")[0] + "/*" in allowed


def includes_of(text):
    """(line number, header, quoted) for each #include outside block comments."""
    text = BLOCK_COMMENT.sub(lambda m: "\n" * m.group().count("\n"), text)
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(1) or found.group(2), found.group(1) is not None


def breach(path, header, quoted, layers):
    """What is wrong with `path` including `header`, or None."""
    top, *inner = path.split("/")
    module = module_of(path) if top == "paddock" and len(inner) > 1 else None
    if top == "capi":
        module = top

    # ours: the table decides
    if header.startswith("paddock/"):
        other = module_of(header)
        if row_of(other, layers) is None:
            return f"there is no module {other}, in {header} (tools/layers.txt)"
        if module and not may_include(module, other, layers):
            return f"{module} may not include {header} (tools/layers.txt)"
        return None
    if quoted:
        if header.split("/")[0] not in FOLDERS:
            return f'"{header}" must be written from the root, as in "paddock/core/vec.h"'
        if module and header.split("/")[0] != top:
            return f"{module} may not include {header}: paddock/ stands below apps, bench, python and tests"
        return None

    # everybody else's
    if header in STANDARD or (path, header) in EXCEPTIONS:
        return None
    if module in STANDARD_ONLY:
        return f"{module} may not include <{header}>: it needs only the standard library and paddock"
    if top in ("tests", "bench") and header.startswith(TEST_LIBRARIES):
        return None
    if path.endswith(".h"):
        return f"a header may not include <{header}>: third-party headers stay inside .cpp files"
    return None


def check_file(path, text, layers):
    """Breaches of one file as (line, message); `path` is relative to the root, with slashes."""
    parts = path.split("/")
    if parts[0] == "paddock" and len(parts) > 2 and row_of(module_of(path), layers) is None:
        yield 1, f"module {module_of(path)} is not in tools/layers.txt"
        return
    if path.endswith(".h") and not PRAGMA_ONCE.search(text):
        yield 1, "#pragma once is missing"
    for line, header, quoted in includes_of(text):
        message = breach(path, header, quoted, layers)
        if message:
            yield line, message


def check_tree(root):
    """(files read, breaches as text) of the whole tree."""
    layers = read_layers((root / "tools/layers.txt").read_text(encoding="utf-8"))
    files = sorted(f for folder in FOLDERS for f in (root / folder).rglob("*")
                   if f.suffix in SUFFIXES and f.is_file())
    breaches = []
    for file in files:
        path = file.relative_to(root).as_posix()
        text = file.read_text(encoding="utf-8", errors="replace")
        breaches += [f"{path}:{line}: {message}" for line, message in check_file(path, text, layers)]
    return len(files), breaches


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    count, breaches = check_tree(root)
    for line in breaches:
        print(line)
    if not breaches:
        print(f"{count} files keep to the layers")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
