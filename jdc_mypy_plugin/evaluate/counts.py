"""How many values an array, a shape or a tuple unpacks into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, TupleExpr

from jdc_operations.values import ArrayValue, Items, Scalar, Value
from jdc_spec.shapes import show

from ..syntax.arguments import argument, has_stars
from .constants import unfold
from .operation_values import result_of
from .scope import ModuleScope

_SPLIT: Final = "jax.random.split"


class Count(NamedTuple):
    """A number of values."""

    number: int | None
    """None where there is nothing to unpack, an array without axes."""
    what: str
    """The values in the words of a message."""


def counted(value: Value) -> Count | None:
    """Return the number of values, or None where it is not known."""
    if isinstance(value, Items):
        sizes = value.items
        is_shape = bool(sizes) and not value.is_list and all(isinstance(each, Scalar) for each in sizes)
        return Count(len(sizes), f"{len(sizes)} {'sizes' if is_shape else 'values'}")
    known = result_of(value).sizes if isinstance(value, ArrayValue) else None
    if known is None:
        return None
    if not known:
        return Count(None, "an array of shape ()")
    return Count(known[0], f"the {known[0]} rows of {show(known)}") if isinstance(known[0], int) else None


def counted_keys(call: Expression, scope: ModuleScope, read: Callable[[Expression], Value]) -> Count | None:
    """Return the number of keys that a call of `jax.random.split` makes, which takes one key whatever its kind."""
    if not isinstance(call, CallExpr) or scope.imported(call.callee) != _SPLIT or has_stars(call):
        return None
    written = argument(call, 1, "num")
    number = Scalar("int", 2) if written is None else read(written)
    known = number.value if isinstance(number, Scalar) else None
    return Count(known, f"the {known} keys of the split") if isinstance(known, int) else None


def keys_along(along: Expression | None, scope: ModuleScope, read: Callable[[Expression], Value]) -> Iterator[int]:
    """Yield the numbers of random keys, of whatever kind, in what a loop goes along: keys, or a tuple with some."""
    made = None if along is None else unfold(along, scope)
    if isinstance(made, TupleExpr):
        for part in made.items:
            yield from keys_along(part, scope, read)
    found = None if made is None else counted_keys(made, scope, read)
    if found is not None and found.number is not None:
        yield found.number
