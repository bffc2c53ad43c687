"""Copies of an object with other fields, as ``obj.replace(x=1)`` and ``eqx.tree_at(...)`` make them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.nodes import ARG_NAMED, CallExpr, Expression, LambdaExpr, MemberExpr, NameExpr, RefExpr, TypeInfo

from ...libraries.jax_md import SET
from ...libraries.own.names import is_own_replacing
from ...libraries.registry import REPLACE_FUNCTIONS, base_classes
from ...model.classes import model_of
from ...syntax.arguments import bound
from ...syntax.functions import returned_by
from ...syntax.names.targets import row

_REPLACING: Final = ("replace", "_replace")
_TREE_AT: Final = ("where", "pytree", "replace")
"""The parameters of `equinox.tree_at`."""


class SetAt(NamedTuple):
    """``eqx.tree_at(lambda o: o.field, obj, value)``."""

    owner: Expression
    values: Mapping[str, Expression]
    """The new values by the names of the fields."""


def set_at(call: CallExpr) -> SetAt | None:
    """Return what a call of `equinox.tree_at` changes; None unless it changes fields of the object itself."""
    given = {name: value for value, name in bound(call, _TREE_AT)}
    where, owner, new = (given.get(name) for name in _TREE_AT)
    if not isinstance(call.callee, RefExpr) or call.callee.fullname != "equinox._tree.tree_at":
        return None
    if not isinstance(where, LambdaExpr) or len(where.arguments) != 1 or owner is None or new is None:
        return None
    chosen = returned_by(where.body.body)[0]
    fields, values = (row(each) or [each] for each in (chosen, new)) if chosen is not None else ([], [])
    names = [
        each.name
        for each in fields
        if isinstance(each, MemberExpr)
        and isinstance(each.expr, NameExpr)
        and each.expr.node is where.arguments[0].variable
    ]
    is_clear = len(names) == len(fields) == len(values)
    return SetAt(owner, dict(zip(names, values, strict=True))) if is_clear else None


def own_names(info: TypeInfo) -> frozenset[str]:
    """Return the names that the body of a class defines itself."""
    return frozenset(name for name, symbol in info.names.items() if not symbol.plugin_generated)


def writes_replace(info: TypeInfo, call: CallExpr | None = None) -> bool:
    """Return whether a class has a method of its own under the name of the one by which a call copies.

    One that does no more than ``dataclasses.replace(self, **changes)`` does not count.
    """
    callee = None if call is None else call.callee
    if isinstance(callee, MemberExpr) and callee.name == SET:
        model, symbol = model_of(info), info.get(SET)
        return model is None or not model.facts.adds_set or symbol is None or not symbol.plugin_generated
    owners = (base for base in info.mro if _REPLACING[0] in own_names(base))
    owner = next(owners, None)
    return owner is not None and owner.fullname not in base_classes() and not is_own_replacing(owner.fullname)


def what_is_replaced(call: CallExpr) -> Expression | None:
    """Return the object that ``obj.replace(...)``, jax_md's ``set`` or ``dataclasses.replace(obj, ...)`` copies."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS and call.args:
        return call.args[0]
    if not isinstance(callee, MemberExpr):
        return None
    is_set = callee.name == SET and bool(call.args) and all(kind is ARG_NAMED for kind in call.arg_kinds)
    return callee.expr if is_set or callee.name in _REPLACING else None


def makes_copy(written: Expression) -> bool:
    """Return whether an expression is ``x.replace(field=...)`` of something that nobody knows, which is not None."""
    callee = written.callee if isinstance(written, CallExpr) else None
    is_copy = isinstance(callee, MemberExpr) and callee.name in _REPLACING
    return is_copy and isinstance(written, CallExpr) and bool(written.args) and all(written.arg_names)
