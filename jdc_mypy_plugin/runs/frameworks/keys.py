"""Keys of ``jax.random.PRNGKey(0)``, which are of one axis or of none: how many there are is known all the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from jdc_operations.evaluation import evaluate_index
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import ArrayValue, Dim, Failure, Scalar, Shape, SliceValue, Value
from jdc_spec.dtypes import ANY_KEY

from ...evaluate.declared.open_axes import AnyAxes
from ...evaluate.operation_values import result_of


def keys_of(made: ArrayValue, number: Value) -> Value:
    """Return what ``jax.random.split(key, number)`` makes of a key of which nobody knows the axes."""
    known = number.value if isinstance(number, Scalar) and isinstance(number.value, int) else None
    return dataclasses.replace(made, shape=made.shape if known is None else (known, AnyAxes()), dtype=ANY_KEY)


def some_of(keys: Value, index: Value) -> Value | None:
    """Return ``keys[2:]`` of several keys; None of anything else."""
    if not isinstance(keys, ArrayValue) or not isinstance(index, SliceValue) or not _are_several(keys):
        return None
    found = evaluate_index(dataclasses.replace(keys, shape=(keys.shape or ())[:1]), index)
    if not isinstance(found, ArrayValue) or not found.shape or not isinstance(found.shape[0], int):
        return None
    return dataclasses.replace(keys, shape=(found.shape[0], AnyAxes()))


def _are_several(keys: ArrayValue) -> bool:
    """Return whether an array holds a known number of keys, each of one axis or of none."""
    shape = keys.shape or ()
    is_known = len(shape) == 2 and isinstance(shape[0], int) and isinstance(shape[1], AnyAxes)
    return is_known and keys.dtype == ANY_KEY


def size_along(value: Value, axis: int) -> Dim:
    """Return the size of an axis of an array; None where it is not known."""
    if isinstance(value, ArrayValue) and value.shape and axis == 0 and isinstance(value.shape[0], int):
        return value.shape[0]
    sizes = result_of(value).sizes
    return sizes[axis] if sizes and -len(sizes) <= axis < len(sizes) else None


class _Joined:
    """The axes of one of two arrays."""


def joined_shape(one: Shape | None, other: Shape | None) -> Shape | None:
    """Return what is known of the axes of an array that has one of two shapes."""
    if one is None or other is None or len(one) != len(other):
        return None
    axes: list[Dim] = []
    for mine, its in zip(one, other, strict=True):
        if isinstance(mine, AnyAxes) is not isinstance(its, AnyAxes):
            return None
        if isinstance(mine, AnyAxes) and mine != its:
            axes.append(mine if isinstance(mine.source, _Joined) else AnyAxes(of=_Joined()))
        else:
            axes.append(mine if mine == its else None)
    return tuple(axes)


def several(name: str, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Failure | None:
    """Return why a function of ``jax.random`` that takes one key raises: it is given several."""
    operation = OPERATIONS.get(name)
    if operation is None or not name.startswith("jax.random.") or not operation.form.startswith("key,"):
        return None
    key = positional[0] if positional else keywords.get("key")
    if not isinstance(key, ArrayValue) or not key.shape or not _are_several(key) or name == "jax.random.clone":
        return None
    return Failure(f"{operation.name} takes one key, not {key.shape[0]}; use jax.vmap")
