"""Objects that may be one and the same: an object equals itself, and nothing looks at its fields."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ConditionalExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr, RefExpr

from ...evaluate.scope import SCOPES
from ...model.functions.function_notes import note_of
from ...model.functions.returning_functions import LIBRARIES
from ...model.functions.said_values import COPY, MADE, is_written_out
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...typefacts.instances import sole_instance

_DEEPEST: Final = 3
"""How many names in a row are followed."""
_COPYING: Final = LIBRARIES | {"copy", "dataclasses", "jax_dataclasses", "jdc_runtime"}
"""Libraries whose functions make new objects."""


def may_be_the_same(one: Expression, other: Expression, api: TypeChecker) -> bool:
    """Return whether an expression may be the object that a name holds: ``state.updated() == state``."""
    names, made = _followed(one, api)
    others, _ = _followed(other, api)
    if not names.isdisjoint(others):
        return True
    if not isinstance(made, CallExpr):
        return False
    function = called(made.callee, api)
    owner = [made.callee.expr] if isinstance(made.callee, MemberExpr) else []
    is_handed = any(not _followed(each, api)[0].isdisjoint(others) for each in (*made.args, *owner))
    return is_handed and function is not None and _may_hand_on(function, api)


def _followed(value: Expression, api: TypeChecker) -> tuple[frozenset[str], Expression]:
    """Return the names that stand for one object, one after the other, and what makes it, as far as that is known."""
    names: set[str] = set()
    while isinstance(value, NameExpr) and value.name not in names and len(names) < _DEEPEST:
        names.add(value.name)
        value = SCOPES.of(api.tree).value_of(value) or value
    return frozenset(names), value


def called(callee: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function or the method that a call names, of any module; None for one that a library makes."""
    if isinstance(callee, MemberExpr) and callee.node is None:
        owner = sole_instance(api.lookup_type_or_none(callee.expr))
        symbol = None if owner is None else owner.type.get(callee.name)
        node = None if symbol is None or symbol.plugin_generated else symbol.node
    else:
        node = callee.node if isinstance(callee, RefExpr) else None
    function = node.func if isinstance(node, Decorator) else node
    return function if isinstance(function, FuncDef) else None


def _may_hand_on(function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function may return what it is given: not where it makes its result, nor under ``jax.jit``."""
    note = note_of(function)
    if function.fullname.partition(".")[0] in _COPYING or (note is not None and note.made_by is not None):
        return False
    if note is not None and is_written_out(note.result):
        return note.result[0] not in (COPY, MADE)
    if INDEX.of(api.tree).position(function) is None:
        return True
    return any(isinstance(each, NameExpr | ConditionalExpr) for each in returned_by(function.body.body))
