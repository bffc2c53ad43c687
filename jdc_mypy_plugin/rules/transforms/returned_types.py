"""The type of what a function returns that annotates parameters alone, ``def body(state: State, x): return state.w``.

To mypy it returns anything. Its body is checked all the same, so that what it returns has a type: that of a function
inside the one under check is known when the loop is. Of any other function the source has to show it.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
)
from mypy.types import AnyType, NoneType, TupleType, Type, TypeOfAny

from ...host.freshness import looked_at_variable
from ...libraries.definition import is_none
from ...syntax.functions import returned_by
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.targets import row
from ...typefacts.shown_types import ShownTypes

_DEPTH: Final = 3
"""How many names are followed."""


def returned_type(function: FuncDef, api: TypeChecker) -> Type | None:
    """Return the type of each value that a function of the module returns, where all of them have the same."""
    if function.is_coroutine or function.is_generator or function.type is None:
        return None
    found = [None if each is None else _type_of(each, function, api) for each in returned_by(function.body.body)]
    return found[0] if found and found[0] is not None and all(each == found[0] for each in found) else None


def _type_of(value: Expression, function: FuncDef, api: TypeChecker) -> Type | None:
    if isinstance(value, TupleExpr):
        anything = AnyType(TypeOfAny.special_form)
        types = [_type_of(item, function, api) or anything for item in row(value)]
        return TupleType(types, api.named_generic_type("builtins.tuple", [anything])) if types else None
    if is_none(value):
        return NoneType()
    if function.fullname == function.name:
        return api.lookup_type_or_none(value)
    return ShownTypes(api.tree).type_of(value) if _is_shown(value, api) else None


def _is_shown(value: Expression, api: TypeChecker, depth: int = 0) -> bool:
    """Return whether a value is a parameter, what a function or a class makes, or an attribute or method of these.

    A name that is bound once may stand for it.
    """
    if isinstance(value, CallExpr):
        callee = value.callee
        if isinstance(callee, RefExpr) and isinstance(callee.node, FuncDef | Decorator | TypeInfo):
            _look_at(callee.node, api)
            return True
        return isinstance(callee, MemberExpr) and _is_shown(callee.expr, api, depth)
    if isinstance(value, MemberExpr):
        return _is_shown(value.expr, api, depth)
    if not isinstance(value, NameExpr) or value.node is None or depth > _DEPTH:
        return False
    flow = FLOW.of(api.tree)
    given = flow.value_at(value)
    if isinstance(given, Expression):
        return len(flow.variables.writes_of(value.node).positions) == 1 and _is_shown(given, api, depth + 1)
    return isinstance(given, Parameter)


def _look_at(node: SymbolNode, api: TypeChecker) -> None:
    """Depend on a function or a class of another module."""
    module = node.fullname.rpartition(".")[0]
    if module and module != api.tree.fullname:
        looked_at_variable(node.fullname, module)
