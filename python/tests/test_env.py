"""One environment: Gymnasium's own checks, seeds, snapshots, pictures, refusals."""

import pickle
import warnings
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import paddock

SINGLE = ["race", "blocks", "slalom", "waypoints"]


def play(env, steps, seed=3):
    """Observations of a few random but repeatable steps from where `env` stands."""
    random = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(random.uniform(-1, 1, 2))
        seen.append(np.append(observation, reward))
        if terminated or truncated:
            env.reset()
    return np.array(seen)


@pytest.mark.parametrize("task", SINGLE)
def test_gymnasium_check_env_passes(task):
    env = gymnasium.make(f"paddock/{task.capitalize()}-v0", render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having the spec.*")
        check_env(env.unwrapped)


@pytest.mark.parametrize("task", SINGLE)
def test_observations_lie_in_their_space(task):
    env = paddock.make(f"{task}-v0", noise_scale=(1, 20))
    observation, _ = env.reset(seed=1)
    for _ in range(300):
        assert env.observation_space.contains(observation)
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            observation, _ = env.reset()


def test_same_seed_same_bits_and_the_next_episode_follows_from_it():
    first, second = paddock.make("race-v0"), paddock.make("race-v0")
    a, _ = first.reset(seed=11)
    b, _ = second.reset(seed=11)
    assert (a == b).all()
    assert (play(first, 400) == play(second, 400)).all()
    assert (first.reset()[0] == second.reset()[0]).all()
    assert not (first.reset()[0] == a).all()


def test_reset_without_a_seed_is_not_always_the_same():
    assert not (paddock.make("race-v0").reset()[0] == paddock.make("race-v0").reset()[0]).all()


def test_the_last_observation_of_an_episode_is_its_own():
    env = paddock.make("race-v0", noise=False, variants=1, max_steps=40)
    env.reset(seed=2)
    for _ in range(40):
        observation, _, terminated, truncated, _ = env.step([0, 0.2])
    assert truncated and not terminated
    assert observation[env.extras.index("speed m/s") + 1080] > 0.5  # the new one begins at rest
    assert env.reset()[0][1080] == 0


def test_snapshot_and_restore_go_on_alike():
    env = paddock.make("blocks-v0")
    env.reset(seed=4)
    play(env, 30)
    moment = pickle.loads(pickle.dumps(env.snapshot()))
    on = play(env, 50)
    env.restore(moment)
    assert (play(env, 50) == on).all()
    other = paddock.make("blocks-v0")
    other.restore(moment)
    assert (play(other, 50) == on).all()


def test_a_snapshot_of_something_else_is_refused_and_nothing_changes():
    env, race = paddock.make("blocks-v0"), paddock.make("race-v0")
    env.reset(seed=4)
    race.reset(seed=4)
    before = env.snapshot()
    with pytest.raises(ValueError, match="must be of 1 worlds of blocks"):
        env.restore(race.snapshot())
    for data in (b"", b"12345678", before.data[:-8], before.data + bytes(8), bytes(64)):
        with pytest.raises(ValueError, match="snapshot"):
            env.restore(paddock.Snapshot("blocks", 1, data))
    assert env.snapshot() == before


def test_render_shows_the_car():
    env = paddock.make("race-v0", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.shape == (480, 480, 3) and before.dtype == np.uint8
    assert before.std() > 10
    for _ in range(50):
        env.step([0, 0.5])
    assert (env.render() != before).any()
    assert paddock.make("race-v0").render() is None


@pytest.mark.parametrize("action", [[0, 0, 0], [0], 0.5, [[0, 0]], np.zeros((2, 2))])
def test_an_action_of_another_shape_is_refused(action):
    env = paddock.make("race-v0")
    env.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(ValueError, match=r"must have shape \(2,\)"):
        env.step(action)
    assert env.snapshot() == before


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_an_action_that_is_no_number_is_refused(bad):
    env, other = paddock.make("race-v0"), paddock.make("race-v0")
    env.reset(seed=1)
    other.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(ValueError, match="finite numbers, got .* in row 0, column 1"):
        env.step([0, bad])
    assert env.snapshot() == before
    assert (play(env, 20) == play(other, 20)).all()


def test_unknown_names_and_settings_say_what_there_is():
    with pytest.raises(ValueError, match='no environment "rase-v0".*race-v0'):
        paddock.make("rase-v0")
    with pytest.raises(ValueError, match="no environment"):
        paddock.make("race-v1")
    with pytest.raises(ValueError, match='no level "grand_pricks".*grand_prix'):
        paddock.make("race-v0", levels=["grand_pricks"])
    with pytest.raises(ValueError, match='stunt_park must have physics = "planar"'):
        paddock.make("race-v0", levels=["stunt_park"])
    with pytest.raises(ValueError, match="list of names"):
        paddock.make("race-v0", levels="grand_prix")
    with pytest.raises(ValueError, match="beams must be"):
        paddock.make("race-v0", beams=-3)
    with pytest.raises(ValueError, match="friction must be a range"):
        paddock.make("race-v0", friction=(1, 0.5))
    with pytest.raises(ValueError, match="settings must be"):
        paddock.make("race-v0", beams=10**30)
    with pytest.raises(ValueError, match="no setting frictions, did you mean friction\\?.*beams"):
        paddock.make("race-v0", frictions=(1, 1))
    with pytest.raises(ValueError, match="render_mode must be None or one of human, rgb_array"):
        paddock.make("race-v0", render_mode="video")
    with pytest.raises(ValueError, match="parallel_env"):
        paddock.make("duel-v0")


@pytest.mark.parametrize("wrong", [
    dict(levels=5), dict(levels=[5]), dict(levels=["no.such.toml"]), dict(variables=5),
    dict(variables={"cells": "many"}), dict(beams="many"), dict(beams=1.5), dict(noise="loud"),
    dict(friction=1), dict(friction=(1, 2, 3)), dict(mass=(0, 1)), dict(delay=(0.5, 1)),
    dict(level_seed=-1), dict(variants=5000), dict(max_steps=-1), dict(render_mode="video"),
])
def test_a_setting_of_the_wrong_kind_or_size_is_a_value_error(wrong):
    for make in (paddock.make, paddock.make_vec, partial(gymnasium.make, disable_env_checker=True)):
        name = "race-v0" if make in (paddock.make, paddock.make_vec) else "paddock/Race-v0"
        with pytest.raises(ValueError):
            make(name, **wrong)


@pytest.mark.parametrize("wrong", [dict(num_envs=0), dict(num_envs="4"), dict(num_envs=1.5),
                                   dict(threads=-1), dict(threads="all"), dict(threads=1 << 40)])
def test_sizes_of_a_vector_are_whole_numbers(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
        paddock.make_vec("race-v0", **wrong)


@pytest.mark.parametrize("seed", [-1, 1.5, 1 << 64, True, "one", [1, 2], object()])
def test_a_seed_that_is_none_is_refused_and_nothing_changes(seed):
    env = paddock.make("race-v0")
    env.reset(seed=3)
    before = env.snapshot()
    with pytest.raises(ValueError, match="seed must be a whole number from 0 to"):
        env.reset(seed=seed)
    assert env.snapshot() == before
    env.step([0, 0])


def test_an_option_that_reset_does_not_have_is_refused():
    with pytest.raises(ValueError, match="no option 'level'"):
        paddock.make("race-v0").reset(options={"level": "oval"})
    with pytest.raises(ValueError, match="no option 'mask'. Options: reset_mask"):
        paddock.make_vec("race-v0").reset(options={"mask": [True]})
    with pytest.raises(ValueError, match="options must be a dictionary"):
        paddock.make("race-v0").reset(options="oval")


@pytest.mark.parametrize("task", [*SINGLE, "duel"])
def test_observation_bounds_are_finite(task):
    space = paddock.make_vec(f"{task}-v0", num_envs=2).single_observation_space
    assert np.isfinite(space.low).all() and np.isfinite(space.high).all()
    assert (space.low < space.high).all()


def test_closed_and_ended_environments_say_so():
    env = paddock.make("race-v0", max_steps=2)
    with pytest.raises(paddock.EpisodeOverError, match="reset"):
        env.step([0, 0])
    env.reset(seed=1)
    env.step([0, 0])
    assert env.step([0, 0])[3]
    with pytest.raises(paddock.EpisodeOverError, match="reset"):
        env.step([0, 0])
    env.close()
    env.close()
    for call in (env.reset, env.render, env.snapshot, lambda: env.step([0, 0])):
        with pytest.raises(paddock.ClosedEnvironmentError, match="closed"):
            call()


def test_levels_by_name_and_their_variants():
    env = paddock.make("race-v0", levels=["grand_prix", "oval"])
    names = set()
    for seed in range(20):
        env.reset(seed=seed)
        names.add(env.describe()["level"])
    assert names == {"grand_prix", "oval"}


def test_a_policy_file_comes_back_as_it_was(tmp_path):
    env = paddock.make("race-v0", beams=10)
    random = np.random.default_rng(1)
    layers = [(random.normal(size=(8, 16)), random.normal(size=8)),
              (random.normal(size=(2, 8)), random.normal(size=2))]
    policy = paddock.Policy(mean=np.zeros(16), scale=np.full(16, 0.3), layers=layers)
    paddock.save_policy(tmp_path / "p.json", policy, env)
    back = paddock.load_policy(tmp_path / "p.json")
    observation, _ = env.reset(seed=1)
    np.testing.assert_allclose(back(observation), policy(observation), rtol=1e-5)
    pooled = paddock.Policy(np.zeros(11), np.ones(11), [(layers[0][0][:, :11], layers[0][1]), layers[1]],
                            beams=10, pool=2, half_range=0.5)
    paddock.save_policy(tmp_path / "p.json", pooled, env)
    nearest = observation[:10].reshape(5, 2).min(1)
    shown = np.concatenate([0.5 / (0.5 + nearest), observation[10:]])
    whole = paddock.Policy(pooled.mean, pooled.scale, pooled.layers)
    np.testing.assert_allclose(
        paddock.load_policy(tmp_path / "p.json")(observation), whole(shown), rtol=1e-5)
    with pytest.raises(ValueError, match="beams must be the task's 10"):
        paddock.save_policy(tmp_path / "q.json", paddock.Policy(0, 1, layers, pool=2), env)
    with pytest.raises(ValueError, match="must take 16 inputs"):
        paddock.save_policy(tmp_path / "q.json", paddock.Policy(0, 1, layers[1:]), env)
    (tmp_path / "q.json").write_text("{}")
    with pytest.raises(ValueError, match="no policy"):
        paddock.load_policy(tmp_path / "q.json")
