"""Expressions whose values are certain to have no hash, so that dataclasses refuse them as defaults."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SetComprehension,
    SetExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, Instance

from ..host.known_types import known_type
from ..host.metaclasses import has_own_metaclass
from ..model.annotations.array_annotations import dtype_named
from .arrays import is_certainly_array
from .mutable import MUTABLE, is_unhashable

_DISPLAYS: Final[dict[type[Expression], str]] = {
    ListExpr: "list",
    ListComprehension: "list",
    DictExpr: "dict",
    DictionaryComprehension: "dict",
    SetExpr: "set",
    SetComprehension: "set",
}
_ARRAY_MODULES: Final = ("jax.", "numpy.")


def is_array_made_here(expression: Expression, source: Expression, api: TypeChecker) -> bool:
    """Return whether an expression is certain to be an array: a function of JAX or NumPy makes it.

    A function of the project that is typed to return an array may return a field object.  ``source`` is the
    expression itself, or what the name that it is stands for.
    """
    declared = known_type(api.lookup_type_or_none(expression))
    if isinstance(declared, AnyType):
        return isinstance(source, CallExpr) and isinstance(source.callee, RefExpr) and _is_jax_dtype(source.callee)
    if declared is None or not is_certainly_array(declared):
        return False
    return _is_computed(source) or _is_global(expression)


def unhashable_kind(expression: Expression, source: Expression, api: TypeChecker) -> str | None:
    """Return the name of the class of a value that has no hash, arrays left out; None for any other value."""
    display = _DISPLAYS.get(type(source))
    if display is not None:
        return display
    made = expression.callee if isinstance(expression, CallExpr) else None
    made = made.base if isinstance(made, IndexExpr) else made
    info = made.node if isinstance(made, RefExpr) else None
    value = known_type(api.lookup_type_or_none(expression))
    if not isinstance(info, TypeInfo) or not isinstance(value, Instance) or value.type is not info:
        return None
    is_known = (
        not has_own_metaclass(info)
        and not info.fallback_to_any
        and (info.fullname in MUTABLE or "__new__" not in info.names)
    )
    return info.name if is_known and is_unhashable(value, api.modules) else None


def _is_global(expression: Expression) -> bool:
    """Return whether an expression is a variable of a module, of this or another one."""
    if isinstance(expression, NameExpr):
        return expression.kind == GDEF and isinstance(expression.node, Var)
    owner = expression.expr if isinstance(expression, MemberExpr) else None
    is_of_module = isinstance(owner, RefExpr) and isinstance(owner.node, MypyFile)
    return is_of_module and isinstance(expression, MemberExpr) and isinstance(expression.node, Var)


def _is_jax_dtype(callee: RefExpr) -> bool:
    """Return whether a call is that of a dtype, ``jnp.float32(0)``, which JAX declares to be anything."""
    return callee.fullname.startswith("jax.") and dtype_named(callee.fullname) is not None


def _is_computed_of_two(source: OpExpr | ConditionalExpr) -> bool:
    if isinstance(source, OpExpr):
        return _is_computed(source.left) or _is_computed(source.right)
    return _is_computed(source.if_expr) and _is_computed(source.else_expr)


def _is_computed(source: Expression) -> bool:
    if isinstance(source, CallExpr):
        callee = source.callee
        if isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_MODULES):
            return True
        return isinstance(callee, MemberExpr) and _is_computed(callee.expr)
    if isinstance(source, OpExpr | ConditionalExpr):
        return _is_computed_of_two(source)
    if isinstance(source, UnaryExpr | MemberExpr):
        return _is_computed(source.expr)
    if not isinstance(source, IndexExpr) or (isinstance(source.index, TupleExpr) and not source.index.items):
        return False  # x[()] is a number where x is an array of NumPy
    return _is_computed(source.base)
