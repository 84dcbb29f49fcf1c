"""Policies as files: small networks that `paddock run --driver FILE` drives with.

The file is JSON and says everything a driver needs: the lidar, what else is felt, how inputs are
scaled, the layers, and where the outputs go. docs/python.md has the format.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FORMAT = 1


@dataclass
class Policy:
    """A network: inputs are (observation - mean) * scale, clipped to +-clip; every layer is
    tanh(weights @ x + biases), and the outputs of the last are the actions, -1 to 1.

    An observation begins with `beams` lidar ranges. Where `pool` is more than 1, the shortest of so
    many neighbours stands for them; where `half_range` is not 0, h / (h + range) stands for a range.
    """

    mean: np.ndarray  # (inputs,)
    scale: np.ndarray  # (inputs,)
    layers: Sequence[tuple[np.ndarray, np.ndarray]]  # weights (out, in), biases (out,)
    clip: float = 5.0
    beams: int = 0
    pool: int = 1
    half_range: float = 0.0

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Actions (..., action_size) for observations (..., observation_size)."""
        ranges, rest = np.split(np.asarray(observations), [self.beams], axis=-1)
        if self.pool > 1:
            ranges = ranges.reshape(*ranges.shape[:-1], -1, self.pool).min(-1)
        if self.half_range > 0:
            ranges = self.half_range / (self.half_range + ranges)
        x = np.concatenate([ranges, rest], axis=-1)
        x = np.clip((x - self.mean) * self.scale, -self.clip, self.clip)
        for weights, biases in self.layers:
            x = np.tanh(x @ np.asarray(weights).T + biases)
        return x


def save_policy(path: str | os.PathLike[str], policy: Policy, env: Any) -> None:
    """Writes `policy` for the task of `env`, one of our environments. The file is replaced whole."""
    text = policy_text(policy, env.unwrapped._play.open_batch())
    path = Path(path)
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    part.replace(path)


def policy_text(policy: Policy, batch: Any) -> str:
    """The file's text for a policy of the batch's task."""
    beams = batch.lidar["beams"]
    if (policy.pool > 1 or policy.half_range > 0) and policy.beams != beams:
        raise ValueError(f"beams must be the task's {beams}, got {policy.beams}")
    if beams % policy.pool != 0:
        raise ValueError(f"pool must divide the {beams} beams, got {policy.pool}")
    pooled = beams - beams // policy.pool
    sizes = [batch.observation_size - pooled, *(np.shape(w)[0] for w, _ in policy.layers)]
    for size, (weights, biases) in zip(sizes, policy.layers):
        if np.ndim(weights) != 2 or np.shape(weights)[1] != size:
            raise ValueError(f"a layer must take {size} inputs, got weights {np.shape(weights)}")
        if np.shape(biases) != (np.shape(weights)[0],):
            raise ValueError(f"a layer of {np.shape(weights)} weights has biases {np.shape(biases)}")
    if sizes[-1] != batch.action_size:
        raise ValueError(f"the last layer must give {batch.action_size} actions, got {sizes[-1]}")
    content = {
        "paddock_policy": FORMAT,
        "task": batch.task,
        "vehicle": batch.vehicle,
        "step_seconds": batch.step_seconds,
        "lidar": batch.lidar | {"pool": policy.pool, "half_range": float(policy.half_range)},
        "extras": batch.extras,
        "actions": [{"input": name, "scale": scale} for name, scale in batch.action_scales],
        "clip": float(policy.clip),
        "mean": _numbers(np.broadcast_to(policy.mean, sizes[0])),
        "scale": _numbers(np.broadcast_to(policy.scale, sizes[0])),
        "layers": [
            {"weights": [_numbers(row) for row in w], "biases": _numbers(b)}
            for w, b in policy.layers
        ],
    }
    return json.dumps(content) + "\n"


def load_policy(path: str | os.PathLike[str]) -> Policy:
    """Reads what save_policy or `paddock train` wrote; ValueError when the file is something else."""
    try:
        text = json.loads(Path(path).read_text())
        if text["paddock_policy"] != FORMAT:
            raise ValueError(f"format {text['paddock_policy']}")
        lidar = text["lidar"]
        return Policy(
            mean=np.array(text["mean"], np.float32),
            scale=np.array(text["scale"], np.float32),
            layers=[
                (np.array(layer["weights"], np.float32), np.array(layer["biases"], np.float32))
                for layer in text["layers"]
            ],
            clip=float(text["clip"]),
            beams=int(lidar["beams"]),
            pool=int(lidar.get("pool", 1)),
            half_range=float(lidar.get("half_range", 0)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no policy of format {FORMAT}: {error}") from None


def _numbers(row: Any) -> list[float]:
    row = np.asarray(row, np.float32)
    if not np.isfinite(row).all():
        raise ValueError("a policy must hold finite numbers only")
    return [float(number) for number in row]
