from typing import NamedTuple

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np


class Config:
    def __init__(self):
        self.steps = 3
        self.width = 4


class Batch(NamedTuple):
    x: jax.Array
    y: jax.Array
    mask: jax.Array


def loader(arrays, size, seed):
    rng = np.random.default_rng(seed)
    indices = np.arange(arrays[0].shape[0])
    while True:
        order = rng.permutation(indices)
        start, end = 0, size
        while end <= len(order):
            yield tuple(each[order[start:end]] for each in arrays)
            start, end = end, end + size


def batches(size):
    while True:
        yield Batch(jnp.zeros((size, 4)), jnp.zeros(size), jnp.ones(size, bool))


def finite():
    for size in (5, 6):
        yield jnp.zeros(size)


def main():
    config = Config()
    x, y = np.zeros((60, 4), np.float32), np.zeros((60, 2), np.float32)
    w, key = jnp.zeros((config.width, 2)), jr.PRNGKey(0)
    for step, (xs, ys) in zip(range(config.steps), loader((x, y), 20, 0)):
        key, sub = jr.split(key)
        xs @ w - ys + jr.normal(sub, (20, 2)) * step
        xs @ w - ys[:, :1] - ys.sum(1)  # E: jdc-shape
    for (xs, ys), step in zip(loader((x, y), 10, 0), range(2)):
        xs @ w - ys
    xs + jnp.zeros((10, 4))
    xs + jnp.zeros((11, 4))  # E: jdc-shape
    jnp.zeros((config.width, 3)) + jnp.zeros((3, 4))  # E: jdc-shape
    for batch, _ in zip(batches(7), range(2)):
        a, b, mask = batch
        jnp.where(mask, a.sum(1), b)
        a, b = batch  # E: jdc-shape
    for each, _ in zip(finite(), range(9)):
        last = each
    last + jnp.zeros(6)
    last + jnp.zeros(5)  # E: jdc-shape
    first = next(loader((x, y), 12, 0))
    first[0].sum(1) + first[1].sum(1)
    first[0] @ jnp.zeros((5, 2))  # E: jdc-shape


def forever(key):
    keys = [key]
    total = jnp.zeros(8)
    for _, (xs, _) in zip(range(100), loader((np.zeros((60, 8)), np.zeros(60)), 30, 1)):
        key, sub = jr.split(key)
        keys.append(sub)
        total = total + xs.mean(0)
    return key, total


def paired(n):
    return jnp.zeros(n), jnp.eye(n)


def moved(a, b):
    if a.ndim > 1:
        return a, b
    return a + b, b


def carried(x, init):
    def pair(state, row):
        mean, cov = state
        return (mean + row, cov), mean

    def lost(state, row):
        mean, cov = state
        mean, row = moved(mean, row)
        return mean, cov

    def whole(state, row):
        return state + row, None

    jax.lax.scan(pair, init, x)
    jax.lax.scan(lost, init, x)  # E: jdc-shape
    jax.lax.scan(whole, jnp.zeros(9), x)
    jax.lax.fori_loop(0, 3, lambda i, s: s + i, jnp.zeros(9))
    jax.lax.fori_loop(0, 3, lambda i, s: (s + i,), jnp.zeros(9))  # E: jdc-shape
    jax.lax.fori_loop(0, 3, lambda i, s: {"a": s["a"] + i}, {"a": jnp.zeros(9)})
    jax.lax.fori_loop(0, 3, lambda i, s: s["a"], {"a": jnp.zeros(9)})  # E: jdc-shape


main()
final, totals = forever(jr.PRNGKey(1))
totals + jnp.zeros(8)
carried(jnp.zeros((10, 9)), paired(9))
