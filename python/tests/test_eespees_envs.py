"""Both environments: Gymnasium's own checks over TCP, and what they observe, pay and refuse."""

import math
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from test_eespees_fake_door import FakeDoor, FakeLink, FakeRobot

from paddock_eespees import Driver, LinkError, Report, Simulator
from paddock_eespees.envs import ContinuousEnv, GridEnv, ranges_by_bearing
from paddock_eespees.rewards import GridReward, ProgressReward, ReachReward


@pytest.fixture
def simulator():
    with Simulator(backend_port=0, controller_port=0, timeout=10) as link:
        door = FakeDoor(link)
        yield link
        door.stop()


def report_at(x, z, **fields):
    values = {"sim_time": 1.0, "speed": 0.0, "heading": 0.0, "steer_angle": 0.0, "touching": 0,
              "denied": False, "distance": np.full(360, 3.5, np.float32)}
    return Report(position=(x, z), **{**values, **fields})


@pytest.mark.parametrize(
    "make",
    [
        lambda link: ContinuousEnv(link),
        lambda link: ContinuousEnv(link, direction="heading", reward="progress", every_x=2),
        lambda link: ContinuousEnv(link, action="discrete"),
        lambda link: GridEnv(link),
    ],
    ids=["continuous", "heading", "discrete", "grid"],
)
def test_gymnasium_check_env_passes(simulator, make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having the spec.*")
        check_env(make(simulator), skip_render_check=True)


@pytest.mark.parametrize("name, shape", [("Continuous", (22,)), ("Grid", (10,))])
def test_both_are_registered(simulator, name, shape):
    env = gymnasium.make(f"paddock_eespees/{name}-v0", link=simulator, world_size=5)
    observation, info = env.reset(seed=4)
    assert observation.shape == shape and observation.dtype == np.float32
    assert info["seed"] == 4
    env.step(env.action_space.sample())


def test_observations_lie_in_their_space_to_the_end():
    for env in (ContinuousEnv(FakeLink(), world_size=3), GridEnv(FakeLink(), world_size=3)):
        env.action_space.seed(1)
        observation, _ = env.reset(seed=1)
        for _ in range(150):
            assert env.observation_space.contains(observation)
            observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                observation, _ = env.reset()


def test_tcp_and_in_process_links_play_alike(simulator):
    over_tcp, here = ContinuousEnv(simulator), ContinuousEnv(FakeLink())
    for seed in (5, 6):
        assert (over_tcp.reset(seed=seed)[0] == here.reset(seed=seed)[0]).all()
        for speed in (1, 0.5, -1):
            a, b = over_tcp.step([0.3, speed]), here.step([0.3, speed])
            assert (a[0] == b[0]).all() and a[1:] == b[1:]


@pytest.mark.parametrize("every_x", [1, 5, 13])
def test_a_step_is_so_many_ticks_exactly(every_x):
    env = ContinuousEnv(FakeLink(), every_x=every_x)
    env.reset(seed=4)
    for step in range(1, 6):
        observation, *_ = env.step([0, 0.2])
        assert observation[0] == pytest.approx(0.032 * (1 + step * every_x))


def test_the_continuous_observation_says_where_we_are():
    link = FakeLink()
    env = ContinuousEnv(link, world_size=8)
    observation, info = env.reset(seed=4)
    robot, target = link.robot, env.world.target
    expected = [0.032, robot.gps()[0], robot.gps()[2], *target, 0, -robot.yaw / math.pi, 0, 0, 0]
    expected[6] = (expected[6] + 1) % 2 - 1
    assert observation[:10] == pytest.approx(expected, abs=1e-6)
    assert info["distance"] == pytest.approx(math.dist(observation[1:3], target), abs=1e-6)


def test_ranges_by_bearing_do_not_turn_with_the_robot():
    # 1 m to the wall towards +z, 2 to +x, 3 to -z and -x: bearing counts clockwise, so +x is 270
    for yaw_deg in range(-179, 180, 7):
        robot = FakeRobot(3.0, 4.0, math.radians(yaw_deg), 5.0)
        report = Driver(robot.sensors()).report()
        found = ranges_by_bearing(report)
        for bearing, distance in ((0, 1), (270, 2), (180, 3.5), (90, 3)):
            near = found[[bearing - 1, bearing, (bearing + 1) % 360]]
            assert near == pytest.approx(distance, abs=0.06)  # bias of 3 cm, and a degree or two


def test_discrete_actions_change_what_is():
    env = ContinuousEnv(FakeLink(), action="discrete", action_step=0.1)
    env.reset(seed=4)
    assert env.action_space.n == 9
    for _ in range(8):
        before, *_ = env.step(5)  # straight on, faster
    assert before[5] > 0.3 and abs(before[7]) < 1e-9
    after, *_ = env.step(4)  # as it is
    assert after[5] == pytest.approx(before[5], abs=0.02)
    after, *_ = env.step(7)  # more to the right
    assert 0.05 < after[7] < 0.1
    after, *_ = env.step(1)  # more to the left
    assert abs(after[7]) < 0.05
    after, *_ = env.step(3)  # slower
    assert after[5] < before[5] - 0.05


def test_a_heading_is_held():
    env = ContinuousEnv(FakeLink(), direction="heading", world_size=20, num_obstacles=0)
    env.reset(seed=8)
    for _ in range(20):
        observation, *_ = env.step([0.5, 0.5])
    assert observation[6] == pytest.approx(0.5, abs=0.02)


def test_the_grid_observation_counts_cells():
    link = FakeLink()
    env = GridEnv(link, world_size=6)
    observation, _ = env.reset(seed=3)
    x, z = round(link.robot.x / 0.5 + 0.5), round(link.robot.z / 0.5 + 0.5)
    assert observation[:2].tolist() == [x, z]
    assert observation[2:4].tolist() == [t / 0.5 + 0.5 for t in env.world.target]
    assert observation[4:8].tolist() == [6 - z, 6 - x, z - 1, x - 1]
    assert observation[8:].tolist() == [0, 1]


def test_grid_moves_go_where_they_say_and_walls_deny_them():
    env = GridEnv(FakeLink(), world_size=4)
    observation, _ = env.reset(seed=3)
    random = np.random.default_rng(1)
    denials = 0
    for _ in range(60):
        action = int(random.integers(4))
        before = observation
        observation, _, terminated, truncated, _info = env.step(action)
        if observation[8]:
            assert before[4 + action] < 1
            assert (observation[:2] == before[:2]).all() and observation[9] == before[9] + 1
            denials += 1
        else:
            moved = observation[:2] - before[:2]
            assert moved.tolist() == [[0, 1], [1, 0], [0, -1], [-1, 0]][action]
        if terminated or truncated:
            observation, _ = env.reset()
    assert denials > 3


def test_a_move_that_cannot_end_is_denied_after_its_ticks():
    link = FakeLink()
    env = GridEnv(link, world_size=6, max_ticks=50)
    observation, _ = env.reset(seed=3)
    link.robot.tick = lambda command: None  # stuck
    action = int(observation[4:8].argmax())
    observation, _, terminated, truncated, _info = env.step(action)
    assert observation[8] == 1 and not (terminated or truncated)


def test_a_walk_straight_to_the_target_is_paid():
    env = GridEnv(FakeLink(), world_size=6)
    observation, _ = env.reset(seed=3)
    terminated = False
    for _ in range(12):
        across, along = observation[2:4] - observation[:2]
        action = (0 if along > 0 else 2) if along else (1 if across > 0 else 3)
        observation, reward, terminated, _, info = env.step(action)
        if terminated:
            break
    assert terminated and reward == 10000 and info["distance"] < 0.05
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(0)


def test_reach_reward():
    reward = ReachReward((1, 1), report_at(0, 0))
    assert reward(report_at(0, 1)) == (-1, False, False)
    assert reward(report_at(1, 1.04)) == (10000, True, False)
    outcomes = [reward(report_at(0, 0)) for _ in range(2498)]
    assert not any(outcome[2] for outcome in outcomes[:-1]) and outcomes[-1] == (-1, False, True)


def test_progress_reward():
    reward = ProgressReward((0, 2), report_at(0, 0))
    assert reward(report_at(0, 0.2))[0] == pytest.approx(-1 + 500 * 0.1)
    assert reward(report_at(0, 0))[0] == pytest.approx(-1 - 500 * 0.1)
    assert reward(report_at(0, 0, denied=True)) == (-2, False, False)
    assert reward(report_at(0, 0, touching=1)) == (-21, False, False)
    assert reward(report_at(0, 1.95, speed=-0.5)) == (750, True, False)
    lost = ProgressReward((0, 2), report_at(0, 0))
    outcomes = [lost(report_at(0, 0, touching=1)) for _ in range(48)]
    assert outcomes[-1][2] and not outcomes[-2][2]  # below -1000
    long = ProgressReward((0, 2), report_at(0, 0))
    assert [long(report_at(0, 0))[2] for _ in range(501)][-2:] == [False, True]


def test_grid_reward():
    reward = GridReward((0, 2), 8)
    far = -(1 - math.exp(-5 * 2 / (math.sqrt(2) * 8)))
    assert reward(report_at(0, 0), 3)[0] == pytest.approx(far)
    assert reward(report_at(0, 0), 5)[0] == pytest.approx(far - 0.2 * 9)
    assert reward(report_at(0, 0, touching=1), 1) == (pytest.approx(far - 500), False, False)
    assert reward(report_at(0, 1.96), 1) == (10000, True, False)
    reward = GridReward((0, 2), 8)
    assert [reward(report_at(0, 0), 1)[2] for _ in range(200)][-2:] == [False, True]


def test_seeds_choose_worlds():
    env = GridEnv(FakeLink(), world_size=8)
    first, _ = env.reset(seed=11)
    assert not (env.reset(seed=12)[0] == first).all()
    assert (env.reset(seed=11)[0] == first).all()
    drawn = {env.reset()[1]["seed"] for _ in range(5)}
    assert len(drawn) == 5
    env.reset(seed=11)
    assert {env.reset()[1]["seed"] for _ in range(5)} == drawn
    for seed in (-1, 1 << 31):
        with pytest.raises(ValueError, match="seed must be"):
            env.reset(seed=seed)


def test_a_start_on_the_target_is_drawn_again():
    env = GridEnv(FakeLink(), world_size=2)
    seeds = [env.reset(seed=seed)[1] for seed in range(20)]
    assert all(info["distance"] > 0.05 for info in seeds)
    assert any(info["seed"] != seed for seed, info in enumerate(seeds))
    with pytest.raises(ValueError, match="every world of size 1"):
        GridEnv(FakeLink(), world_size=1).reset(seed=1)


def test_a_broken_link_is_told_and_reset_begins_anew():
    with Simulator(backend_port=0, controller_port=0, timeout=10) as link:
        door = FakeDoor(link, vanish_after=12)
        env = ContinuousEnv(link)
        env.reset(seed=3)
        with pytest.raises(LinkError):
            for _ in range(10):
                env.step([0, 1])
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([0, 1])
        assert env.reset(seed=3)[0][0] == pytest.approx(0.032)
        env.step([0, 1])
        door.stop()


@pytest.mark.parametrize("action", [[0, 0, 0], [0], 0.5, [0, np.nan], [np.inf, 0], None])
def test_an_action_that_is_none_is_refused(action):
    env = ContinuousEnv(FakeLink())
    env.reset(seed=1)
    with pytest.raises((ValueError, TypeError)):
        env.step(action)
    assert env.step([0, 0])[0][0] == pytest.approx(0.032 * 6)


@pytest.mark.parametrize("action", [-1, 4, 1.0, [1, 2], None, "up"])
def test_a_grid_action_that_is_none_is_refused(action):
    env = GridEnv(FakeLink())
    env.reset(seed=1)
    with pytest.raises(ValueError, match="whole number from 0 to 3"):
        env.step(action)


def test_unknown_choices_say_what_there_is():
    for bad in ({"direction": "up"}, {"action": "x"}, {"reward": "y"}, {"every_x": 0}):
        with pytest.raises(ValueError, match="must be"):
            ContinuousEnv(FakeLink(), **bad)
    with pytest.raises(ValueError, match="max_ticks"):
        GridEnv(FakeLink(), max_ticks=0)
    with pytest.raises(ValueError, match="not both"):
        GridEnv(FakeLink(), program="paddock")


def test_close_leaves_a_given_link_open():
    link = FakeLink()
    env = GridEnv(link)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.close()
    env.close()
    assert not link.closed
    for call in (env.reset, lambda: env.step(0)):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
            call()


def test_all_but_the_environments_work_without_gymnasium():
    program = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "gymnasium":
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
import paddock_eespees
with paddock_eespees.Simulator(backend_port=0, controller_port=0) as link:
    assert link.backend_port != link.controller_port
try:
    import paddock_eespees.envs
except ImportError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "paddock_eespees.envs needs Gymnasium: pip install gymnasium"


def test_all_but_the_local_simulator_works_without_the_engine():
    program = """
import sys
sys.modules["paddock"] = None
import paddock_eespees, paddock_eespees.envs
with paddock_eespees.Simulator(backend_port=0, controller_port=0) as link:
    assert link.backend_port != link.controller_port
for make in (paddock_eespees.LocalSimulator, paddock_eespees.envs.GridEnv):
    try:
        make()
    except paddock_eespees.EngineMissingError as error:
        print(error)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("LocalSimulator needs Paddock's engine") and "pip install ./python" in line
