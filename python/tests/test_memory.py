"""A million resets, and environments made and dropped, leave memory as it was."""

import gc

import numpy as np

import paddock


def resident_kib():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_a_million_resets_keep_memory_flat():
    envs = paddock.make_vec("blocks-v0", num_envs=2000, beams=8)
    envs.reset(seed=1)
    everyone = np.ones(2000, bool)

    def reset_all(times):
        for _ in range(times):
            envs.reset(options={"reset_mask": everyone})

    reset_all(50)  # 100,000 resets: whatever is to grow once has grown
    before = resident_kib()
    reset_all(500)  # 10^6 resets
    grown = resident_kib() - before
    print(f"a million resets: {before} KiB before, {grown} KiB more after")
    assert grown < 1024


def test_single_environments_reset_without_growing():
    env = paddock.make("race-v0", beams=8, variants=1)
    for seed in range(2000):
        env.reset(seed=seed)
    before = resident_kib()
    for seed in range(20000):
        env.reset(seed=seed)
    assert resident_kib() - before < 1024


def test_environments_that_are_dropped_give_their_memory_back():
    def make_and_drop():
        env = paddock.make_vec("race-v0", num_envs=64, variants=1)
        env.reset(seed=1)
        env.close()

    for _ in range(5):
        make_and_drop()
    gc.collect()
    before = resident_kib()
    for _ in range(20):
        make_and_drop()
    gc.collect()
    assert resident_kib() - before < 8 * 1024
