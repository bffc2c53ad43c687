"""jdc-concrete for functions that a function of the module makes: ``jax.jit(make_train(config))``."""

import functools

import jax
import jax.numpy as jnp


def make_train(config):
    def train(key):
        if key[0] > 0:  # E: jdc-concrete
            key = key + 1
        if config["anneal"]:
            key = key - 1

        def step(total, x):
            while total < x:  # E: jdc-concrete
                total = total + 1
            return total, x

        return jax.lax.scan(step, key, None, config["n"])

    return train


train = jax.jit(make_train({"anneal": True, "n": 3}))


def make_step(size):
    def step(total, x):
        if x > 3:  # E: jdc-concrete
            return total, jnp.zeros(size)
        return total, x

    return step


def run(xs):
    return jax.lax.scan(make_step(3), jnp.zeros(()), xs)


def make_mapped(size):
    return lambda x: jnp.zeros(size) if x > 3 else x  # E: jdc-concrete


mapped = jax.jit(jax.vmap(make_mapped(3)))


def make_mapped_keys(config):
    def train(key):
        if key[0] > 0:  # E: jdc-concrete
            key = key + 1
        return key * config["n"] if config["n"] > 3 else key

    return train


jax.jit(jax.vmap(make_mapped_keys({"n": 3})))(jnp.zeros((3, 4)))


def make_eager(size):
    def step(x):
        if x > 3:
            return jnp.zeros(size)
        return x

    return step


eager = make_eager(3)


def make_either(is_first):
    def first(x):
        return jnp.zeros(3) if x > 3 else x

    def second(x):
        return x

    if is_first:
        return first
    return second


either = jax.jit(make_either(is_first=False))


def make_on_demand(fast):
    def step(x):
        if not fast and x > 3:
            return -x
        return x

    return jax.jit(step) if fast else step


on_demand = make_on_demand(fast=True)


def make_bound(size):
    def step(n, x):
        if n > 3:
            return jnp.zeros(size)
        return x

    return functools.partial(step, size)


bound = jax.jit(make_bound(3))
