"""Transformations that a program may leave out or that are meant to fail, and code that tracing may not come to."""

# mypy: disable-error-code="no-redef, assignment, misc"

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

if "--fast" in sys.argv:
    from jax import vmap
else:
    vmap = map

FAST = "--fast" in sys.argv


@vmap
def maybe_mapped(x):
    return 1 if x > 0 else 0


def first(x):
    return x if x > 0 else -x


if FAST:
    first = jax.jit(first)


def second(x):
    return x if x > 0 else -x


second_fast = jax.jit(second) if FAST else second


def third(x):
    return x if x > 0 else -x


if FAST:
    third_fast = jax.jit(third)
else:
    third_fast = third


def fourth(x):
    return x if x > 0 else -x  # E: jdc-concrete


if __name__ == "__main__":
    fourth_fast = jax.jit(fourth)


def fifth(x):
    return x if x > 0 else -x


fifth_fast = jax.jit(fifth)
try:
    jax.vmap(fifth)(jnp.ones(3))
    fifth_fast(1.0)
except Exception as error:
    print(type(error))


@jax.jit
def tried(x):
    try:
        n = float(x)
    except:  # noqa: E722
        n = 0.0
    try:
        return n + int(x)  # E: jdc-concrete
    except KeyError:
        return n


def is_traced(x):
    return isinstance(x, jax.core.Tracer)


@jax.jit
def asks(x, y, debug=False):
    if not is_traced(x):
        assert x > 0
    if y.ndim == 0:
        return float(y)
    if np.shape(y) == () or jnp.issubdtype(y.dtype, jnp.integer):
        return int(y)
    if debug:
        print(float(y))
    return float(y) if jnp.isscalar(y) else y.ndim > 3 and float(y)


@jax.jit
def asks_first(x):
    if x.ndim != 2:
        raise ValueError
    return float(x)  # E: jdc-concrete


def fails(function, *args):
    try:
        function(*args)
    except TypeError:
        return True
    return False


def test_failure():
    @jax.jit
    def sized(n):
        return jnp.zeros(n)

    assert fails(sized, 3)


@partial(jax.shard_map, in_specs=(jax.sharding.PartitionSpec("x"), None), out_specs=jax.sharding.PartitionSpec("x"))
def shared(x, n):
    if n > 3:
        return x
    return float(x)  # E: jdc-concrete


class Runner:
    def __init__(self, fast):
        self.fast = fast
        if fast:
            self.step = jax.jit(self._step)

    def _step(self, x):
        return x if x > 0 else -x

    def run(self, x):
        return self.step(x) if self.fast else self._step(x)


def given_back(fast):
    def step(x):
        return x if x > 0 else -x

    if not fast:
        return step
    return jax.jit(step)
