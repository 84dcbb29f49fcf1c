"""An agent that drives CARLA's streets by a network of ours, and how it learns from the autopilot.

    paddock serve carla
    python -m paddock_carla_compat examples/carla/policy_agent.py --out streets.json --city Town01
    python -m paddock_carla_compat examples/carla/benchmark.py policy --file streets.json --city Town02

The network feels how far the road reaches in 31 directions, from a camera that sees labels, and is
told its speed and the planner's command. It says how sharply to turn; how fast follows from that.
The file is a policy as paddock.load_policy reads it.
"""

import argparse
import json
import math
import random

import numpy as np
from carla.agent import Agent
from carla.client import VehicleControl, make_carla_client
from command_agent import (
    DRIVABLE,
    LARGEST_STEER,
    PEOPLE,
    VEHICLES,
    WHEELBASE,
    control_of,
    make_camera,
    pixels_of,
)

import paddock

BEARINGS = np.radians(np.linspace(-75, 75, 31))  # positive to the right
RANGES = np.arange(2.0, 24.0, 0.5)  # m
COMMANDS = [2.0, 3.0, 4.0, 5.0]  # of the planner: follow the lane, left, right, straight on
MOST = 0.2  # 1/m that an action of 1 turns


class Feeler:
    """Makes observations of labels."""

    def __init__(self):
        ahead, right = np.outer(np.cos(BEARINGS), RANGES), np.outer(np.sin(BEARINGS), RANGES)
        self._rows, self._columns, self._seen = pixels_of(ahead, right)

    def observe(self, labels, speed, command):
        road = np.isin(labels[self._rows, self._columns], DRIVABLE) | ~self._seen
        reach = RANGES[np.minimum(np.cumprod(road, axis=1).sum(axis=1), RANGES.size - 1)]
        return np.concatenate([reach, [speed], [command == known for known in COMMANDS]]).astype(np.float32)


class PolicyAgent(Agent):
    """Needs the camera of command_agent.make_camera() among the sensors."""

    def __init__(self, file):
        super().__init__()
        self._policy = paddock.load_policy(file)
        self._feeler = Feeler()

    def run_step(self, measurements, sensor_data, directions, target):
        labels = sensor_data["Labels"].data
        speed = measurements.player_measurements.forward_speed
        curvature = MOST * float(self._policy(self._feeler.observe(labels, speed, directions))[0])
        ahead = np.arange(6.0, 10.0, 0.5)
        rows, columns, seen = pixels_of(ahead, curvature * ahead**2 / 2)
        blocked = (np.isin(labels[rows, columns], (PEOPLE, VEHICLES)) & seen).any()
        wanted = 0.0 if blocked else min(7.0, math.sqrt(1.5 / max(abs(curvature), 1e-3)))
        return control_of(curvature, wanted, speed)


class Pupil(Agent):
    """Has the autopilot drive, now and then pushes it aside, and notes what it does about it."""

    def __init__(self):
        super().__init__()
        self.observations, self.turns = [], []
        self._feeler, self._draw = Feeler(), random.Random(1)
        self._push, self._pushed = 0.0, 0

    def run_step(self, measurements, sensor_data, directions, target):
        player = measurements.player_measurements
        wanted, here = player.autopilot_control, player.transform.location
        # before its goal it slows down and stands, which nobody who sees no goal can know
        if math.hypot(here.x - target.location.x, here.y - target.location.y) > 15 and self._pushed <= 0:
            self.observations.append(
                self._feeler.observe(sensor_data["Labels"].data, player.forward_speed, directions))
            self.turns.append(math.tan(wanted.steer * LARGEST_STEER) / WHEELBASE)
        self._pushed -= 1
        if self._pushed < -25:
            self._pushed, self._push = 4, self._draw.uniform(-0.12, 0.12)
        control = VehicleControl()
        control.throttle, control.brake = wanted.throttle, wanted.brake
        control.steer = wanted.steer + (self._push if self._pushed > 0 else 0.0)
        return control


def learn(observations, turns, rounds=4000, hidden=48, seed=1):
    """A network of one hidden layer by Adam on the squared error: mean, scale and layers."""
    draw = np.random.default_rng(seed)
    mean, scale = observations.mean(0), 1 / (observations.std(0) + 1e-3)
    inputs, wanted = np.clip((observations - mean) * scale, -5, 5), np.clip(turns / MOST, -1, 1)
    sizes = [inputs.shape[1], hidden, hidden, 1]
    weights = [draw.normal(0, 1 / math.sqrt(a), (b, a)) for a, b in zip(sizes, sizes[1:])]
    biases = [np.zeros(b) for b in sizes[1:]]
    parts = weights + biases
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    for step in range(1, rounds + 1):
        some = draw.integers(0, len(inputs), 256)
        values = [inputs[some]]
        for w, b in zip(weights, biases):
            values.append(np.tanh(values[-1] @ w.T + b))
        error = values[-1] - wanted[some, None]
        slopes = []
        for layer in reversed(range(len(weights))):
            error = error * (1 - values[layer + 1] ** 2)
            slopes.insert(0, (error.T @ values[layer] / len(some), error.mean(0)))
            error = error @ weights[layer]
        rate = 3e-3 * (1 - step / (rounds + 1))
        for i, slope in enumerate([w for w, _ in slopes] + [b for _, b in slopes]):
            first[i] += 0.1 * (slope - first[i])
            second[i] += 0.001 * (slope**2 - second[i])
            parts[i] -= rate * first[i] / (1 - 0.9**step) / (
                np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
    return mean, scale, list(zip(weights, biases))


def write_policy(file, mean, scale, layers):
    content = {
        "paddock_policy": 1,
        "task": "streets",
        "vehicle": "sedan",
        "lidar": {"beams": len(BEARINGS), "pool": 1, "half_range": 0.0},
        "clip": 5.0,
        "mean": mean.tolist(),
        "scale": scale.tolist(),
        "layers": [{"weights": w.tolist(), "biases": b.tolist()} for w, b in layers],
    }
    with open(file, "w") as out:
        json.dump(content, out)


def main():
    from benchmark import OneWeather, Reported

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", default="streets.json")
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=2000)
    parser.add_argument("--city", choices=["Town01", "Town02"], default="Town01")
    arguments = parser.parse_args()
    pupil = Pupil()
    with make_carla_client(arguments.host, arguments.port) as client:
        lessons = OneWeather(arguments.city, 1, [1, 2], [make_camera()])
        Reported(arguments.city, "lessons").benchmark_agent(lessons, pupil, client)
    write_policy(arguments.out, *learn(np.array(pupil.observations), np.array(pupil.turns)))
    print(f"Learned from {len(pupil.turns)} frames. Written: {arguments.out}")


if __name__ == "__main__":
    main()
