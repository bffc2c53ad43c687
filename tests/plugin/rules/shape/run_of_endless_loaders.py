import itertools
from itertools import islice

import jax.numpy as jnp
import numpy as np


def loader(size):
    xs = np.zeros((64, 3), np.float32)
    ys = np.zeros(64, np.float32)
    while True:
        order = np.random.default_rng(0).permutation(64)
        for start in range(0, 64 - size + 1, size):
            rows = order[start : start + size]
            yield xs[rows], ys[rows]


def growing():
    size = 1
    while True:
        yield jnp.zeros(size)
        size += 1


def sometimes(flag):
    while True:
        if flag:
            yield jnp.zeros(2)
        yield jnp.zeros(3)


def main():
    w = jnp.zeros((3, 2))
    for x, y in islice(loader(4), 3):
        x @ w + y[:, None]
        x @ w + y  # E: jdc-shape
    for step, (x, _) in enumerate(itertools.islice(loader(8), 2)):
        x @ w * step
        x @ w.T  # E: jdc-shape
    for each in islice(growing(), 3):
        last = each
    last + jnp.zeros(3)
    for each in islice(sometimes(len(jnp.zeros(3).devices()) > 0), 2):
        last = each
    last + jnp.zeros(3)
    for size, count in itertools.product([2, 3], (1,)):
        made = jnp.zeros((count, size))
    made @ w
    made @ w.T  # E: jdc-shape
    for size, _ in itertools.product([2, 3], repeat=2):
        made = jnp.zeros(size)
    made + jnp.zeros(3)


main()
