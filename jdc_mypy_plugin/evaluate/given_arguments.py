"""The arguments that a call gives to the parameters of a function, and to their items: of tuples, lists, dicts."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import DictExpr, Expression, ListExpr, StarExpr, TupleExpr

from jdc_spec.shapes import ShapePattern

from ..model.signatures import ANY_ITEM, Signature, item_name
from .value import ArrayValue


class Given(NamedTuple):
    """An argument, as a call gives it to a parameter."""

    parameter: str
    argument: Expression
    axes: Sequence[int]
    """The axes that `jax.vmap` takes away, one after the other."""

    def value(self, evaluate: Callable[[Expression], ArrayValue]) -> ArrayValue:
        """Return what the function gets."""
        return functools.reduce(_without_axis, self.axes, evaluate(self.argument))


def _without_axis(whole: ArrayValue, axis: int) -> ArrayValue:
    sizes = whole.sizes
    if sizes is None or not -len(sizes) <= axis < len(sizes):
        return dataclasses.replace(whole, shape=None)
    at = axis % len(sizes)
    return dataclasses.replace(whole, shape=sizes[:at] + sizes[at + 1 :])


def with_items(given: Given, signature: Signature) -> Iterator[Given]:
    """Yield what a call gives to a parameter, and the items of a tuple, a list or a dict that is written out."""
    yield given
    written = given.argument
    items = written.items if isinstance(written, TupleExpr | ListExpr) else ()
    if isinstance(written, DictExpr):
        items = [value for key, value in written.items if key is not None]
    if given.axes or any(isinstance(each, StarExpr) for each in items):
        return
    for place, item in enumerate(items):
        names = [item_name(given.parameter, at) for at in (place if isinstance(written, TupleExpr) else None, None)]
        name = next((each for each in names if each in signature.parameters), None)
        if name is not None and not (name.endswith(ANY_ITEM) and _has_names(signature.parameters[name].shape)):
            yield Given(name, item, ())


def _has_names(pattern: ShapePattern | None) -> bool:
    """Return whether a pattern has names of sizes, which each item of a list may be meant to give another size."""
    sizes = () if pattern is None else (*pattern.prefix, *pattern.suffix)
    return pattern is not None and (pattern.variadic is not None or not all(isinstance(size, int) for size in sizes))
