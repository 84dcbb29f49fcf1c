#!/usr/bin/env python3
"""Refuses kernel objects that lend code to other SIMD targets.

    tools/check_kernel_symbols.py BUILD_DIR

A weak symbol (an inline function, a template) exists in many objects and the linker keeps any one of
them: a copy compiled for AVX-512 could then run on a processor that has none. So an object of target v4
may define weak symbols inside namespace paddock::v4 only. Exits 1 when one does not.
"""

import re
import subprocess
import sys
from pathlib import Path

OBJECT_FOLDER = re.compile(r"(paddock_\w+_(scalar|v2|v3|v4))\.dir$")
WEAK = set("WVu")

# a pointer to the exception runtime, the same in every object: no code
HARMLESS = re.compile(r"^DW\.ref\.")


def kernel_objects(build):
    """(object file, library, target) for each object of a KERNELS library."""
    for folder in sorted(build.rglob("paddock_*.dir")):
        found = OBJECT_FOLDER.search(folder.name)
        if found:
            for file in sorted(folder.rglob("*.o")):
                yield file, found.group(1), found.group(2)


def inside(symbol, target):
    """True when the mangled name belongs to paddock::<target>: functions, their statics, tables."""
    space = f"7paddock{len(target)}{target}"
    return re.match(rf"^_Z(GV|GR|GTt|T[VTIS]|L)?Z*N[rVK]*[RO]?{space}", symbol) is not None


def stray_symbols(nm_output, target):
    """Weak symbols that nm lists and that stand outside the target's namespace, mangled."""
    strays = []
    for line in nm_output.splitlines():
        fields = line.split()
        if len(fields) < 2 or fields[-2] not in WEAK:
            continue
        if not inside(fields[-1], target) and not HARMLESS.match(fields[-1]):
            strays.append(fields[-1])
    return strays


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    objects = list(kernel_objects(Path(arguments[0])))
    if not objects:
        print(f"{arguments[0]}: no kernel objects; build first")
        return 1
    stray = False
    for file, library, target in objects:
        for symbol in stray_symbols(output_of("nm", "--defined-only", str(file)), target):
            stray = True
            print(f"{library}: weak symbol outside paddock::{target}: "
                  f"{output_of('c++filt', symbol).strip()}")
    if not stray:
        print(f"{len(objects)} kernel objects keep to their namespaces")
    return 1 if stray else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
