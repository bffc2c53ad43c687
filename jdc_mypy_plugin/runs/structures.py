"""The structures of two trees that JAX wants to be one."""

from __future__ import annotations

from jdc_operations.values import ArrayValue, Scalar
from jdc_spec.shapes import show

from ..evaluate.operation_values import result_of
from .bounds import DEEPEST
from .changes import things_in
from .things import Row, Table, Thing


def differing(one: Thing, other: Thing, depth: int = 0) -> tuple[str, str] | None:
    """Return an array and a container that stand at one place of two trees, as a message names them.

    Other differences are those that `jdc-carry` sees in the source.
    """
    if _is_leaf(one) is not _is_leaf(other):
        shown, changed = _named(one), _named(other)
        return None if shown is None or changed is None else (shown, changed)
    if not isinstance(one, Row | Table) or type(one) is not type(other) or depth > DEEPEST:
        return None
    if isinstance(one, Table) and isinstance(other, Table):
        mine, its = one.entries or {}, other.entries or {}
        pairs = [(each, its[key]) for key, each in mine.items() if key in its]
    else:
        pairs = [*zip(things_in(one) or (), (isinstance(other, Row) and other.items) or (), strict=False)]
    return next((found for a, b in pairs if (found := differing(a, b, depth + 1)) is not None), None)


def _is_leaf(thing: Thing) -> bool:
    return isinstance(thing, ArrayValue | Scalar)


def _named(thing: Thing) -> str | None:
    """Return how a message names an array or a container of a known number of items; None of anything else."""
    if isinstance(thing, ArrayValue):
        sizes = result_of(thing).sizes
        return "an array" if sizes is None else f"an array of shape {show(sizes)}"
    if isinstance(thing, Row) and thing.items is not None and not thing.is_once and thing.longest is None:
        count = len(thing.items)
        return f"a {'list' if thing.is_list else 'tuple'} of {count} {'item' if count == 1 else 'items'}"
    if isinstance(thing, Table) and thing.entries is not None:
        return "a dict"
    return "a number" if isinstance(thing, Scalar) else None
