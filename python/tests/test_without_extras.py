"""NumPy is all that is needed: without Gymnasium and PettingZoo everything still trains."""

import subprocess
import sys

PROGRAM = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("gymnasium", "pettingzoo"):
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
import numpy as np
import paddock

env = paddock.make("race-v0", beams=30)
first, _ = env.reset(seed=1)
assert env.observation_space.contains(first)
env.step(env.action_space.sample())
envs = paddock.make_vec("blocks-v0", num_envs=8)
envs.reset(seed=1)
envs.action_space.seed(1)
observations, *_ = envs.step(envs.action_space.sample())
assert observations.shape == envs.observation_space.shape
game = paddock.parallel_env("duel-v0", beams=30)
game.reset(seed=1)
game.step({agent: np.zeros(2) for agent in game.agents})
try:
    env.close()
    env.reset()
except paddock.ClosedEnvironmentError as error:
    print(error)
assert "gymnasium" not in sys.modules
print("fine")
"""


def test_it_imports_and_steps_with_numpy_alone():
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["this race environment was closed", "fine"]
