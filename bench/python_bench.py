#!/usr/bin/env python3
"""What Python keeps of the C++ rate: make_vec(...).step against `paddock bench batch`, one thread.

    pip install ./python && python bench/python_bench.py [--paddock build/release/apps/paddock/paddock]

Prints one line a task. The two take turns, so that a busy machine slows both.
"""

import argparse
import json
import subprocess
import time

import numpy as np

import paddock

CASES = {"blocks-360": ("blocks", 4096, 100), "race-1080": ("race", 4096, 40)}


def python_rate(task, count, steps):
    envs = paddock.make_vec(f"{task}-v0", num_envs=count, threads=1)
    random = np.random.default_rng(1)
    actions = random.uniform(-1, 1, (16, count, 2)).astype(np.float32)
    best = 0.0
    for _ in range(5):
        envs.reset(seed=1)
        began = time.perf_counter()
        for step in range(steps):
            envs.step(actions[step // 5 % 16])
        best = max(best, count * steps / (time.perf_counter() - began))
    return best


def native_rates(command):
    text = subprocess.run([command, "bench", "batch", "--json"], capture_output=True, check=True).stdout
    return {result["case"]: result["rate"] for result in json.loads(text)["results"]}


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--paddock", default="build/release/apps/paddock/paddock")
command = parser.parse_args().paddock
native: dict[str, float] = {}
python: dict[str, float] = {}
for _ in range(2):
    for name, rate in native_rates(command).items():
        native[name] = max(rate, native.get(name, 0))
    for name, case in CASES.items():
        python[name] = max(python_rate(*case), python.get(name, 0))
for name in CASES:
    print(f"{name}: C++ {native[name]:,.0f} steps/s, Python {python[name]:,.0f}, "
          f"{python[name] / native[name]:.0%}")
