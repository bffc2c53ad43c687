"""Arguments as transformations of JAX hand them to a function."""

from __future__ import annotations

import dataclasses
import enum

from jdc_operations.evaluation import evaluate
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Items, Scalar, Value
from jdc_spec.sizes import Linear

from ..declared.declared_numbers import EITHER
from ..operation_values import result_of


class Traced(enum.Enum):
    """How a function gets what it is called with."""

    NOTHING = "nothing"
    """As it is: nothing transforms the function."""
    ARRAYS = "arrays"
    """Arrays are traced, and scalars are static: `equinox.filter_jit`."""
    MAYBE_SCALARS = "arrays, and scalars perhaps"
    """`jax.jit` with options, which may say that an argument is static."""
    ALL = "all"
    """`jax.jit` without options."""


def given(value: Value, how: Traced) -> Value:
    """Return what a function gets of a value that a call of the transformed function has."""
    if how is Traced.NOTHING:
        return value
    if isinstance(value, Scalar) and how is not Traced.ALL:
        return value if how is Traced.ARRAYS else UNKNOWN
    if isinstance(value, Items):
        return Items(tuple(given(each, how) for each in value.items), value.is_list)
    return traced(value)


def traced(value: Value) -> Value:
    """Return what a loop makes of its operand: an array of JAX, or a tree of these."""
    if isinstance(value, Items):
        return Items(tuple(map(traced, value.items)), value.is_list)
    if isinstance(value, Scalar) or (isinstance(value, ArrayValue) and value.library == "numpy"):
        if value == EITHER or (isinstance(value, Scalar) and isinstance(value.value, Linear)):
            return ArrayValue((), None, None)
        made = evaluate("jax.numpy.asarray", [value])
        return made if isinstance(made, ArrayValue) else UNKNOWN
    return value if value is NONE or (isinstance(value, ArrayValue) and value.library == "jax") else UNKNOWN


def item(value: Value, axis: int = 0) -> Value:
    """Return what a scan takes of the arrays that it goes along, or `jax.vmap` along an axis."""
    made = traced(value)
    if isinstance(made, Items):
        return Items(tuple(item(each, axis) for each in made.items), made.is_list)
    if isinstance(made, ArrayValue):
        shape = result_of(made).sizes
        if not shape or not -len(shape) <= axis < len(shape):
            return ArrayValue(None, made.dtype, made.weak)
        at = axis % len(shape)
        return ArrayValue((*shape[:at], *shape[at + 1 :]), made.dtype, made.weak)
    return made


def carried(value: Value) -> Value:
    """Return what a loop gives back of what it is given first, whose weak dtypes its body may have made strong."""
    made = traced(value)
    if isinstance(made, Items):
        return Items(tuple(map(carried, made.items)), made.is_list)
    if isinstance(made, ArrayValue) and made.weak is not False:
        return dataclasses.replace(made, dtype=None, weak=None)
    return made
