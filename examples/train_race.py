"""Learns to race with NumPy alone: proximal policy optimisation over worlds side by side.

    python examples/train_race.py --out race_policy.json --watch

A few minutes on two cores. Every line of the table is one evaluation on tracks the training never
sees (level seeds from 1000 on). The best policy is saved; `paddock run LEVEL --driver FILE` drives it.
With --watch a page shows the newest policy on those tracks, and the curve.
"""

import argparse
import csv
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads would only wait

import numpy as np

import paddock

BEAMS = 54
TRAIN = dict(beams=BEAMS, variants=32, level_seed=1, friction=(0.7, 1.1), delay=(0, 2))
TEST = dict(beams=BEAMS, variants=8, level_seed=1000)
GAMMA, LAMBDA, CLIP, RATE, EPOCHS, MINIBATCHES = 0.99, 0.95, 0.2, 1e-3, 4, 8


class Net:
    """Two hidden layers of tanh and a linear end, with gradients by hand and Adam."""

    def __init__(self, sizes, rng, last_scale):
        self.weights = []
        for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
            scale = (last_scale if i == len(sizes) - 2 else 1.0) / np.sqrt(a)
            self.weights += [rng.normal(0, scale, (a, b)).astype(np.float32), np.zeros(b, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def __call__(self, x):
        self.layers = [x]
        for i in range(0, len(self.weights), 2):
            x = x @ self.weights[i] + self.weights[i + 1]
            if i < len(self.weights) - 2:
                x = np.tanh(x)
            self.layers.append(x)
        return x

    def gradients(self, delta):
        """Of the loss by every weight; `delta` is the loss by the outputs of the latest call."""
        found = []
        for i in reversed(range(0, len(self.weights), 2)):
            x = self.layers[i // 2]
            found = [x.T @ delta, delta.sum(0), *found]
            delta = (delta @ self.weights[i].T) * (1 - x * x)
        return found

    def descend(self, gradients, rate):
        self.steps += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        for w, g, (m, v) in zip(self.weights, gradients, self.moments):
            g = g * min(1.0, 0.5 / (norm + 1e-8))
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= rate * (m / (1 - 0.9**self.steps)) / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)


def scaling(env):
    """Mean and scale of each observation: ranges by 5 m, speeds and angles by what a car does."""
    mean = np.zeros(env.single_observation_space.shape[0], np.float32)
    mean[:BEAMS], mean[BEAMS] = 3, 3
    scale = np.full_like(mean, 0.2)
    scale[BEAMS:] = [0.33, 1, 0.5, 2.5, 1, 1]
    return mean, scale


def policy_of(actor, mean, scale):
    """The actor as a file knows it: every layer ends in tanh, as its mean action does."""
    pairs = zip(actor.weights[::2], actor.weights[1::2])
    return paddock.Policy(mean=mean, scale=scale, layers=[(w.T, b) for w, b in pairs])


def evaluate(policy, seconds=60):
    """Metres driven and share of crashes on unseen tracks, one episode a world."""
    env = paddock.make_vec("race-v0", num_envs=64, max_steps=seconds * 50, **TEST)
    observations, _ = env.reset(seed=7)
    driven, alive = np.zeros(64), np.ones(64, bool)
    crashed = np.zeros(64, bool)
    while alive.any():
        observations, rewards, terminated, truncated, _ = env.step(policy(observations))
        driven += np.where(alive & ~terminated, rewards, 0)
        crashed |= alive & terminated
        alive &= ~(terminated | truncated)
    return driven.mean(), crashed.mean()


def train(args):
    rng = np.random.default_rng(args.seed)
    env = paddock.make_vec("race-v0", num_envs=args.envs, max_steps=1000, **TRAIN)
    mean, scale = scaling(env)
    def seen(rows):
        return np.clip((rows - mean) * scale, -5, 5)
    actor = Net([len(mean), 64, 64, 2], rng, 0.1)
    critic = Net([len(mean), 64, 64, 1], rng, 1.0)
    log_std = np.array([-0.7, -0.5], np.float32)

    observations, _ = env.reset(seed=args.seed)
    x = seen(observations)
    best, began, curve = -np.inf, time.time(), []
    total = args.updates * args.envs * args.horizon
    page = None
    if args.watch:
        page = paddock.TrainingPage(
            "race-v0", curve={"driven": "m", "crashed": "%"}, steps=total, max_steps=3000, **TEST)
    print(f"{'steps':>10} {'s':>5} {'m driven':>9} {'crashed':>8}")
    for update in range(args.updates + 1):
        if update % 10 == 0:
            policy = policy_of(actor, mean, scale)
            driven, crashed = evaluate(policy)
            steps = update * args.envs * args.horizon
            curve.append((steps, time.time() - began, driven, crashed))
            print(f"{steps:10,} {time.time() - began:5.0f} {driven:9.1f} {crashed:8.0%}", flush=True)
            if page:
                page.show(steps, point={"driven": driven, "crashed": 100 * crashed})
            if driven * (1 - crashed) > best:
                best = driven * (1 - crashed)
                paddock.save_policy(args.out, policy, env)
        if page:
            page.show(update * args.envs * args.horizon, policy=policy_of(actor, mean, scale))
        std = np.exp(log_std)
        rows = []
        for _ in range(args.horizon):
            mu, value = np.tanh(actor(x)), critic(x)[:, 0]
            action = mu + std * rng.normal(size=mu.shape).astype(np.float32)
            observations, rewards, terminated, truncated, infos = env.step(action)
            reward = rewards - 0.02 * np.abs(action[:, 0])
            if truncated.any():  # the episode was cut, not lost: what was to come still counts
                cut = np.flatnonzero(truncated & ~terminated)
                if len(cut):
                    reward[cut] += GAMMA * critic(seen(np.stack(infos["final_obs"][cut])))[:, 0]
            rows.append((x, action, mu, value, reward, terminated | truncated))
            x = seen(observations)
        xs, actions, mus, values, rewards_, dones = (np.array(part) for part in zip(*rows))

        # how much better each action was than expected
        gains, gain, after = np.zeros_like(values), 0.0, critic(x)[:, 0]
        for t in reversed(range(args.horizon)):
            on = 1.0 - dones[t]
            gain = rewards_[t] + GAMMA * after * on - values[t] + GAMMA * LAMBDA * on * gain
            gains[t], after = gain, values[t]
        targets = (gains + values).reshape(-1)
        gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).reshape(-1, 1)
        xs, actions, mus = (part.reshape(-1, part.shape[-1]) for part in (xs, actions, mus))

        rate = RATE * (1 - update / (args.updates + 1))
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(xs)), MINIBATCHES):
                mu, a = np.tanh(actor(xs[part])), actions[part]
                ratio = np.exp((((a - mus[part]) ** 2 - (a - mu) ** 2) / (2 * std**2)).sum(1, keepdims=True))
                bound = np.where(gains[part] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                by_mu = -gains[part] * ratio * bound * (a - mu) / std**2 / len(part)
                actor.descend(actor.gradients((by_mu * (1 - mu**2)).astype(np.float32)), rate)
                wrong = critic(xs[part]) - targets[part, None]
                critic.descend(critic.gradients((wrong / len(part)).astype(np.float32)), rate)
        log_std = np.maximum(log_std - 0.01, [-2.0, -1.6]).astype(np.float32)
    if page:
        page.close()
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", default="race_policy.json", help="file of the best policy")
    parser.add_argument("--curve", help="file for the learning curve, CSV")
    parser.add_argument("--watch", action="store_true", help="show the policy as it learns on a page")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--updates", type=int, default=120)
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--horizon", type=int, default=64)
    arguments = parser.parse_args()
    learned = train(arguments)
    if arguments.curve:
        with open(arguments.curve, "w", newline="") as file:
            csv.writer(file).writerows([("steps", "seconds", "metres", "crashed"), *learned])
    print(f"Saved {arguments.out}. Drive it: paddock run grand_prix --driver {arguments.out}")
