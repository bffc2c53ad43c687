"""Arguments that are no arrays, dicts and structs for ``jax.tree.map`` and ``jax.eval_shape``, and random keys."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from mypy.nodes import CallExpr, DictExpr, Expression, NameExpr, StrExpr

from jdc_operations.evaluation import evaluate
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Value

from ..syntax.arguments import argument, has_stars
from ..syntax.values.kept_dicts import entry, is_dict
from .calls.helper_calls import Helped
from .calls.loop_results import OVER_TREES, of_loop
from .constants import unfold
from .counts import keys_along
from .scope import ModuleScope

Read = Callable[[Expression], Value]


class TreeReader(Protocol):
    """Reads expressions, and calls functions."""

    scope: ModuleScope

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression."""
        ...

    def applied_to(self, function: Expression, values: Sequence[Value]) -> Helped:
        """Return what a function makes of values."""
        ...


def of_loop_along(name: str, call: CallExpr, reader: TreeReader) -> Value | Failure:
    """Return what a call of one of the `LOOPS` returns, or why it raises, also for the items of dicts."""
    failed = None
    if name == "jax.eval_shape":
        return of_loop(name, call, lambda each: _described(each, reader), reader.applied_to)
    if name in OVER_TREES:
        along = functools.partial(of_loop, name, call, apply=reader.applied_to)
        failed = _failure_along_dicts(call.args[1:], reader.scope, reader.value, along)
    return failed or _along_keys(name, call, reader, of_loop(name, call, reader.value, reader.applied_to))


def _along_keys(name: str, call: CallExpr, reader: TreeReader, made: Value | Failure) -> Value | Failure:
    """Return what a loop along random keys makes: as many rows as there are keys, of whatever kind these are."""
    if name not in _ALONG or isinstance(made, Failure) or has_stars(call):
        return made
    rows = next(keys_along(argument(call, *_ALONG[name]), reader.scope, reader.value), None)
    if rows is None or name == "jax.lax.map":
        return made if rows is None else _with_rows(made, rows)
    is_pair = isinstance(made, Items) and len(made.items) == _OF_SCAN
    return Items((made.items[0], _with_rows(made.items[1], rows))) if is_pair and isinstance(made, Items) else made


def _with_rows(made: Value, rows: int) -> Value:
    if isinstance(made, Items):
        return Items(tuple(_with_rows(each, rows) for each in made.items), made.is_list)
    if not isinstance(made, ArrayValue) or not made.shape or made.shape[0] is not None:
        return made
    return dataclasses.replace(made, shape=(rows, *made.shape[1:]))


_ALONG: Final = {"jax.lax.scan": (2, "xs"), "jax.lax.map": (1, "xs")}
_OF_SCAN: Final = 2
"""The carry, and the rows."""


def _described(given: Expression, reader: TreeReader) -> Value:
    """Return an argument of `jax.eval_shape`: an array, or what ``jax.ShapeDtypeStruct(shape, dtype)`` describes."""
    made = unfold(given, reader.scope)
    is_struct = isinstance(made, CallExpr) and reader.scope.imported(made.callee) == "jax.ShapeDtypeStruct"
    if not is_struct or not isinstance(made, CallExpr) or has_stars(made) or len(made.args) != _OF_STRUCT:
        return reader.value(given)
    shape, dtype = argument(made, 0, "shape"), argument(made, 1, "dtype")
    if shape is None or dtype is None:
        return UNKNOWN
    found = evaluate("jax.numpy.zeros", [reader.value(shape), reader.value(dtype)])
    return UNKNOWN if isinstance(found, Failure) else found


_OF_STRUCT: Final = 2
"""The shape and the dtype."""


def _failure_along_dicts(
    trees: Sequence[Expression], scope: ModuleScope, read: Read, over: Callable[[Read], Value | Failure]
) -> Failure | None:
    """Return why ``over`` raises for the items of dicts with the same keys; None where a tree is anything else."""
    written = [each for each in (_written(tree, scope) for tree in trees) if each is not None]
    keys = {frozenset(_keys(each)) for each in written}
    if len(written) < len(trees) or len(keys) != 1:
        return None
    for name in sorted(*keys):
        parts = {tree: entry(each, name) for tree, each in zip(trees, written, strict=True)}
        made = over(lambda tree, parts=parts: read(parts.get(tree) or tree))  # type: ignore[misc]
        if isinstance(made, Failure):
            return made
    return None


def _written(tree: Expression, scope: ModuleScope) -> DictExpr | CallExpr | None:
    """Return the dict that an expression is, where that is still what it was written as."""
    written = unfold(tree, scope)
    if not is_dict(written):
        return None
    return written if not isinstance(tree, NameExpr) or scope.is_kept(tree, written) else None


def _keys(written: DictExpr | CallExpr) -> list[str]:
    """Return the keys of a dict; none where one is not written out."""
    if isinstance(written, CallExpr):
        return [name for name in written.arg_names if name is not None]
    keys = [key.value for key, _ in written.items if isinstance(key, StrExpr)]
    return keys if len(keys) == len(written.items) else []
