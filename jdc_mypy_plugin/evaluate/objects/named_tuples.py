"""Named tuples that the code makes, ``State(step=0, done=done)``: tuples of what their fields are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr, MemberExpr, TypeInfo

from jdc_operations.values import UNKNOWN, Items, Value

from ...host.freshness import looked_at
from ...syntax.arguments import bound, has_stars
from ...syntax.functions import class_named

_MADE_BY_MYPY: Final = frozenset(
    f"__{name}__" for name in ("annotations", "doc", "match_args", "new", "replace", "slots")
)
"""``__replace__`` is there from Python 3.13 on."""


def named_tuple(call: CallExpr, read: Callable[[Expression], Value]) -> Value:
    """Return the items of a named tuple with all its fields, of a class that leaves the operators as they are."""
    info = class_named(call.callee)
    if info is None or not info.is_named_tuple or has_stars(call) or _has_operators(info):
        return UNKNOWN
    looked_at(info)
    names = [str(name) for name in info.metadata["namedtuple"]["fields"]]
    given = {name: value for value, name in bound(call, names)}
    if len(call.args) != len(names) or given.keys() != set(names):
        return UNKNOWN
    return Items(tuple(read(given[name]) for name in names))


def field_at(item: IndexExpr, info: TypeInfo) -> MemberExpr | None:
    """Return ``stats.cov`` for ``stats[1]`` of a named tuple; None of anything else."""
    if not info.is_named_tuple or not isinstance(item.index, IntExpr):
        return None
    looked_at(info)
    names = [str(name) for name in info.metadata["namedtuple"]["fields"]]
    if not -len(names) <= item.index.value < len(names):
        return None
    read = MemberExpr(item.base, names[item.index.value])
    read.set_line(item)
    return read


def _has_operators(info: TypeInfo) -> bool:
    own = {name for base in info.mro if base.is_named_tuple for name in base.names}
    return any(name.startswith("__") and name not in _MADE_BY_MYPY for name in own)
