"""Lists of which nobody knows how many items they have, but what each is: ``jnp.stack([f(x) for x in xs])``.

Lists of several lengths stand for all: what comes of each is the same but for some sizes. An empty one is left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, ListComprehension, NameExpr

from jdc_operations.evaluation import evaluate
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Scalar, Value

from ..syntax.names.variables import some_item
from .calls.call_arguments import Arguments
from .declared.batched import remembered
from .substitution import put_into

_LENGTHS: Final = (1, 2, 3)
_TAKING: Final = frozenset(
    f"{library}.{name}"
    for library in ("jax.numpy", "numpy")
    for name in ("array", "asarray", "column_stack", "concatenate", "dstack", "hstack", "stack", "vstack")
)
"""Functions of a list of arrays."""


def evaluated(name: str, call: CallExpr, given: Arguments, read: Callable[[Expression], Value]) -> Value | Failure:
    """Return what a function of a library makes of its arguments, or why it raises."""
    return _common([_evaluated(name, *each) for each in _of_each_length(name, call, given, read)])


def _evaluated(name: str, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Value | Failure:
    operands, what = (*positional, *keywords.values()), ("function", name, *keywords)
    return remembered(what, lambda put: evaluate(name, *put_into(put, positional, keywords)), operands)


def _of_each_length(
    name: str, call: CallExpr, given: Arguments, read: Callable[[Expression], Value]
) -> Iterator[Arguments]:
    """Yield the arguments of a call, with lists of several lengths in the place of one of unknown length."""
    first = call.args[0] if name in _TAKING and given[0][:1] == (UNKNOWN,) else None
    item: Value = UNKNOWN
    if isinstance(first, ListComprehension):
        item = read(first.generator.left_expr)
    elif isinstance(first, NameExpr):
        item = read(some_item(first, first))
    if not isinstance(item, ArrayValue | Scalar | Items):
        yield given
        return
    for length in _LENGTHS:
        yield (Items((_any_number(item),) * length, is_list=True), *given[0][1:]), given[1]


def _any_number(item: Value) -> Value:
    """Return what each item is; a number is another one in each."""
    if isinstance(item, Items):
        return Items(tuple(map(_any_number, item.items)), item.is_list)
    return Scalar(item.kind) if isinstance(item, Scalar) else item


def _common(results: Sequence[Value | Failure]) -> Value | Failure:
    """Return what some results have in common: sizes that differ are unknown."""
    first, *others = results
    for other in others:
        if isinstance(first, Failure) and isinstance(other, Failure):
            continue
        if not isinstance(first, ArrayValue) or not isinstance(other, ArrayValue):
            return UNKNOWN
        one, two = first.shape, other.shape
        is_alike = one is not None and two is not None and len(one) == len(two)
        sizes = tuple(a if a == b else None for a, b in zip(one or (), two or (), strict=False)) if is_alike else None
        dtype = first.dtype if first.dtype == other.dtype else None
        first = dataclasses.replace(first, shape=sizes, dtype=dtype, weak=first.weak if dtype else None)
    return first
