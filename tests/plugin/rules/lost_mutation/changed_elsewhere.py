"""Traced functions that hand an argument to a function which does nothing but change it."""

import changing_functions
import jax
from changing_functions import Meter, accumulate, later, replaced, returned


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
