"""Places where a class is registered with JAX, by a decorator or a call."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ClassDef, Context, Expression, FuncItem, TypeInfo

from ..libraries.registering.registering_functions import registering_decorator


class Registered(NamedTuple):
    """A class that a bare ``register_dataclass`` gets, one without field lists."""

    info: TypeInfo
    node: ClassDef | CallExpr
    is_dataclass: bool
    api: TypeChecker


class Registering(NamedTuple):
    """A decorator or a call of JAX that registers a class."""

    info: TypeInfo
    node: ClassDef | CallExpr
    """The class under a decorator, or the call."""
    api: TypeChecker


class ClasslessRegistration(NamedTuple):
    """A call of ``register_dataclass`` without the class, which it requires."""

    node: CallExpr
    api: TypeChecker


class HandRegistered(NamedTuple):
    """A class, and the functions that take its objects apart and rebuild them."""

    info: TypeInfo
    flatten: FuncItem
    unflatten: FuncItem
    node: Context
    """The value that ``flatten`` returns; the class where it has that method from a base, and the argument of the
    call, or the call, where another module writes it."""
    with_keys: bool
    """True if each child comes with its key."""
    flatten_path: str
    """The file of ``flatten``; "" for the module at hand."""
    unflatten_path: str
    api: TypeChecker


def decorator_at(node: ClassDef | CallExpr) -> Expression | None:
    """Return the decorator that registers a class, the uppermost of several; None where a call registers it."""
    return registering_decorator(node) if isinstance(node, ClassDef) else None
