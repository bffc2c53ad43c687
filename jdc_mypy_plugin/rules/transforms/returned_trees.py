"""Trees that functions return, as their return statements and their annotations tell."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncItem, IndexExpr, MemberExpr
from mypy.types import AnyType, CallableType, Type, TypedDictType

from ...evaluate import evaluator_of
from ...evaluate.scope import SCOPES
from ...host.known_types import known_type
from ...syntax.functions import returned_by
from .declared_trees import tree_of_type
from .trees import Tree
from .written_parts import is_no_tuple
from .written_trees import TreeReader

_METHODS: Final = frozenset(
    ("mean", "sum", "prod", "min", "max", "std", "var", "item", "squeeze", "astype", "reshape")
)
"""Methods of arrays that no tuple has."""
_BRANCHES: Final = ("jax.lax.cond", "jax.lax.switch")
"""Functions that return what others do, so that mypy holds no annotation against them."""


def returned_trees(
    function: FuncItem, api: TypeChecker, *, is_declared: bool = True, keeps_values: bool = False
) -> list[Tree | None]:
    """Return what a function returns at each of its ends, None for what is not known.

    Its annotation does not count where it may tell of what a decorator makes of the function. That something is not
    None is told where ``keeps_values``.
    """
    if function.is_generator or function.is_coroutine:
        return []
    declared, reader = declared_result(function) if is_declared else None, TreeReader(api)
    ends = [each for each in returned_by(function.body.body) if each is not None]
    read = ((each, reader.read(each)) for each in ends)
    known = [
        (tree, _declared_tree(declared, each, api) if _is_told_by_type(tree, each, api) else None)
        for each, tree in read
    ]
    trees = [said or (tree if keeps_values or (tree and tree.what != "value") else None) for tree, said in known]
    return [tree or _called(each, api) for tree, each in zip(trees, ends, strict=True)]


def _called(value: Expression, api: TypeChecker) -> Tree | None:
    """Return the dict of known keys that a function or method says it returns, or that is an item of what it does."""
    made = value.base if isinstance(value, IndexExpr) else value
    kind = known_type(api.lookup_type_or_none(value)) if isinstance(made, CallExpr) else None
    if not isinstance(kind, TypedDictType) or kind.required_keys != kind.items.keys():
        return None
    return Tree("dict", value, {key: tree_of_type(item, value) for key, item in kind.items.items()})


def _declared_tree(declared: Type | None, at: Expression, api: TypeChecker) -> Tree | None:
    """Return the tree that an annotation tells of a value; None where the value evidently is no such tree."""
    tree = tree_of_type(declared, at)
    return None if tree is not None and tree.what == "tuple" and _is_no_tuple(at, api) else tree


def _is_no_tuple(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is evidently no tuple, as ``-x`` and ``x.mean()``, whatever a function declares."""
    source = evaluator_of(api).source(value)
    callee = source.callee if isinstance(source, CallExpr) else None
    return is_no_tuple(source) or (isinstance(callee, MemberExpr) and callee.name in _METHODS)


def _is_told_by_type(tree: Tree | None, value: Expression, api: TypeChecker) -> bool:
    """Return whether an annotation adds to what is read of a value, and is held against it."""
    if tree is not None and tree.what != "value":
        return False
    return not is_of_branches(value, api)


def is_of_branches(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is what the branches of ``jax.lax.cond`` or ``jax.lax.switch`` return."""
    source = evaluator_of(api).source(value)
    return isinstance(source, CallExpr) and SCOPES.of(api.tree).imported(source.callee) in _BRANCHES


def declared_result(function: FuncItem) -> Type | None:
    """Return the type that a function says it returns; None where that is anything."""
    kind = known_type(function.type)
    declared = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    return None if isinstance(declared, AnyType) else declared
