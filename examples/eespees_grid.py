"""Walks the EES-PEES robot from cell to cell to its target, knowing only what its lidar tells.

    python examples/eespees_grid.py

No learning: of the free neighbours it takes the one seen least often, then the nearest to
the target.
"""

from collections import Counter

from paddock_eespees.envs import GridEnv

WORLDS = 10
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # what actions 0 to 3 add to a cell (x, z)


def choose(observation, seen):
    """The action into the free cell seen least often; the nearer to the target, the better."""
    x, z, target_x, target_z = observation[:4]

    def cost(action):
        to_x, to_z = x + STEPS[action][0], z + STEPS[action][1]
        return seen[to_x, to_z], abs(target_x - to_x) + abs(target_z - to_z)

    free = [action for action in range(4) if observation[4 + action] >= 1]
    return min(free or range(4), key=cost)


env = GridEnv(world_size=8, num_obstacles=10)
reached = 0
for seed in range(1, WORLDS + 1):
    observation, info = env.reset(seed=seed)
    seen, steps, over = Counter(), 0, False
    while not over:
        seen[tuple(observation[:2])] += 1
        observation, reward, terminated, truncated, info = env.step(choose(observation, seen))
        steps, over = steps + 1, terminated or truncated
    reached += terminated
    print(f"world {info['seed']}: {steps} moves, {info['distance']:.2f} m from the target, "
          f"{info['sim_time']:.0f} s simulated")
env.close()
print(f"reached {reached} of {WORLDS} targets")
