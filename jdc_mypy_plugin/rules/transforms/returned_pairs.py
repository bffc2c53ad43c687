"""Functions of `jax.lax.scan` that are seen to return no pair of the carry and an output.

JAX counts the children of what comes back, so that a dict with two items is a pair to it, as is an object with two
data fields.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    SymbolNode,
    TypeInfo,
)
from mypy.types import CallableType, Instance, Type, TypeVarType

from ...evaluate import evaluator_of
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.replacing import REPLACE
from ...objects.functions_elsewhere import GivenElsewhere
from ...syntax.functions import returned_by, returns_nothing
from ...traced.types import is_traced_leaf
from ...typefacts.instances import sole_instance
from .declared_trees import tree_of_type
from .returned_elsewhere import returned_elsewhere
from .returned_trees import declared_result, returned_trees
from .tree_differences import shown
from .trees import Tree

_DEEPEST: Final = 20
"""Copies of copies beyond which nothing is known."""


def no_pair(function: FuncItem | GivenElsewhere, carry: Type | None, api: TypeChecker, at: Expression) -> str | None:
    """Return the words for what a function returns at each of its ends; None where it may be a pair.

    ``carry`` is the type of what it is called with first, and ``at`` names it.
    """
    if isinstance(function, GivenElsewhere):
        return _no_pair_elsewhere(function, carry, at, api)
    if isinstance(function, FuncDef) and returns_nothing(function):
        return "returns nothing, not a pair of the carry and an output"
    if not isinstance(function, FuncDef | LambdaExpr):
        return None
    trees = returned_trees(function, api)
    found = [_words(each) for each in trees]
    if trees and not any(trees) and _gives_back_carry(function, carry, api):
        found = [_object(carry)]
    if not found or found[0] is None or None in found:
        return None
    return f"returns {found[0]}, not a pair of the carry and an output"


def _no_pair_elsewhere(given: GivenElsewhere, carry: Type | None, at: Expression, api: TypeChecker) -> str | None:
    """Return the words for what a function of another module returns."""
    is_number = carry is not None and is_traced_leaf(carry)
    taken = Tree("array", at) if is_number else tree_of_type(carry, at)
    name = next(iter(given.as_called().arg_names), None)
    tree = returned_elsewhere(given, {} if taken is None or name is None else {name: taken}, at, api)
    if tree is not None and tree.what == "None":
        return "returns nothing, not a pair of the carry and an output"
    found = _words(tree)
    return None if found is None else f"returns {found}, not a pair of the carry and an output"


def _gives_back_carry(function: FuncDef | LambdaExpr, carry: Type | None, api: TypeChecker) -> bool:
    """Return whether a function returns its first argument at each end, or copies of it with fields replaced."""
    first = function.arguments[0].variable if function.arguments else None
    instance = None if carry is None else sole_instance(carry)
    info = None if instance is None else instance.type
    return all(each is not None and _copied(each, info, api) is first for each in returned_by(function.body.body))


def _copied(value: Expression, info: TypeInfo | None, api: TypeChecker) -> SymbolNode | None:
    """Return the variable that a value is, or is made from by ``.replace`` and the like as often as may be."""
    source = evaluator_of(api).source(value)
    for _ in range(_DEEPEST):
        callee = source.callee if isinstance(source, CallExpr) else None
        if not isinstance(callee, MemberExpr) or not (callee.name == REPLACE or _makes_own(callee.name, info)):
            return source.node if isinstance(source, NameExpr) else None
        source = evaluator_of(api).source(callee.expr)
    return None


def _makes_own(name: str, info: TypeInfo | None) -> bool:
    """Return whether a method of a class says that it returns an object of the class."""
    method = None if info is None else info.get_method(name)
    if not isinstance(method, FuncDef) or method.is_property or method.is_static or method.is_class:
        return False
    declared, kind = declared_result(method), known_type(method.type)
    if isinstance(declared, TypeVarType):
        return declared.id.is_self() or (isinstance(kind, CallableType) and kind.arg_types[:1] == [declared])
    return isinstance(declared, Instance) and declared.type is info


def _object(carry: Type | None) -> str | None:
    """Return the words for an object of a type; None where it may be a pair to JAX."""
    instance = None if carry is None else sole_instance(carry)
    count = None if instance is None else _data_fields(instance.type)
    return None if instance is None or count in (None, 2) else f'an object of "{instance.type.name}"'


def _words(tree: Tree | None) -> str | None:
    count = None if tree is None else _children(tree)
    return None if tree is None or count is None or count == 2 else shown(tree)


def _children(tree: Tree) -> int | None:
    """Return how many children JAX sees in a tree; None where that is not known."""
    if tree.what in ("array", "None"):
        return 0
    if tree.what == "tuple" or (tree.what in ("list", "dict") and tree.parts):
        return len(tree.parts)
    return None if tree.what != "object" or tree.info is None else _data_fields(tree.info)


def has_two_children(result: Type) -> bool:
    """Return whether objects of a type may be a pair to JAX."""
    instance = sole_instance(result)
    return instance is not None and _data_fields(instance.type) in (None, 2)


def _data_fields(info: TypeInfo) -> int | None:
    """Return how many data fields the objects of a pytree dataclass have; None where that is not known."""
    model = model_of(info)
    if model is None or model.info is not info:
        return None
    roles = [model.role_of(name) for name in model.fields]
    return None if "unknown" in roles else roles.count("data")
