"""Functions that a derivative calls with its own arguments: ``jax.grad(loss)(state.params, state, x)``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MypyFile, NameExpr, SymbolNode

from ..libraries.other_names import meant_name
from ..model.annotations.signature_reader import is_bound_once
from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from .transformations import made_by, maker

FILTERED: Final = {
    "equinox._ad.filter_grad": "eqx.filter_grad",
    "equinox._ad.filter_value_and_grad": "eqx.filter_value_and_grad",
}
"""The derivatives of equinox, which differentiate with respect to arrays alone, with their names for messages."""


def differentiated(callee: Expression, tree: MypyFile) -> FuncDef | None:
    """Return the function of the module that an expression differentiates, under a name or as a decorator too."""
    node = callee.node if isinstance(callee, NameExpr) else None
    if isinstance(node, Decorator):
        are_known = bool(node.original_decorators) and all(map(_is_derivative, node.original_decorators))
        return node.func if are_known and INDEX.of(tree).position(node) is not None else None
    made = _held(callee, tree) if isinstance(callee, NameExpr) else callee
    function = _given(made) if isinstance(made, CallExpr) else None
    is_plain = isinstance(function, FuncDef) and not (function.info or function.is_decorated or function.is_generator)
    if not isinstance(function, FuncDef) or not is_plain or INDEX.of(tree).position(function) is None:
        return None
    return function if is_bound_once(function, tree) else None


def _held(name: NameExpr, tree: MypyFile) -> object:
    """Return what a variable holds where it is read; one of a function around, or the module, is bound once."""
    flow = FLOW.of(tree)
    held, once = flow.value_at(name), flow.variables.bound_once(name)
    return once.only if held is None and once is not None else held


def _given(call: CallExpr) -> SymbolNode | None:
    """Return the function that a call of a derivative is given."""
    made = made_by(call)
    if made is not None:
        return made.function if made.by.how == "differentiated" and isinstance(made.function, FuncDef) else None
    is_filter = meant_name(call.callee) in FILTERED
    given = call.args[0] if is_filter and call.args else None
    return given.node if isinstance(given, NameExpr) else None


def _is_derivative(decorator: Expression) -> bool:
    made = maker(decorator)
    function = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return meant_name(function) in FILTERED or (made is not None and made[0].how == "differentiated")
