"""Tracers that only the run of the module shows: in closures, items of dicts and objects that hold functions."""

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array


def build_chooser(scale):
    def choose(key, state, density):
        chance = jnp.exp(scale * density(state))
        taken = jax.random.bernoulli(key, chance)
        return state + 1 if taken else state  # E: jdc-concrete

    def choose_well(key, state, density):
        taken = jax.random.bernoulli(key, jnp.exp(density(state)))
        moved = state + 1 if scale > 1 else state
        return jnp.where(taken, moved, state)

    return choose, choose_well


class Meter:
    def __init__(self, unit):
        self.unit = unit
        self.table = jnp.arange(4.0)

    def decibels(self, power):
        return self.unit * math.log10(power)  # E: jdc-concrete

    def by_shape(self, power):
        if power.ndim == 1 and power.shape[0] > 2 and self.unit > 0:
            return power
        return -power

    def on_host(self, power):
        return np.asarray(power)

    def of_table(self, power):
        return power * float(len(self.table)) * math.log10(self.unit)


READINGS = {"decibels": lambda meter, x: meter.decibels(x.sum()), "shape": lambda meter, x: meter.by_shape(x)}


def stepper(limit):
    def step(carry, x):
        if limit > 1:
            carry = carry + x
        turn = int(x)  # E: jdc-concrete
        return carry, turn

    def right(carry, x):
        if limit > 1:
            carry = carry + x
        return carry, x.astype(int)

    return step, right


@partial(jax.jit, static_argnums=-1)
def raised(x: Array, power):
    return x if power > 1 else -x


def perhaps_traced(flag, x):
    kept = jnp.ones(())
    if flag:
        kept = x.sum()
    return kept


def sums_on_host(x):
    return np.asarray(x).sum()


def main():
    choose, choose_well = build_chooser(2.0)
    for each in (choose, choose_well):
        jax.jit(lambda k, s, each=each: each(k, s, lambda v: -v.sum()))(jax.random.key(0), jnp.ones(3))
    meter = Meter(10)
    for name in READINGS:
        jax.jit(lambda x, name=name: READINGS[name](meter, x))(jnp.ones(3))
    meter.decibels(2.0)
    meter.on_host(jnp.ones(3))
    jax.jit(lambda x: meter.of_table(x))(jnp.ones(3))
    step, right = stepper(3)
    jax.lax.scan(step, jnp.zeros(()), jnp.arange(3.0))
    _, turns = jax.lax.scan(right, jnp.zeros(()), jnp.arange(3.0))
    if turns[0] > 0:
        print(int(turns[0]), bool(turns[1]), turns.tolist())
    known = jnp.array(True)
    jax.jit(lambda x: x if known else -x)(jnp.ones(2))
    raised(jnp.ones(3), -1)
    total = jax.jit(lambda x: x.sum())(jnp.ones(3))
    jax.jit(lambda x: x * (2 if total else 1))(jnp.ones(3))
    jax.grad(lambda x: x if x > 0 else -x)(2.0)
    jax.vmap(lambda x: x if perhaps_traced(x is None, jnp.ones(2)) else -x)(jnp.ones(3))
    jax.pure_callback(sums_on_host, jax.ShapeDtypeStruct((), jnp.float32), jnp.ones(3, jnp.float32))
    jax.vmap(lambda x: x if jnp.zeros_like(x) is None or known else -x)(jnp.ones(3))


main()
