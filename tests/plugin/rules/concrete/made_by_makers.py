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


def make_named(size):
    def step(total, x):
        if x > 3:  # E: jdc-concrete
            return total, jnp.zeros(size)
        return total, x

    return step


def run_named(xs):
    step = make_named(3)
    return jax.lax.scan(step, jnp.zeros(()), xs)


def make_for_main(size):
    def step(x):
        return float(x.sum()) * size  # E: jdc-concrete

    return step


if __name__ == "__main__":
    update = make_for_main(3)
    update = jax.jit(update)


def make_both(size):
    def init(n):
        if n > 3:
            return jnp.zeros(size)
        return jnp.ones(size)

    def step(x):
        if x > 3:  # E: jdc-concrete
            return jnp.zeros(size)
        return x

    return init, step


init, step_of_both = make_both(3)
jitted_of_both = jax.jit(step_of_both)
both = make_both(4)
jitted_of_both_again = jax.jit(both[1])


class Trainer:
    def __init__(self, size):
        self.size = size
        self.step = jax.jit(self._make_step())

    def _make_step(self):
        def step(x):
            if self.size > 3:
                return x
            if x > 3:  # E: jdc-concrete
                return jnp.zeros(self.size)
            return x

        return step

    def _make_other(self):
        def other(x):
            if x > 3:
                return jnp.zeros(self.size)
            return x

        return other

    def run(self, x):
        other = self._make_other()
        return other(x)


class Special(Trainer):
    def _make_other(self):
        return lambda x: x


def make_chosen(size):
    def step(x):
        if x > 3:
            return jnp.zeros(size)
        return x

    return step


def run_chosen(x, fast):
    step = make_chosen(3)
    if fast:
        step = jnp.sin
    return jax.jit(step)(x)


def make_static(size):
    def step(x, n):
        if n > 3:
            return x
        return -x

    return step


static_step = make_static(3)
jitted_static = jax.jit(static_step, static_argnames="n")
