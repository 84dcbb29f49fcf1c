"""One robot, one world, one lidar: through TCP, in this process and in a batch."""

import math
import os

import numpy as np
import pytest

import paddock
from paddock_eespees import LocalSimulator, Simulator, WorldRefusedError
from paddock_eespees.envs import ContinuousEnv, GridEnv

STEPS = 120


def commands(seed):
    """A drive of heading and motor speed, (rad, rad/s), forward for the most part."""
    rng = np.random.default_rng(seed)
    return [(float(a), float(b)) for a, b in zip(rng.uniform(-1, 1, STEPS), rng.uniform(-11, 3, STEPS))]


def drive(link, seed):
    world = link.start_env(world_size=8, scale=0.5, num_obstacles=10, seed=seed)
    return [world.sensors, *[link.step(*command) for command in commands(seed)]], world.target


@pytest.mark.parametrize("seed", [1, 42, 12345])
def test_in_process_and_over_tcp_are_the_same_bytes(seed):
    with Simulator.launch(program=os.environ["PADDOCK_BINARY"]) as simulator:
        there, target_there = drive(simulator, seed)
    here, target_here = drive(LocalSimulator(), seed)

    assert target_here == target_there
    assert [s.pack() for s in here] == [s.pack() for s in there]


@pytest.mark.parametrize("seed", [1, 42, 12345])
def test_a_batch_drives_the_same_way(seed):
    here, _target = drive(LocalSimulator(), seed)
    env = paddock.make_vec(
        "blocks-v0", num_envs=1, variants=1, level_seed=seed, noise=False, max_steps=10_000
    )
    env.reset(seed=0)
    # the first tick of a world runs with a zero command; then steer and speed in parts of 1
    actions = [(0.0, 0.0), *[(-heading, -speed / 11) for heading, speed in commands(seed)]]

    for action, felt in zip(actions, here):
        observations, _, terminated, truncated, _ = env.step(np.array([action], np.float32))
        if terminated[0] or truncated[0]:
            break
        robot = env.describe(0)["vehicles"][0]
        # actions are float32: commands differ in the eighth digit, and contacts carry that on
        assert robot["y"] + 0.02 * math.sin(robot["yaw"]) == pytest.approx(felt.gps[0], abs=1e-5)
        assert robot["x"] + 0.02 * math.cos(robot["yaw"]) == pytest.approx(felt.gps[2], abs=1e-5)
        np.testing.assert_allclose(observations[0, 359::-1], felt.distance, atol=2e-3)


def test_exact_actions_give_exactly_the_same_trajectory():
    # commands that float32 holds exactly: every bit must agree
    link = LocalSimulator()
    link.start_env(world_size=8, scale=0.5, num_obstacles=10, seed=42)
    env = paddock.make_vec("blocks-v0", num_envs=1, variants=1, level_seed=42, noise=False)
    env.reset(seed=0)
    env.step(np.zeros((1, 2), np.float32))
    for i in range(200):
        steer, speed = ((i % 9) - 4) / 8, ((i % 5) - 1) / 4
        felt = link.step(steer, -11 * speed)
        observations, *_ = env.step(np.array([[-steer, speed]], np.float32))
        robot = env.describe(0)["vehicles"][0]
        assert robot["steer"] == felt.steer_angle
        np.testing.assert_array_equal(observations[0, 359::-1], felt.distance)


def test_what_cannot_be_is_refused_and_the_world_goes_on():
    link = LocalSimulator()
    link.start_env(world_size=8, scale=0.5, num_obstacles=10, seed=42)
    before = link.step(0.1, -5.0)
    for wrong in ({"world_size": 0}, {"scale": math.nan}, {"num_obstacles": 63}):
        with pytest.raises(WorldRefusedError):
            link.start_env(**({"world_size": 8, "scale": 0.5, "num_obstacles": 10} | wrong))

    assert link.step(0.1, -5.0).sim_time == pytest.approx(before.sim_time + 0.032)


def test_environments_drive_in_process_unless_told_otherwise():
    for env in (GridEnv(), ContinuousEnv()):
        observation, _info = env.reset(seed=42)
        assert isinstance(env.link, LocalSimulator)
        assert env.observation_space.contains(observation)
        env.step(env.action_space.sample())
        env.close()


def test_solvable_true_ranges_and_noise():
    rendered, true = LocalSimulator(), LocalSimulator(true_ranges=True)
    a, b = (s.start_env(seed=42).sensors.distance for s in (rendered, true))
    assert b[90] - a[90] == pytest.approx(0.028, abs=0.003)

    noisy = [LocalSimulator(noise=True).start_env(seed=42).sensors for _ in range(2)]
    assert noisy[0] == noisy[1]
    assert noisy[0] != rendered.start_env(seed=42).sensors

    # of 8 cells with 16 obstacles 102 cannot be solved, 103 can
    solvable = LocalSimulator(solvable=True)
    target = solvable.start_env(num_obstacles=16, seed=102).target
    assert target == rendered.start_env(num_obstacles=16, seed=103).target
