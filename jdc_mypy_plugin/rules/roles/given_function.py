"""Plain functions that are put where a type asks for functions: on their own, in a tuple, a list or a dict."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    ConditionalExpr,
    DictExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.types import CallableType, Instance, NoneType, ProperType, TupleType, Type, UnionType

from ...evaluate import Evaluator
from ...evaluate.objects.instances import instance_of
from ...host.known_types import known_type
from ...host.metaclasses import has_own_metaclass
from ...typefacts.leaves import ITEMS


def given_function(declared: Type, value: Expression, api: TypeChecker) -> Expression | None:
    """Return the first part of a value, for a type of functions, that is certainly no pytree; None if there is none.

    A function counts without a decorator only: a decorator may make a pytree of it.
    """
    item = _sole(declared)
    if item is None:
        return None
    if isinstance(item, CallableType):
        return value if is_plain_function(value, api) else None
    found = (given_function(part_type, part, api) for part_type, part in _items(item, value))
    return next((each for each in found if each is not None), None)


def _sole(declared: Type) -> ProperType | None:
    """Return the type itself, or the only kind of thing in a union besides None."""
    value = known_type(declared)
    items = [known_type(item) for item in value.items] if isinstance(value, UnionType) else [value]
    others = [item for item in items if not isinstance(item, NoneType)]
    if len(others) > 1 and not all(isinstance(item, CallableType) for item in others):
        return None
    return others[0] if others else None


def _items(declared: ProperType, value: Expression) -> Iterator[tuple[Type, Expression]]:
    """Yield the items of a literal, each with the type that a container's type gives it."""
    items = value.items if isinstance(value, TupleExpr | ListExpr) else []
    if isinstance(declared, TupleType) and len(declared.items) == len(items):
        yield from zip(declared.items, items, strict=True)
    elif isinstance(declared, Instance) and declared.type.fullname in ITEMS and declared.args:
        argument = declared.args[ITEMS[declared.type.fullname]]
        values = [item for _, item in value.items] if isinstance(value, DictExpr) else items
        yield from ((argument, item) for item in values)


def is_plain_function(value: Expression, api: TypeChecker) -> bool:
    """Return whether an expression is a plain function, method or class, under any name."""
    source = Evaluator(api).source(value)
    if isinstance(source, ConditionalExpr):
        return is_plain_function(source.if_expr, api) and is_plain_function(source.else_expr, api)
    if isinstance(source, RefExpr) and isinstance(source.node, FuncDef | TypeInfo):
        return True
    return isinstance(source, LambdaExpr) or (isinstance(source, MemberExpr) and _is_bound_method(source, api))


def _is_bound_method(value: MemberExpr, api: TypeChecker) -> bool:
    """Return whether an attribute is a method of an object. Some metaclasses, that of equinox, make it a pytree."""
    owner = instance_of(value.expr, api)
    if owner is None or owner.type.fallback_to_any or owner.type.is_protocol or owner.type.is_abstract:
        return False
    if has_own_metaclass(owner.type):
        return False
    symbol = owner.type.get(value.name)
    return symbol is not None and isinstance(symbol.node, FuncDef)
