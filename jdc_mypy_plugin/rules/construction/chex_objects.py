"""Types whose values are mappings of their fields, as chex makes them, and values that are tuples all the same."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr, RefExpr, SymbolNode
from mypy.types import Type

from ...model.classes import model_of
from ...model.functions.function_notes import is_noted_to_return_tuple
from ...syntax.names.flow import FLOW
from ...typefacts.instances import sole_instance

_DEEPEST: Final = 3
"""How many names in a row are followed to the call that makes a value."""


def mapping_with(given: Type | None, method: str) -> str | None:
    """Return the name of the class of a mapping that has a method from chex; None for anything else."""
    instance = sole_instance(given)
    model = None if instance is None else model_of(instance.type)
    if model is None or not model.facts.is_mapping:
        return None
    symbol = model.info.get(method)
    return model.info.name if symbol is not None and symbol.plugin_generated else None


def may_be_tuple(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value comes from a function that returns a tuple and declares something else."""
    for _ in range(_DEEPEST):
        writes = FLOW.of(api.tree).variables.bound_once(value) if isinstance(value, NameExpr) else None
        if writes is None or writes.only is None:
            break
        value = writes.only
    node = _called(value.callee, api) if isinstance(value, CallExpr) else None
    function = node.func if isinstance(node, Decorator) else node
    return isinstance(function, FuncDef) and is_noted_to_return_tuple(function)


def _called(callee: Expression, api: TypeChecker) -> SymbolNode | None:
    """Return the function or the method that a call names."""
    if isinstance(callee, MemberExpr) and callee.node is None:
        owner = sole_instance(api.lookup_type_or_none(callee.expr))
        symbol = None if owner is None else owner.type.get(callee.name)
        return None if symbol is None else symbol.node
    return callee.node if isinstance(callee, RefExpr) else None
