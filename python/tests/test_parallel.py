"""Several vehicles in one world: PettingZoo's own test, and the vector's rows."""

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import paddock


def test_pettingzoo_parallel_api_test_passes():
    parallel_api_test(paddock.parallel_env("duel-v0"), num_cycles=1000)


def test_pettingzoo_parallel_seed_test_passes():
    parallel_seed_test(lambda: paddock.parallel_env("duel-v0"), num_cycles=100)


def test_it_is_the_vectors_two_rows():
    game = paddock.parallel_env("duel-v0", beams=30)
    rows = paddock.make_vec("duel-v0", num_envs=2, beams=30)
    observed, _ = game.reset(seed=8)
    observations, _ = rows.reset(seed=8)
    random = np.random.default_rng(1)
    for _ in range(100):
        assert (observations == np.stack([observed["car_0"], observed["car_1"]])).all()
        actions = random.uniform(-0.3, 0.5, (2, 2)).astype(np.float32)
        observed, rewards, _ended, _cut, _ = game.step(dict(zip(game.agents, actions)))
        observations, earned, *_ = rows.step(actions)
        assert list(rewards.values()) == earned.tolist()
        if not game.agents:
            observed, _ = game.reset()


def test_bad_actions_are_refused_and_nothing_moves():
    game = paddock.parallel_env("duel-v0", beams=30)
    with pytest.raises(paddock.EpisodeOverError):
        game.step({})
    game.reset(seed=1)
    before = game.snapshot()
    for actions in ({}, {"car_0": [0, 0]}, {"car_0": [0, 0], "car_9": [0, 0]}):
        with pytest.raises(ValueError, match="actions must be for"):
            game.step(actions)
    with pytest.raises(ValueError, match="car_1 must have shape"):
        game.step({"car_0": [0, 0], "car_1": [0]})
    with pytest.raises(ValueError, match="finite"):
        game.step({"car_0": [0, 0], "car_1": [0, float("nan")]})
    assert game.snapshot() == before
    game.close()
    with pytest.raises(paddock.ClosedEnvironmentError):
        game.reset()
