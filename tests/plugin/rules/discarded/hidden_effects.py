"""Functions without annotations that do something besides what they give back, in ways that are easy to overlook."""

import itertools
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Walker:
    place: jax.Array
    speed: jax.Array


SEEN: Any = []
HOOKS: list[Any] = []
VERBOSE = False
TABLE = np.zeros(3)
WEIGHTS = np.ones(3)
STEPS = iter(range(1000))
RATES = iter([0.1, 0.2, 0.3, 0.4])
PAIRS = zip(range(500), itertools.repeat(0.1))


class Meter:
    def __init__(self):
        self.count = 0

    def __len__(self):
        self.count += 1
        return self.count

    def __str__(self):
        self.count += 1
        return "meter"


METER = Meter()


def moved(walker, dt):
    return walker.replace(place=walker.place + dt * walker.speed)


def hooked(walker):
    for hook in HOOKS:
        hook(walker)
    return moved(walker, 0.1)


def told(walker):
    VERBOSE and print(walker)
    return moved(walker, 0.1)


def told_or_not(walker):
    print(walker) if VERBOSE else None
    return moved(walker, 0.1)


def noted(walker, keep=False):
    [SEEN.append(each) for each in (0.1, 0.2) if keep]
    return moved(walker, 0.1)


def drained(walker):
    for _ in STEPS:
        break
    return moved(walker, 0.1)


def drained_pairs(walker):
    for step, rate in PAIRS:
        walker = moved(walker, step * rate)
        break
    return moved(walker, 0.1)


def asked(walker):
    walker = moved(walker, 0.2 if 0.2 in RATES else 0.1)
    return moved(walker, 0.1)


def added(walker):
    np.add(TABLE, 1.0, TABLE)
    return moved(walker, 0.1)


def rooted(walker):
    np.sqrt(TABLE, TABLE)
    return moved(walker, 0.1)


def summed(walker):
    TABLE.cumsum(out=TABLE)
    return moved(walker, 0.1)


def cleaned(walker):
    np.nan_to_num(TABLE, copy=False)
    return moved(walker, 0.1)


def scaled(walker):
    weights = WEIGHTS
    weights *= 0.5
    return moved(walker, 0.1)


def renewed():
    global WEIGHTS
    WEIGHTS = np.ones(3)


def largest(walker):
    rate = max([0.1, 0.2], key=lambda each: SEEN.append(each) or each)
    return moved(walker, rate)


def measured(walker):
    return moved(walker, len(METER) * 0.1)


def named(walker):
    name = f"{METER}"
    return moved(walker, len(name) * 0.1)


def chosen(walker, rate=None):
    rate = 0.1 if rate is None else abs(rate)
    return moved(walker, rate)


def gathered(walker):
    return walker.replace(place=jax.lax.associative_scan(lambda a, b: SEEN.append(1) or a + b, walker.place))


def leaves_of(walker):
    count = len(jax.tree.leaves(walker, is_leaf=lambda each: SEEN.append(1) or False))
    return moved(walker, count * 0.1)


def run_total(walker):
    return walker.replace(place=jax.lax.associative_scan(lambda a, b: a + b, walker.place))


@jax.jit
def fast(walker):
    return moved(walker, 0.1)


def warm_up(walker):
    for _ in range(2):
        fast(walker)
    return walker


def smoke_test():
    walker = Walker(jnp.zeros(3), jnp.ones(3))
    for _ in range(2):
        moved(walker, 0.1)
    print(walker)


def main():
    walker = Walker(jnp.zeros(3), jnp.ones(3))
    for _ in range(2):
        hooked(walker)
        told(walker)
        told_or_not(walker)
        noted(walker)
        drained(walker)
        drained_pairs(walker)
        asked(walker)
        added(walker)
        rooted(walker)
        summed(walker)
        cleaned(walker)
        largest(walker)
        measured(walker)
        named(walker)
        gathered(walker)
        leaves_of(walker)
        run_total(walker)  # E: jdc-discarded
        chosen(walker)  # E: jdc-discarded
    print(warm_up(walker))


def aside():
    walker = Walker(jnp.zeros(3), jnp.ones(3))
    for _ in range(2):
        moved(walker, 0.1)  # E: jdc-discarded
        scaled(walker)
    print(walker)


if __name__ == "__main__":
    main()
    aside()
    renewed()
    smoke_test()
