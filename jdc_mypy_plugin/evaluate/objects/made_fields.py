"""The values of the fields of an object that nothing can change: ``Pair(jnp.zeros(3), y).x``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, IndexExpr, MemberExpr, RefExpr, TypeInfo

from ...host.freshness import looked_at
from ...model.constructors import keeps_arguments
from ...model.converters import converters
from ...model.replacing import REPLACE, adds_replace
from ...syntax.arguments import after_self, bound, by_keyword, has_stars
from ...syntax.functions import class_named
from ...syntax.names.patched_names import PATCHED_ELSEWHERE
from ...typefacts.mutable import is_frozen
from ..constants import unfold
from ..scope import ModuleScope

_REPLACING: Final = frozenset(("copy.replace", "dataclasses.replace", "jdc_runtime.replace"))
_DEEPEST: Final = 20
"""Objects that replace others beyond which nothing is known."""


def given_to_field(owner: Expression, name: str, scope: ModuleScope) -> Expression | None:
    """Return the value of a field of an object that the module makes; None where that is not certain.

    The object is one of a frozen class, or of a named tuple, and its class runs no code of its own that could put
    something else into the field.
    """
    if name in PATCHED_ELSEWHERE.of(scope.tree):
        return None  # object.__setattr__(pair, "x", y)
    given, replacing = list[Expression](), list[CallExpr]()
    for _ in range(_DEEPEST):
        call = unfold(owner, scope)
        if not isinstance(call, CallExpr) or has_stars(call):
            return None
        info = class_named(call.callee.base if isinstance(call.callee, IndexExpr) else call.callee)
        if info is not None:
            parameters = _parameters(info)
            if name not in parameters or not all(_replaces(info, each) for each in replacing):
                return None
            arguments = (value for value, parameter in bound(call, parameters) if parameter == name)
            return given[0] if given else next(arguments, None)
        replaced = _replaced(call)
        if replaced is None:
            return None
        value = by_keyword(call, name)
        given += [] if value is None else [value]
        replacing.append(call)
        owner = replaced
    return None


def _parameters(info: TypeInfo) -> Sequence[str | None]:
    """Return the parameters of the constructor, all of which are fields that keep what they are given."""
    looked_at(info)
    if info.is_named_tuple:
        return [str(name) for name in info.metadata["namedtuple"]["fields"]]
    symbol = info.get("__init__")
    made = None if symbol is None else symbol.node
    if not isinstance(made, FuncDef) or not keeps_arguments(info) or not is_frozen(info) or converters(info):
        return []
    return after_self(made)


def _replaced(call: CallExpr) -> Expression | None:
    """Return the object that a call copies with some fields replaced."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in _REPLACING:
        return call.args[0] if call.args and call.arg_names[0] is None else None
    return callee.expr if isinstance(callee, MemberExpr) and callee.name in (REPLACE, "_replace") else None


def _replaces(info: TypeInfo, call: CallExpr) -> bool:
    """Return whether a call makes an object of the class with the fields that it is not given as they were."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in _REPLACING:
        return not info.is_named_tuple
    is_method = isinstance(callee, MemberExpr) and callee.name == REPLACE
    return adds_replace(info) if is_method else info.is_named_tuple
