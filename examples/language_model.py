"""A small language model that learns the Constitution of the United States letter by letter, with checkpoints.

A transformer written with organizers: modules are attributes, and an ``apply`` function calls them. Run it twice with
``--checkpoint FILE``, and the second run goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

import jdc_runtime as jdc
from jdc_runtime import checkpoint, random
from jdc_runtime.structure import (
    Config,
    StateOrganizer,
    StructureTree,
    apply_tree,
    functional,
    nn,
    optim,
    organized_apply,
    organized_init,
    value_and_grad,
)

TEXT = (Path(__file__).parent / "data" / "constitution.txt").read_text()
LETTERS = sorted(set(TEXT))
CONTEXT = 64
LOSS_BELOW = {20: 2.9, 500: 1.6}
"""After so many steps, the mean of the last five losses is below this. It starts above 4, and a guess by the
frequencies of letters has 3.1."""

schedule = optax.warmup_cosine_decay_schedule(0.0, 4e-3, warmup_steps=20, decay_steps=600, end_value=4e-4)
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optim.adamw(schedule))


@organized_init
def Block(organizer: StateOrganizer, width: int, heads: int) -> None:
    """Attention to what came before, then two layers for each letter."""
    organizer.attention_norm = nn.LayerNorm(width)
    organizer.attention = nn.MultiHeadAttention(width, heads, is_causal=True)
    organizer.mlp_norm = nn.LayerNorm(width)
    organizer.mlp = nn.Sequential(nn.Linear(width, 4 * width), functional.gelu, nn.Linear(4 * width, width))
    organizer.dropout = nn.Dropout(0.1)
    organizer.set_apply(apply_block)


@organized_apply
def apply_block(organizer: StateOrganizer, x: jax.Array) -> jax.Array:
    x = x + organizer.dropout(organizer.attention(organizer.attention_norm(x)))
    return x + organizer.dropout(organizer.mlp(organizer.mlp_norm(x)))


@organized_init
def LanguageModel(organizer: StateOrganizer, width: int = 64, heads: int = 4, depth: int = 2) -> None:
    """Letters to logits. Layers take their keys from the block of ``random.keys`` that this is called in."""
    organizer.letters = nn.Embedding(len(LETTERS), width)
    organizer.positions = 0.1 * random.normal((CONTEXT, width))
    organizer.blocks = [Block(width, heads) for _ in range(depth)]
    organizer.norm = nn.LayerNorm(width)
    organizer.head = nn.Linear(width, len(LETTERS))
    organizer.set_apply(apply_language_model)


@organized_apply
def apply_language_model(organizer: StateOrganizer, letters: jax.Array) -> jax.Array:
    """From ``(batch, time)`` letters to ``(batch, time, letters)`` logits of the letter that follows each."""
    x = organizer.letters(letters) + organizer.positions[: letters.shape[-1]]
    for block in organizer.blocks:
        x = block(x)
    return organizer.head(organizer.norm(x))


def loss_of(tree: StructureTree, config: Config, letters: jax.Array) -> tuple[StructureTree, jax.Array]:
    tree, logits = apply_tree(tree, config, letters[:, :-1])
    return tree, functional.softmax_cross_entropy(logits, letters[:, 1:])


@jdc.jit(auto_static=True, static_argnames="config")
def train_step(
    tree: StructureTree, config: Config, state: Any, letters: jax.Array
) -> tuple[StructureTree, Any, jax.Array]:
    """Take one step; what of the tree cannot be traced is static by itself."""
    (tree, loss), gradients = value_and_grad(loss_of)(tree, config, letters)
    tree, state = optim.update(optimizer, gradients, state, tree)
    return tree, state, loss


@jdc.jit(auto_static=True, static_argnames="config")
def evaluate(tree: StructureTree, config: Config, letters: jax.Array) -> jax.Array:
    return loss_of(tree, {**config, "train_mode": False}, letters)[1]


@jdc.jit(auto_static=True, static_argnames="config")
def follow(tree: StructureTree, config: Config, letters: jax.Array, key: jax.Array) -> jax.Array:
    """Write on until the context is full: ``letters`` holds the beginning, and then -1."""

    def write(position: jax.Array, letters: jax.Array) -> jax.Array:
        _, logits = apply_tree(tree, {**config, "train_mode": False}, jnp.maximum(letters, 0)[None])
        drawn = jax.random.categorical(jax.random.fold_in(key, position), logits[0, position] / 0.7)
        return letters.at[position + 1].set(jnp.where(letters[position + 1] < 0, drawn, letters[position + 1]))

    return jax.lax.fori_loop(0, CONTEXT - 1, write, letters)


def encode(text: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.array([LETTERS.index(letter) for letter in text], np.int32)


def sample(tree: StructureTree, config: Config, beginning: str) -> str:
    start = np.full(CONTEXT, -1, np.int32)
    start[: len(beginning)] = encode(beginning)
    written = follow(tree, config, jnp.asarray(start), jax.random.key(0))
    return "".join(LETTERS[letter] for letter in np.asarray(written))


def main(steps: int, file: Path | None) -> list[float]:
    """Train up to step ``steps`` and return the loss of each step taken."""
    text = encode(TEXT)
    training, held_out = text[: -len(text) // 10], text[-len(text) // 10 :]
    with random.keys(0):
        tree, config = LanguageModel()
    state = optim.init(optimizer, tree)
    start = 0
    if file is not None and file.exists():
        tree, state, start = checkpoint.load(file, like=(tree, state, start))
        print(f"going on from step {start} of {file}")
    losses: list[float] = []
    for step in range(start, steps):
        places = np.random.default_rng(step).integers(0, len(training) - CONTEXT, 24)
        batch = training[places[:, None] + np.arange(CONTEXT + 1)]
        tree, state, loss = train_step(tree, config, state, jnp.asarray(batch))
        losses.append(float(loss))
        if step % 50 == 0 or step == steps - 1:
            print(f"step {step:3d}   loss {losses[-1]:.3f}")
    if file is not None:
        checkpoint.save(file, (tree, state, steps), metadata={"example": "language_model"})
    windows = held_out[: len(held_out) // (CONTEXT + 1) * (CONTEXT + 1)].reshape(-1, CONTEXT + 1)
    print(f"loss on what it has not seen: {evaluate(tree, config, jnp.asarray(windows)):.3f}")
    print(repr(sample(tree, config, "The President shall")))
    return losses


def run(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--checkpoint", type=Path)
    given = parser.parse_args(arguments)
    return main(given.steps, given.checkpoint)


if __name__ == "__main__":
    run()
