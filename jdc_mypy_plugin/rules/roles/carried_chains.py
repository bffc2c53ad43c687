"""Chains of methods that make the next carry of a loop: ``state.moved().counted()``.

A method may call the one that counts, as ``step`` does with ``return self._counted().replace(x=self.x + 1)``.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR2, CallExpr, Expression, FuncDef, MemberExpr, NameExpr, Var

from ...model.annotations.signature_reader import is_bound_once
from ...model.subclasses_in_sight import is_overridden
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...syntax.names.flow import FLOW
from ..transforms.changed_copies import what_is_replaced

_DEPTH: Final = 3
"""How many methods are followed into what they call."""

_Field = Literal["kept", "changed"]


class Chain(NamedTuple):
    """A change that a method of the carry's class makes to a field, and that methods beside it leave as it is."""

    method: FuncDef
    field: str
    api: TypeChecker

    def makes(self, value: Expression, carry: Var) -> bool:
        """Return whether the method changes the field on the way from the carry to an expression."""
        return self._followed(value, carry, _DEPTH) == "changed"

    def _followed(self, value: Expression, carry: Var, depth: int) -> _Field | None:
        """Return what has become of the carry's field in an expression; None where that is not known."""
        if isinstance(value, NameExpr) and value.node is carry:
            return "kept"
        held = FLOW.of(self.api.tree).value_at(value) if isinstance(value, NameExpr) else value
        copied = what_is_replaced(held) if isinstance(held, CallExpr) else None
        if isinstance(held, CallExpr) and copied is not None:
            is_given = self.field in held.arg_names or ARG_STAR2 in held.arg_kinds
            return None if is_given else self._followed(copied, carry, depth)
        callee = held.callee if isinstance(held, CallExpr) else None
        if not isinstance(callee, MemberExpr):
            return None
        before = self._followed(callee.expr, carry, depth)
        if before is None or callee.name == self.method.name:
            return None if before is None else "changed"
        within = self._within(callee.name, depth)
        return before if within == "kept" else within

    def _within(self, name: str, depth: int) -> _Field | None:
        """Return what another method of the class makes of the field."""
        called = _method(name, self.method, self.api)
        results = [] if called is None else returned_by(called.body.body)
        if called is None or not depth or len(results) != 1 or results[0] is None:
            return None
        return self._followed(results[0], called.arguments[0].variable, depth - 1)


def _method(name: str, beside: FuncDef, api: TypeChecker) -> FuncDef | None:
    """Return the method of the module that another method's object has under a name, whatever its class."""
    symbol = beside.info.names.get(name)
    found = None if symbol is None else symbol.node
    if not isinstance(found, FuncDef) or not found.arguments or found.is_class or found.is_static:
        return None
    is_here = INDEX.of(api.tree).position(found) is not None and is_bound_once(found, api.tree)
    return found if is_here and not is_overridden(beside.info, name, api) else None
