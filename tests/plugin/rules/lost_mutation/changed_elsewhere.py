"""Traced functions that hand an argument to a function which does nothing but change it."""

import changing_functions
import jax
from changing_functions import History, Meter, accumulate, later, replaced, returned, start


def reset(meter: Meter) -> None:
    meter.total = meter.total * 0


@jax.jit
def by_function(meter: Meter, x: jax.Array) -> jax.Array:
    accumulate(meter, x)  # E: jdc-lost-mutation
    return x


@jax.jit
def by_name_of_module(meter: Meter, x: jax.Array) -> jax.Array:
    changing_functions.accumulate(x=x, meter=meter)  # E: jdc-lost-mutation
    return x


@jax.jit
def by_own_function(meter: Meter, x: jax.Array) -> jax.Array:
    reset(meter)  # E: jdc-lost-mutation
    return x


@jax.jit
def by_method(meter: Meter, x: jax.Array) -> jax.Array:
    y = meter.total + x
    meter.add(x)  # E: jdc-lost-mutation
    return y


@jax.jit
def by_method_of_methods(meter: Meter, x: jax.Array) -> jax.Array:
    accumulate(meter, x)
    meter.twice(x)  # E: jdc-lost-mutation
    return x


@jax.jit
def by_function_of_methods(meter: Meter, x: jax.Array) -> jax.Array:
    changing_functions.counted(meter, x)  # E: jdc-lost-mutation
    return x


@jax.jit
def read_below(meter: Meter, x: jax.Array) -> jax.Array:
    accumulate(meter, x)
    return meter.total


@jax.jit
def returned_below(meter: Meter, x: jax.Array) -> Meter:
    meter.add(x)
    return meter


@jax.jit
def own_object(x: jax.Array) -> jax.Array:
    meter = Meter(x, x + 1)
    meter.add(x)
    accumulate(meter, x)
    return x


@jax.jit
def rebound(meter: Meter, x: jax.Array) -> jax.Array:
    meter = Meter(meter.total, x)
    accumulate(meter, x)
    return x


@jax.jit
def others(meter: Meter, x: jax.Array) -> jax.Array:
    meter.fresh(x)
    replaced(meter, x)
    return x


@jax.jit
def with_a_result(meter: Meter, x: jax.Array) -> jax.Array:
    y = meter.added(x)
    return y


@jax.jit
def with_other_effects(meter: Meter, x: jax.Array) -> jax.Array:
    meter.logged(x)
    later(meter, x)
    return x


@jax.jit
def taken(meter: Meter, x: jax.Array) -> Meter:
    return returned(meter, x)


def eager(meter: Meter, x: jax.Array) -> jax.Array:
    accumulate(meter, x)
    meter.add(x)
    return x


@jax.jit
def recorded(history: History, v: jax.Array) -> jax.Array:
    history.record(v)  # E: jdc-lost-mutation
    return v


@jax.jit
def recorded_and_returned(history: History, v: jax.Array) -> History:
    history.record(v)
    return history


@jax.jit
def recorded_and_read(history: History, v: jax.Array) -> jax.Array:
    history.record(v)
    return history.rows[0]


@jax.jit
def noted(history: History, v: jax.Array) -> jax.Array:
    history.note("seen")
    return v


@jax.jit
def moves_it(history: History, by: jax.Array) -> jax.Array:
    history.move(by)  # E: jdc-lost-mutation
    return by


@jax.jit
def takes_what_moved(history: History, by: jax.Array) -> History:
    moved = history.move(by)
    return moved


@jax.jit
def kept_by_others(history: History, v: jax.Array) -> jax.Array:
    history.keep_itself(v)
    return v


@jax.jit
def moves_anything(history, by):
    history.move(by)  # E: jdc-lost-mutation


@jax.jit
def moves_what_it_is_given(history, by):
    history.move(by)


def runs(given, by):
    history = start(2)
    moves_anything(history, by)
    moves_what_it_is_given(given, by)
    return history.x
