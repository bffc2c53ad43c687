"""``model.init(key, x)`` and ``model.apply(variables, x)`` of flax.linen, which give ``x`` to ``__call__``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, RefExpr, TypeInfo

from ...model.subclasses import LAYER
from ...syntax.arguments import by_keyword
from ..declared.declarations import Called, called_method

APPLYING: Final = ("init", "init_with_output", "apply")
"""Methods that take random keys or variables first, and then what ``__call__`` takes."""


def applied(call: CallExpr, source: Callable[[Expression], Expression], api: TypeChecker) -> Called | None:
    """Return what a call says that gives arguments to the ``__call__`` of a layer; None of any other call.

    The layer must be seen to be made of its class: mypy gives ``nn.vmap(Layer)`` the type of the class.
    """
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name not in APPLYING or by_keyword(call, "method") is not None:
        return None
    method = applied_method(callee, source)
    return None if method is None else called_method(call, method, api, ahead=1)


def applied_method(applying: MemberExpr, source: Callable[[Expression], Expression]) -> FuncDef | None:
    """Return the ``__call__`` that ``model.apply`` and ``model.init`` run."""
    made = source(applying.expr)
    info = made.callee.node if isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) else None
    if not isinstance(info, TypeInfo) or not info.has_base(LAYER):
        return None
    own = _method(info, applying.name)
    return _method(info, "__call__") if own is not None and own.info.fullname == LAYER else None


def _method(info: TypeInfo, name: str) -> FuncDef | None:
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    function = node.func if isinstance(node, Decorator) else node
    return function if isinstance(function, FuncDef) else None
