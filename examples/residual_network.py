"""A small residual network that tells shapes apart, written as plain trees, with checkpoints.

The images are drawn here: discs, squares, diamonds, rings and crosses of random place, size and colour, with noise.
Run it twice with ``--checkpoint FILE``, and the second run goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc
from jdc_runtime import checkpoint, random
from jdc_runtime.structure import (
    Config,
    Module,
    StructureTree,
    apply_tree,
    fill_tree,
    functional,
    nn,
    optim,
    value_and_grad,
)

CLASSES = 5
SIZE = 16
LOSS_BELOW = {20: 0.9, 150: 0.1}
"""After so many steps, the mean of the last five losses is below this. It starts at 1.6, the logarithm of 5."""

optimizer = optim.adamw(3e-3)


def ResidualBlock(inputs: int, outputs: int, stride: int) -> Module:
    """Two convolutions beside a shortcut, as a tree with two submodules and an ``apply`` of its own."""
    body, config = nn.Sequential(
        nn.Conv(inputs, outputs, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm(outputs),
        functional.relu,
        nn.Conv(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm(outputs),
    )
    same = inputs == outputs and stride == 1
    shortcut, _ = nn.Identity() if same else nn.Conv(inputs, outputs, 1, stride=stride, bias=False)
    return fill_tree({"apply": apply_block, "submodules": {"body": body, "shortcut": shortcut}}), config


def apply_block(tree: StructureTree, config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    body, y = apply_tree(tree["submodules"]["body"], config, x)
    shortcut, x = apply_tree(tree["submodules"]["shortcut"], config, x)
    return {**tree, "submodules": {"body": body, "shortcut": shortcut}}, functional.relu(x + y)


def Network() -> Module:
    return nn.Sequential(
        nn.Conv(3, 16, 3, padding=1, bias=False),
        nn.BatchNorm(16),
        functional.relu,
        ResidualBlock(16, 16, stride=1),
        ResidualBlock(16, 32, stride=2),
        ResidualBlock(32, 32, stride=1),
        mean_of_pixels,
        nn.Linear(32, CLASSES),
    )


def mean_of_pixels(x: jax.Array) -> jax.Array:
    return x.mean(axis=(2, 3))


def draw(seed: int, count: int) -> tuple[jax.Array, jax.Array]:
    """Return images ``(count, 3, 16, 16)`` and their labels."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, CLASSES, count)
    across, down = np.abs(np.mgrid[:SIZE, :SIZE][:, None] - rng.uniform(5, 11, (2, count, 1, 1)))
    radius = rng.uniform(3, 5, (count, 1, 1))
    distance, farther = np.hypot(across, down), np.maximum(across, down)
    shapes = [
        distance < radius,
        farther < 0.9 * radius,
        across + down < 1.2 * radius,
        (distance < radius) & (distance > 0.6 * radius),
        (np.minimum(across, down) < 1) & (farther < radius),
    ]
    shape = np.choose(labels[:, None, None], shapes)[:, None]
    images = rng.uniform(0.5, 1, (count, 3, 1, 1)) * shape + rng.normal(0, 0.1, (count, 3, SIZE, SIZE))
    return jnp.asarray(images, jnp.float32), jnp.asarray(labels)


def loss_of(
    tree: StructureTree, config: Config, images: jax.Array, labels: jax.Array
) -> tuple[StructureTree, jax.Array]:
    tree, logits = apply_tree(tree, config, images)
    return tree, functional.softmax_cross_entropy(logits, labels)


@jdc.jit(auto_static=True, static_argnames="config")
def train_step(
    tree: StructureTree, config: Config, state: Any, images: jax.Array, labels: jax.Array
) -> tuple[StructureTree, Any, jax.Array]:
    """Take one step; what of the tree cannot be traced is static by itself."""
    (tree, loss), gradients = value_and_grad(loss_of)(tree, config, images, labels)
    tree, state = optim.update(optimizer, gradients, state, tree)
    return tree, state, loss


@jdc.jit(auto_static=True, static_argnames="config")
def accuracy(tree: StructureTree, config: Config, images: jax.Array, labels: jax.Array) -> jax.Array:
    _, logits = apply_tree(tree, {**config, "train_mode": False}, images)
    return functional.accuracy(logits, labels)


def main(steps: int, file: Path | None) -> list[float]:
    """Train up to step ``steps`` and return the loss of each step taken."""
    with random.keys(0):
        tree, config = Network()
    state = optim.init(optimizer, tree)
    start = 0
    if file is not None and file.exists():
        tree, state, start = checkpoint.load(file, like=(tree, state, start))
        print(f"going on from step {start} of {file}")
    losses: list[float] = []
    for step in range(start, steps):
        images, labels = draw(step + 1, 64)
        tree, state, loss = train_step(tree, config, state, images, labels)
        losses.append(float(loss))
        if step % 10 == 0 or step == steps - 1:
            print(f"step {step:3d}   loss {losses[-1]:.3f}")
    if file is not None:
        checkpoint.save(file, (tree, state, steps), metadata={"example": "residual_network"})
    print(f"accuracy on 512 new images: {accuracy(tree, config, *draw(0, 512)):.1%}")
    return losses


def run(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--checkpoint", type=Path)
    given = parser.parse_args(arguments)
    return main(given.steps, given.checkpoint)


if __name__ == "__main__":
    run()
