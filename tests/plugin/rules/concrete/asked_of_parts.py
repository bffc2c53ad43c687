"""Code of another module that asks the values of fields: in branches, in sizes, in methods, through other functions."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
import parts_asked as asked
from parts_asked import Arc, Body, Head, Loop, Plan, Quiet, Wave


@jax.jit
def sampled(arc: Arc) -> jax.Array:
    return arc.sample(5)  # E: jdc-concrete


@jax.jit
def clipped(plan: Plan, x: jax.Array) -> jax.Array:
    x = asked.clipped(x, plan.arc)  # E: jdc-concrete
    return asked.step(plan, x)  # E: jdc-concrete


@jax.jit
def sized(plan: Plan) -> jax.Array:
    row = asked.row(plan)  # E: jdc-concrete
    return row + asked.total(plan) + asked.grid(plan.steps)  # E: jdc-concrete


@jax.jit
def scored(head: Head, x: jax.Array) -> jax.Array:
    return head(x)  # E: jdc-concrete


@jax.jit
def nested(body: Body, x: jax.Array) -> jax.Array:
    return body.head(x)  # E: jdc-concrete


@eqx.filter_jit
def scored_by_arrays(head: Head, x: jax.Array) -> jax.Array:
    return head(x)


@jax.jit
def right(arc: Arc, plan: Plan, x: jax.Array) -> jax.Array:
    x = asked.wide(plan) + arc.static_sample() + asked.shaped(plan)
    later = asked.lazily(plan)
    x = asked.perhaps(plan, x) + asked.optional(plan) + float(callable(later))
    return asked.with_default(x) + asked.in_turn(plan, x) + asked.of_text(plan) + asked.ranged(plan)


@jax.jit
def changed(plan: Plan, x: jax.Array) -> jax.Array:
    fixed = Plan(plan.arc, 3, False)
    return asked.row(fixed) + asked.clipped(x, Arc(x[0], half=True))


@jax.jit
def quiet(loop: Loop) -> jax.Array:
    loop.times = 3
    return loop.run()


@jax.jit
def below(quiet: Quiet) -> jax.Array:
    return quiet.sample(5)


@jax.jit
def below_as_base(wave: Wave) -> jax.Array:
    return wave.sample(5)


def captured(base: Arc) -> jax.Array:
    return jax.vmap(lambda x: x * base.sample(5))(jnp.ones(3))


def on_the_host(arc: Arc, plan: Plan) -> jax.Array:
    return arc.sample(5) + asked.row(plan).sum()
