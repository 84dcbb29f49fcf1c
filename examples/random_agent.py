"""Random actions in any task, and what came of them.

    python examples/random_agent.py [race-v0|blocks-v0|slalom-v0|waypoints-v0]
"""

import sys

import paddock

env = paddock.make(sys.argv[1] if len(sys.argv) > 1 else "race-v0")
observation, _ = env.reset(seed=1)
print("sees:", len(observation) - len(env.extras), "ranges, then", ", ".join(env.extras))
print("does:", "; ".join(env.actions))
env.action_space.seed(1)
for episode in range(5):
    total, steps, over = 0.0, 0, False
    while not over:
        observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        total, steps, over = total + reward, steps + 1, terminated or truncated
    print(f"episode {episode}: {steps} steps, reward {total:.2f}")
    observation, _ = env.reset()
