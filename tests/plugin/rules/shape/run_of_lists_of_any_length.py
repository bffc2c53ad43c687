import collections
import random
from typing import Any

import jax.numpy as jnp
import numpy as np

TEXT = "the quick brown fox " * 100


class Tokenizer:
    def __init__(self, text):
        letters = sorted(set(text))
        self.places = {c: i for i, c in enumerate(letters)}
        self.size = len(letters)

    def encode(self, text):
        return np.array([self.places[c] for c in text], dtype=np.int32)


class Buffer:
    def __init__(self, capacity):
        self.buffer: Any = collections.deque(maxlen=capacity)

    def push(self, *transition):
        self.buffer.append(transition)

    def sample(self, count):
        obs, action, reward = zip(*random.sample(self.buffer, count))
        return np.stack(obs), np.array(action), np.array(reward, dtype=np.float32)


def of_texts():
    tokenizer = Tokenizer(TEXT)
    data = tokenizer.encode(TEXT)
    table = jnp.zeros((tokenizer.size, 5))
    table + jnp.zeros((16, 5))
    table + jnp.zeros((19, 5))  # E: jdc-shape
    starts = np.random.default_rng(0).integers(0, len(data) - 9, size=4)
    x = np.stack([data[s : s + 8] for s in starts])
    x + np.zeros((4, 8))
    x + np.zeros((6, 8))  # E: jdc-shape
    table[x] @ jnp.zeros((5, 2))
    table[x] @ jnp.zeros((7, 2))  # E: jdc-shape


def of_buffers():
    buffer, obs = Buffer(100), np.zeros(11, np.float32)
    rng = np.random.default_rng(0)
    for _ in range(200):
        action = int(rng.integers(3))
        buffer.push(obs, action, 0.5 if rng.random() < 0.3 else 0.0)
    seen, actions, rewards = buffer.sample(16)
    seen @ jnp.zeros((11, 2)) + rewards[:, None] + actions[:, None]
    seen @ jnp.zeros((12, 2))  # E: jdc-shape
    seen.sum(1) + rewards[:13]  # E: jdc-shape


def of_losses(xs):
    losses, rows, mixed = [], [], []
    rng = np.random.default_rng(0)
    while rng.random() < 0.9:
        losses.append(jnp.mean(xs))
        rows.append(xs[0])
        mixed.append(jnp.zeros(3) if rng.random() < 0.5 else jnp.zeros((3, 3)))
    losses.append(jnp.zeros(()))
    rows.append(jnp.ones(14))
    mixed.append(jnp.zeros(3))
    jnp.stack(losses) + jnp.zeros(len(losses))
    jnp.stack(losses).mean() + jnp.zeros(3)
    jnp.stack(rows) @ jnp.zeros(14)
    jnp.stack(rows) @ jnp.zeros(15)  # E: jdc-shape
    rows[0] + jnp.zeros(14)
    rows[-1] + jnp.zeros(16)  # E: jdc-shape
    mixed[-1] + jnp.zeros(3)
    rows[0] = jnp.zeros((14, 14))
    rows[0] + jnp.zeros((14, 14))


def handed(rows):
    rows.append(jnp.zeros((2, 2)))


def of_lists_that_others_change():
    rng = np.random.default_rng(0)
    rows = [jnp.zeros(17)]
    others = rows
    if rng.random() < 0.5:
        rows.append(jnp.zeros(17))
    rows[-1] + jnp.zeros(17)
    rows[-1] + jnp.zeros(18)  # E: jdc-shape
    handed(others)
    rows[-1] + jnp.zeros((2, 2))
    parts = [jnp.zeros(19), jnp.zeros(19)] if rng.random() < 0.5 else [jnp.zeros(19)]
    jnp.concatenate(parts) + 1
    parts[0] + jnp.zeros(20)  # E: jdc-shape
    parts.insert(0, jnp.zeros(20))
    parts[0] + jnp.zeros(20)
    grown = [np.zeros(21)]
    for _ in range(int(rng.integers(1, 5))):
        grown.append(np.zeros(21))
    grown += [np.zeros(22)]
    grown[-1] + np.zeros(22)
    sizes = [w.shape[0] for w in grown]
    jnp.zeros((sizes[0], 2)) @ jnp.zeros(2)


def of_tables():
    rng = np.random.default_rng(0)
    sizes = {"small": 23, "large": 46}
    weights = {"a": jnp.zeros((23, 2)), "b": jnp.zeros((46, 2))}
    name = "small" if rng.random() < 0.5 else "large"
    jnp.zeros(sizes[name]) + jnp.zeros(46 if name == "large" else 23)
    for key in list(weights) if rng.random() < 0.5 else ["a"]:
        jnp.zeros(weights[key].shape[0]) @ weights[key]
    chosen = weights["a" if rng.random() < 0.5 else "b"]
    jnp.zeros((2, 3)).T @ chosen.T
    jnp.zeros((2, 3)) @ chosen.T  # E: jdc-shape


of_texts()
of_buffers()
of_losses(jnp.zeros((6, 14)))
of_lists_that_others_change()
of_tables()


def of_one_item():
    rng = np.random.default_rng(0)
    rows = [np.zeros((1, 24))]
    while rng.random() < 0.5:
        rows.append(np.zeros((1, 24)))
    np.squeeze(np.concatenate(rows)) + np.zeros((1, 24))
    np.array(rows) + np.zeros((1, 1, 24))
    np.squeeze(np.array([np.zeros(24) for _ in range(int(rng.integers(1, 2)))])) + np.zeros((6, 24))
    one, other = [np.zeros(25)], [np.zeros(25), np.zeros(25)]
    chosen = one if rng.random() < 0.5 else other
    chosen[0] + np.zeros(25)
    one[0] = np.zeros(26)
    other[0] = np.zeros(26)
    chosen[0] + np.zeros(26)


of_one_item()
