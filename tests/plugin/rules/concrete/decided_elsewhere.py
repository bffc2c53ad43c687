"""Tracers that go to functions of another module, or come from there."""

from typing import Any

import deciding_functions as given
import equinox as eqx
import jax
from deciding_functions import Judge, Meter, State, checked, clamped, is_done, limit, scaled


@jax.jit
def results(state: State) -> jax.Array:
    if is_done(state):  # E: jdc-concrete
        return state.x
    if state.is_far():  # E: jdc-concrete
        return -state.x
    largest, size = state.both()
    if size > 2 and largest > 1:
        return state.x / 2
    return state.x if largest > 0 else -state.x  # E: jdc-concrete


@jax.jit
def results_with_values(state: State) -> jax.Array:
    if limit(state).shape[0] > 2 and state.is_large() and given.is_square(state.x):
        return state.x
    return -state.x


@jax.jit
def needs(state: State) -> jax.Array:
    x = clamped(state.x)  # E: jdc-concrete
    y = given.checked(x=x + state.x)  # E: jdc-concrete
    return x + y


@jax.jit
def needs_no_value(state: State, kind: int) -> jax.Array:
    x = scaled(state.x, 2.0)
    x = given.of_kind(x, state.done)
    x = given.optional(x, x)
    return given.later(given.shaped(x))


def mapped(xs: jax.Array, factor: float) -> jax.Array:
    return jax.vmap(lambda x: scaled(x, factor))(xs)


def mapped_checks(xs: jax.Array) -> jax.Array:
    return jax.vmap(lambda x: checked(x))(xs)  # E: jdc-concrete


def eager(state: State) -> jax.Array:
    return clamped(state.x) if is_done(state) else checked(state.x)


@jax.jit
def looks_at_shapes(state: State) -> jax.Array:
    x = given.of_floats(given.of_rank(state.x, 1))
    return x if given.rank_of(state.x) > 1 else -x


def looks_at_zeros(xs: jax.Array) -> jax.Array:
    return jax.vmap(lambda x: x if given.zeros_for(x).sum() > 1 else -x)(xs)


JUDGE: Any = Judge()


@jax.jit
def replaced_elsewhere(x: jax.Array, y: jax.Array) -> jax.Array:
    return given.chosen(given.set_up(x)) + y


@jax.jit
def replaced_here(x: jax.Array, y: jax.Array) -> jax.Array:
    return given.replaced(x) + given.named(y)


@jax.jit
def judged(state: State, judge: Judge = JUDGE) -> jax.Array:
    x = clamped(state.x)  # E: jdc-concrete
    return x


given.replaced = jax.jit(lambda x: x)  # type: ignore[assignment]
setattr(given, "named", lambda x: x)


@eqx.filter_jit
def with_numbers(meter: Meter) -> jax.Array:
    if given.is_even(meter):
        return meter.total
    return meter.total if given.is_full(meter) else -meter.total  # E: jdc-concrete


@jax.jit
def after_writes(meter: Meter) -> Meter:
    if given.is_full(meter):  # E: jdc-concrete
        return meter
    meter.count = 2
    if given.is_even(meter) or meter.count > 3:
        return meter
    return meter


@jax.jit
def after_writes_by_name(meter: Meter) -> Meter:
    object.__setattr__(meter, "count", 2)
    if given.is_even(meter) or meter.count > 3:
        return meter
    return meter


@jax.jit
def of_any_number(x: jax.Array, y: jax.Array) -> jax.Array:
    return given.widest(x, y) + given.added(x, named=y)
