"""Many environments at once: Gymnasium's contract for vectors, and equality with single ones."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import paddock

TASKS = ["race", "duel", "blocks", "slalom", "waypoints"]


@pytest.mark.parametrize("task", TASKS)
def test_spaces_shapes_and_types_are_what_gymnasium_expects(task):
    envs = paddock.make_vec(f"{task}-v0", num_envs=6)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.observation_space == gymnasium.vector.utils.batch_space(
        envs.single_observation_space, 6)
    assert envs.action_space == gymnasium.vector.utils.batch_space(envs.single_action_space, 6)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space and infos == {}
    for _ in range(50):
        out = envs.step(envs.action_space.sample())
        assert out[0] in envs.observation_space
        assert [a.shape for a in out[1:4]] == [(6,)] * 3
        assert [a.dtype for a in out[1:4]] == [np.float32, np.bool_, np.bool_]
        assert isinstance(out[4], dict)


def test_gymnasium_makes_it_by_name_and_wraps_it():
    envs = gymnasium.make_vec("paddock/Race-v0", num_envs=4, max_steps=20)
    envs = RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    for _ in range(20):
        *_, infos = envs.step(np.zeros((4, 2), np.float32))
    assert infos["episode"]["l"].tolist() == [20, 20, 20, 20]


@pytest.mark.parametrize("task", ["race", "blocks"])
def test_it_is_gymnasiums_own_vector_of_single_environments(task):
    """Row by row, step by step, through the ends of episodes."""
    settings = dict(max_steps=60, beams=32)
    ours = paddock.make_vec(f"{task}-v0", num_envs=5, copy=True, **settings)
    theirs = SyncVectorEnv([lambda: paddock.make(f"{task}-v0", **settings)] * 5,
                           autoreset_mode=AutoresetMode.SAME_STEP)
    assert ours.single_observation_space == theirs.single_observation_space
    seeds = [9, 2, 9, 77, 1]
    assert (ours.reset(seed=seeds)[0] == theirs.reset(seed=seeds)[0]).all()
    random = np.random.default_rng(1)
    ended = 0
    for _ in range(200):
        actions = random.uniform(-1, 1, (5, 2)).astype(np.float32)
        a, b = ours.step(actions), theirs.step(actions)
        for x, y in zip(a[:4], b[:4]):
            np.testing.assert_array_equal(x, np.asarray(y, x.dtype))
        assert ("final_obs" in a[4]) == ("final_obs" in b[4])
        for row in np.flatnonzero(a[4].get("_final_obs", [])):
            ended += 1
            np.testing.assert_array_equal(a[4]["final_obs"][row], b[4]["final_obs"][row])
    assert ended > 5


def test_seeds_threads_and_copies_do_not_change_results():
    def run(**how):
        envs = paddock.make_vec("race-v0", num_envs=64, beams=90, **how)
        seen = [envs.reset(seed=5)[0].copy()]
        random = np.random.default_rng(2)
        for _ in range(60):
            observations, rewards, *_ = envs.step(random.uniform(-1, 1, (64, 2)))
            seen.append(np.column_stack([observations, rewards])[:, :-1])
        return np.array(seen)

    one = run(threads=1)
    assert (run(threads=2) == one).all()
    assert (run(threads=8, copy=True) == one).all()


def test_views_are_written_over_and_copies_are_not():
    views = paddock.make_vec("race-v0", num_envs=4, beams=30)
    copies = paddock.make_vec("race-v0", num_envs=4, beams=30, copy=True)
    a, _ = views.reset(seed=1)
    b, _ = copies.reset(seed=1)
    first = b.copy()
    forward = np.tile(np.float32([0, 1]), (4, 1))
    assert views.step(forward)[0] is a
    assert copies.step(forward)[0] is not b
    assert (b == first).all() and (a != first).any()


def test_reset_mask_leaves_the_others_alone():
    envs = paddock.make_vec("race-v0", num_envs=4, beams=30, copy=True)
    envs.reset(seed=1)
    before = envs.step(np.full((4, 2), 0.5, np.float32))[0]
    mask = np.array([False, True, False, True])
    after, _ = envs.reset(options={"reset_mask": mask})
    assert (after[~mask] == before[~mask]).all()
    assert (after[mask] != before[mask]).any(axis=1).all()
    for wrong in (np.ones(3, bool), np.ones(4)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
    duel = paddock.make_vec("duel-v0", num_envs=4)
    with pytest.raises(ValueError, match="all vehicles of a world"):
        duel.reset(options={"reset_mask": mask})


def test_snapshot_and_restore_of_all_worlds():
    envs = paddock.make_vec("slalom-v0", num_envs=16, beams=40, copy=True)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).uniform(-1, 1, (80, 16, 2)).astype(np.float32)
    for a in actions[:40]:
        here = envs.step(a)[0]
    moment = envs.snapshot()
    on = [envs.step(a)[:4] for a in actions[40:]]
    assert (envs.restore(moment) == here).all()
    for a, expected in zip(actions[40:], on):
        for x, y in zip(envs.step(a)[:4], expected):
            np.testing.assert_array_equal(x, y)


def test_bad_actions_are_refused_and_nothing_moves():
    envs = paddock.make_vec("race-v0", num_envs=8, beams=30)
    envs.reset(seed=1)
    before = envs.snapshot()
    for shape in [(8,), (8, 3), (7, 2), (16,), (2, 8)]:
        with pytest.raises(ValueError, match=r"actions must have shape \(8, 2\)"):
            envs.step(np.zeros(shape, np.float32))
    with pytest.raises(ValueError, match="got nan in row 5, column 0"):
        bad = np.zeros((8, 2), np.float32)
        bad[5, 0] = np.nan
        envs.step(bad)
    with pytest.raises(ValueError):
        envs.step("fast")
    assert envs.snapshot() == before
    envs.close()
    with pytest.raises(paddock.ClosedEnvironmentError):
        envs.step(np.zeros((8, 2), np.float32))


def test_numbers_of_environments_that_cannot_be():
    for count in (0, -1, 1 << 30):
        with pytest.raises(ValueError, match="num_envs|worlds"):
            paddock.make_vec("race-v0", num_envs=count)
    with pytest.raises(ValueError, match="multiple of 2"):
        paddock.make_vec("duel-v0", num_envs=3)
    with pytest.raises(ValueError, match="threads"):
        paddock.make_vec("race-v0", num_envs=2, threads=-1)
    with pytest.raises(ValueError, match="one seed for each of 4"):
        paddock.make_vec("race-v0", num_envs=4).reset(seed=[1, 2])


def test_actions_beyond_one_are_clamped():
    envs = paddock.make_vec("race-v0", num_envs=2, beams=30, copy=True)
    envs.reset(seed=[1, 1])
    observations, *_ = envs.step(np.float32([[0.2, 1], [0.2, 7]]))
    assert (observations[0] == observations[1]).all()
