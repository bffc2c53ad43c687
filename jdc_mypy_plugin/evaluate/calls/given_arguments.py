"""The arguments that a call gives to the parameters of a function, and to their items: of tuples, lists, dicts."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import DictExpr, Expression, ListExpr, StarExpr, TupleExpr

from ...model.annotations.signatures import ANY_ITEM, Signature, item_name
from ..value import ArrayValue


class Given(NamedTuple):
    """An argument, as a call gives it to a parameter."""

    parameter: str
    argument: Expression
    axes: Sequence[int]
    """The axes that `jax.vmap` takes away, one after the other."""

    @property
    def shares_names(self) -> bool:
        """True if names of sizes mean the same here as elsewhere: the items of a list may differ in them."""
        return not self.parameter.endswith(ANY_ITEM)

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
        if name is not None:
            yield Given(name, item, ())
