"""jdc-concrete: parameters without annotations to which every call of the module gives numbers or arrays."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def negated(x, neg):
    return -x if neg else x  # E: jdc-concrete


negated(1, True)


@jax.jit
def branches(x, neg):
    if neg:  # E: jdc-concrete
        return -x
    return x


branches(jnp.ones(3), jnp.array(True))
branches(np.ones(3), neg=1)


def counted(x, n):
    while n:  # E: jdc-concrete
        n = n - 1
    return x


jax.jit(counted)(jnp.ones(3), 4)


@jax.jit
def open_truth(x, values):
    return x if values else -x


open_truth(1, ())
open_truth(1, {"a": 1})


@jax.jit
def mixed(x, values):
    return x if values else -x


mixed(1, ())
mixed(1, [1.0])


@jax.jit
def asks(x, n):
    if isinstance(n, int):
        return x if n else -x
    return x * (n or 1) if n is None else x * n


asks(1.0, jnp.array(2))


@jax.jit
def starred(*values):
    return values[0] if values else 0


starred(1)


@jax.jit
def by_default(x, neg=True):
    return -x if neg else x


by_default(1)


@partial(jax.jit, static_argnames="neg")
def static(x, neg):
    return -x if neg else x


static(1, True)


def differentiated(x, neg):
    return -x if neg else x


print(jax.grad(differentiated)(1.0, True), jax.vmap(differentiated, in_axes=(0, None))(jnp.ones(3), True))
