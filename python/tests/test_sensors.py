"""Sensors by name: the catalogue, arrays, memory over steps, snapshots, refusals."""

import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import paddock

LEVELS = Path(paddock.__file__).parent / "levels"
KINDS = list(paddock.sensor_kinds())


@pytest.fixture(scope="module")
def quiet():
    """An environment without noise, a few steps into an episode."""
    env = paddock.make("blocks-v0", noise=False, variants=1)
    env.reset(seed=3)
    for _ in range(5):
        env.step([0.2, 0.4])
    return env


def test_the_catalogue_says_what_there_is():
    kinds = paddock.sensor_kinds()
    assert kinds["lidar"].shape == "ranges" and kinds["odometry"].shape == "vector"
    for name, kind in kinds.items():
        assert name == kind.name and kind.about and kind.units
        assert kind.shape in ("ranges", "points", "picture", "vector")
        for figure in kind.figures.values():
            assert figure.low <= figure.standard <= figure.high and figure.about


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_as_its_info_says(quiet, kind):
    info = quiet.sensors[kind]
    reading = quiet.read_sensor(kind)
    assert (info.name, info.kind, info.shape) == (kind, kind, paddock.sensor_kinds()[kind].shape)
    assert reading.dtype == info.dtype and reading.ndim == len(info.array)
    assert all(expected in (None, size) for size, expected in zip(reading.shape, info.array))
    if len(info.channels) > 1:
        assert reading.shape[-1] == len(info.channels)
    assert len(info.units) == len(info.channels) > 0
    assert np.isfinite(reading).all()
    assert set(info.figures) == set(paddock.sensor_kinds()[kind].figures)
    np.testing.assert_array_equal(quiet.read_sensor(kind), reading)  # asked twice, the same


def test_readings_are_those_of_the_vehicle(quiet):
    (vehicle,) = quiet.describe()["vehicles"]
    gps = dict(zip([c.name for c in quiet.sensor_info("gps").channels], quiet.read_sensor("gps")))
    assert (gps["x"], gps["y"]) == (vehicle["x"], vehicle["y"])
    turn = quiet.read_sensor("compass")[0] - vehicle["yaw"]
    assert abs(np.angle(np.exp(1j * turn))) < 1e-12
    observation = quiet.restore(quiet.snapshot())
    np.testing.assert_array_equal(quiet.read_sensor("lidar unit=webots-lds-01"), observation[:360])


def test_words_choose_mount_and_figures(quiet):
    info = quiet.sensor_info("lidar@front beams=720 sigma=0.1 rate=5")
    assert info.name == "lidar@front" and info.array == (720,) and info.rate == 5
    assert info.position[0] > 0 and info.figures["beams"] == 720
    assert quiet.read_sensor("lidar@front beams=720").shape == (720,)
    picture = quiet.read_sensor("camera width=64 height=48")
    assert picture.shape == (48, 64, 3) and picture.dtype == np.uint8 and picture.std() > 1
    depth = quiet.read_sensor("depth width=64 height=48")
    assert depth.shape == (48, 64) and depth.dtype == np.float32


def test_the_levels_own_sensors_come_first_and_by_their_names(tmp_path):
    level = tmp_path / "sensed.toml"
    own = """
[[sensor]]
kind = "lidar"
name = "nose"
place = "front"
figures = { beams = 90 }

[[sensor]]
kind = "gps"
unit = "eespees"
"""
    level.write_text((LEVELS / "tracks" / "oval.toml").read_text() + own)
    for noise in (False, True):
        env = paddock.make("race-v0", levels=[str(level)], noise=noise)
        env.reset(seed=1)
        assert list(env.sensors)[:2] == ["nose", "gps"] and set(env.sensors) == {"nose", *KINDS}
        assert env.sensor_info("nose").kind == "lidar" and env.read_sensor("nose").shape == (90,)
        (vehicle,) = env.describe()["vehicles"]
        assert (env.read_sensor("gps")[0] != vehicle["x"]) == noise
        assert (env.read_sensor("gps ideal=0 unit=eespees")[0] != vehicle["x"])
        assert (env.read_sensor("gps ideal=1")[0] == vehicle["x"])


def test_a_reading_is_the_callers_own(quiet):
    first = quiet.read_sensor("lidar")
    kept = first.copy()
    first[:] = -1
    np.testing.assert_array_equal(quiet.read_sensor("lidar"), kept)


def test_odometry_adds_up_to_the_way_driven_and_begins_anew_with_reset():
    env = paddock.make("race-v0", noise=False)
    env.reset(seed=1)
    assert (env.read_sensor("odometry") == 0).all()
    way, last = 0.0, env.describe()["vehicles"][0]
    for _ in range(60):
        env.step([0.1, 0.4])
        now = env.describe()["vehicles"][0]
        way += np.hypot(now["x"] - last["x"], now["y"] - last["y"])
        last = now
    names = [channel.name for channel in env.sensor_info("odometry").channels]
    assert way > 0.5
    assert abs(env.read_sensor("odometry")[names.index("distance")] - way) < 1e-9  # sixty additions
    env.reset()
    assert (env.read_sensor("odometry") == 0).all()


def test_a_snapshot_carries_what_sensors_remember():
    def drive(env):
        for _ in range(20):
            env.step([0.1, 0.4])
        return np.concatenate([env.read_sensor("odometry"), env.read_sensor("imu")])

    env = paddock.make("race-v0")
    env.reset(seed=1)
    drive(env)
    moment = pickle.loads(pickle.dumps(env.snapshot()))
    on = drive(env)
    env.restore(moment)
    np.testing.assert_array_equal(drive(env), on)
    other = paddock.make("race-v0")
    other.restore(moment)
    np.testing.assert_array_equal(drive(other), on)


def test_reading_changes_nothing():
    env, read = paddock.make("race-v0"), paddock.make("race-v0")
    assert (env.reset(seed=1)[0] == read.reset(seed=1)[0]).all()
    for _ in range(40):
        read.read_sensor("imu"), read.read_sensor("lidar@rear")
        assert (env.step([0.1, 0.3])[0] == read.step([0.1, 0.3])[0]).all()


def test_a_vector_has_sensors_by_world_and_agent():
    envs = paddock.make_vec("duel-v0", num_envs=4, noise=False)
    envs.reset(seed=1)
    envs.step(np.full((4, 2), 0.2, np.float32))
    for row in range(4):
        vehicle = envs.describe(row)["vehicles"][row % 2]
        gps = envs.read_sensor("gps", world=row // 2, agent=row % 2)
        assert (gps[:2] == [vehicle["x"], vehicle["y"]]).all()
    assert list(envs.sensors) == list(paddock.make("race-v0").sensors)
    assert envs.sensor_info("lidar", agent=1).shape == "ranges"
    for wrong in (dict(world=2), dict(world=-1), dict(agent=2), dict(agent="car_0"), dict(world=0.5)):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be 0 to 1"):
            envs.read_sensor("gps", **wrong)


def test_a_parallel_environment_has_sensors_by_agent():
    game = paddock.parallel_env("duel-v0", noise=False)
    with pytest.raises(paddock.EpisodeOverError, match="reset"):
        game.read_sensor("gps")
    game.reset(seed=1)
    assert (game.read_sensor("gps") != game.read_sensor("gps", agent="car_1")).any()
    assert game.sensor_info("gps", agent="car_1") == game.sensors["gps"]
    with pytest.raises(ValueError, match="agent must be one of"):
        game.read_sensor("gps", agent="car_2")


@pytest.mark.parametrize("words, said", [
    ("lidr", 'no sensor "lidr".*lidar'), ("lidar@frnt", 'no place "frnt".*front'),
    ("lidar beems=3", 'no figure "beems".*beams'), ("lidar unit=ust-10", 'no lidar "ust-10".*ust-10lx'),
    ("lidar beams=0", "beams must be"), ("lidar beams=many", "finite number"),
    ("lidar beams", "name=value"), ("", "a sensor is"), ("camera width=1e9", "width must be"),
    (7, "named by words"), (None, "named by words"),
])
def test_words_that_are_wrong_are_a_value_error_that_says_so(quiet, words, said):
    before = quiet.snapshot()
    for ask in (quiet.read_sensor, quiet.sensor_info):
        with pytest.raises(ValueError, match=said):
            ask(words)
    assert quiet.snapshot() == before


def test_gymnasium_environments_have_them_unwrapped():
    env = gymnasium.make("paddock/Race-v0")
    env.reset(seed=1)
    assert env.unwrapped.read_sensor("speed").dtype == np.float64


def test_ended_and_closed_environments_say_so():
    env = paddock.make("race-v0", max_steps=1)
    with pytest.raises(paddock.EpisodeOverError, match="reset"):
        env.read_sensor("gps")
    env.reset(seed=1)
    env.step([0, 0])
    with pytest.raises(paddock.EpisodeOverError, match="reset"):
        env.read_sensor("gps")
    env.close()
    for call in (lambda: env.read_sensor("gps"), lambda: env.sensors, lambda: env.sensor_info("gps")):
        with pytest.raises(paddock.ClosedEnvironmentError, match="closed"):
            call()
