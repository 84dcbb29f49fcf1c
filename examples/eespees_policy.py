"""Drives the EES-PEES robot by a policy that `paddock train blocks` wrote, through its own protocol.

    paddock train blocks --out blocks_policy.json
    python examples/eespees_policy.py blocks_policy.json                    # in this process
    python examples/eespees_policy.py blocks_policy.json --program paddock  # through the door, by TCP

Everything the policy sees is computed from what the robot's programs get: lidar, GPS, compass and
steering. Worlds have 10 x 10 cells and 16 blocks; solved means within 0.1 m of the target within 500
actions of 0.16 s, without touching anything.
"""

import argparse
import math

import numpy as np

import paddock
from paddock_eespees import LocalSimulator, Simulator
from paddock_eespees.driving import SILHOUETTE  # what each ray reads when something touches

TICK, TICKS = 0.032, 5  # seconds; ticks an action is held
GPS_AHEAD = 0.02  # m, of the robot's origin
STEER, MOTOR = -1.0, -11.0  # rad and rad/s for an action of 1: to the left, forward


def place(sensors):
    """The origin's x and z and the yaw: forward is (sin yaw, cos yaw), left (cos yaw, -sin yaw)."""
    yaw = math.atan2(sensors.compass[2], sensors.compass[0])
    forward = np.array([math.sin(yaw), math.cos(yaw)])
    return np.array([sensors.gps[0], sensors.gps[2]]) - GPS_AHEAD * forward, yaw


def observe(before, sensors, target, action):
    """An observation of the task blocks; `before` are the sensors a tick ago."""
    (was, old_yaw), (now, yaw) = place(before), place(sensors)
    forward, left = np.array([math.sin(yaw), math.cos(yaw)]), np.array([math.cos(yaw), -math.sin(yaw)])
    way = target - now
    distance = np.hypot(*way)
    turned = math.remainder(yaw - old_yaw, 2 * math.pi)
    extras = [forward @ way / distance, left @ way / distance, distance, forward @ (now - was) / TICK,
              turned / TICK, sensors.steer_angle, 0.0, *action]
    return np.concatenate([sensors.distance[::-1], extras])


def drive(simulator, policy, world):
    """One episode: "solved", "touched" or "late", and how many actions it took."""
    target, sensors = np.array(world.target), world.sensors
    before, action = sensors, np.zeros(2)
    for actions in range(1, 501):
        action = policy(observe(before, sensors, target, action))
        before = simulator.step(STEER * action[0], MOTOR * action[1], ticks=TICKS - 1)
        sensors = simulator.step(STEER * action[0], MOTOR * action[1])
        if (sensors.distance < SILHOUETTE).any() or getattr(simulator, "touched", False):
            return "touched", actions
        if np.hypot(*(target - place(sensors)[0])) < 0.1:
            return "solved", actions
    return "late", 500


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("policy", help="file that paddock train blocks wrote")
    parser.add_argument("--program", help="the paddock command, to drive through its door")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=100_000, help="of the first world")
    arguments = parser.parse_args()
    policy = paddock.load_policy(arguments.policy)
    simulator = (Simulator.launch(program=arguments.program, arguments=["--solvable"])
                 if arguments.program
                 else LocalSimulator(solvable=True))
    solved = 0
    for seed in range(arguments.seed, arguments.seed + arguments.worlds):
        world = simulator.start_env(world_size=10, num_obstacles=16, seed=seed)
        ended, actions = drive(simulator, policy, world)
        solved += ended == "solved"
        print(f"world {seed}: {ended} after {actions * TICKS * TICK:.1f} s")
    simulator.close()
    print(f"solved {solved} of {arguments.worlds} worlds")


if __name__ == "__main__":
    main()
