"""Generators, iterators, deques and dicts that make their entries, followed as Python runs them."""

from collections import defaultdict, deque
from itertools import islice

import jax
import jax.numpy as jnp

recent = deque[jax.Array](maxlen=3)
for _ in range(5):
    recent.append(jnp.zeros(2))
jnp.stack(list(recent)) @ jnp.zeros(2)
jnp.stack(list(recent)) @ jnp.zeros(3)  # E: jdc-shape
waiting = deque([jnp.zeros(2), jnp.zeros(3)])
waiting.append(jnp.zeros(4))
waiting.appendleft(jnp.zeros(7))
waiting.popleft() + jnp.zeros(7)
waiting.popleft() + jnp.zeros(6)  # E: jdc-shape
waiting.pop() + jnp.zeros(6)  # E: jdc-shape

groups = defaultdict[int, list[jax.Array]](list)
for place in range(6):
    groups[place % 2].append(jnp.zeros(2))
jnp.stack(groups[0]) + jnp.zeros((3, 2))
jnp.stack(groups[1]) + jnp.zeros(7)  # E: jdc-shape

both = iter([jnp.zeros(2), jnp.zeros(5)])
next(both) + jnp.zeros(2)
next(both) + jnp.zeros(3)  # E: jdc-shape


def growing(count):
    for each in range(count):
        yield jnp.zeros((each + 1, 2))


def batches(x, size):
    for start in range(0, x.shape[0], size):
        yield x[start : start + size]


def numbered(count):
    yield from growing(count)
    yield jnp.zeros((9, 2))


def keys(seed):
    key = jax.random.key(seed)
    while True:
        key, sub = jax.random.split(key)
        yield sub


class Sums:
    def __init__(self):
        self.count = 0

    def until(self, last):
        while self.count < last:
            yield self.count


def main():
    for each in growing(3):
        each @ jnp.zeros((2, 2))
        last = each
    last + jnp.zeros((3, 2))
    last + jnp.zeros((5, 2))  # E: jdc-shape
    for each in growing(4):
        if each.shape[0] == 2:
            break
    each + jnp.zeros((7, 2))  # E: jdc-shape
    for each in numbered(2):
        last = each
    last + jnp.zeros((7, 2))  # E: jdc-shape
    for each in batches(jnp.zeros((8, 3)), 4):
        each @ jnp.zeros((3, 2))
        each @ jnp.zeros((4, 2))  # E: jdc-shape
    sums = Sums()
    for found in sums.until(3):
        jnp.zeros(found + 1)
        sums.count += 1
    jnp.zeros(sums.count) + jnp.zeros(3)
    stream = keys(0)
    w = jax.random.normal(next(stream), (3, 4))
    v = jax.random.normal(next(stream), (4, 3))
    w @ v
    w @ w  # E: jdc-shape
    for key in islice(keys(1), 3):
        jax.random.normal(key, (2, 3)) @ w
        jax.random.normal(key, (2, 4)) @ w  # E: jdc-shape
    firsts = list(islice([jnp.zeros(2), jnp.zeros(3), jnp.zeros(4)], 2))
    firsts[-1] + jnp.zeros(3)
    jnp.zeros(len(firsts)) + jnp.zeros(3)  # E: jdc-shape


main()
