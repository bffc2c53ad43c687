"""The functions of JAX that register a class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)

from ...syntax import INDEX
from ...syntax.arguments import argument
from ..definition import applied
from ..register_dataclass import is_register_dataclass
from .registering_names import function_name

_NAMES: Final = (
    "register_pytree_node",
    "register_pytree_node_class",
    "register_pytree_with_keys",
    "register_pytree_with_keys_class",
    "register_static",
)
_MODULES: Final = ("jax.tree_util", "jax._src.tree_util")

HAND_WRITTEN: Final = frozenset(f"{module}.{name}" for module in _MODULES for name in _NAMES)
"""All of them but ``register_dataclass``, by full name."""

_PARAMETERS: Final = ("nodetype", "cls")
"""The names of the parameter that is the class."""
FLATTENING: Final = ("flatten_func", "flatten_with_keys")
UNFLATTENING: Final = ("unflatten_func",)


def is_registering(function: Expression) -> bool:
    """Return whether an expression is one of them."""
    return is_register_dataclass(function) or function_name(function) in HAND_WRITTEN


def registering_decorator(definition: ClassDef) -> Expression | None:
    """Return the decorator that registers a class. Of several it is the uppermost, which runs last."""
    return next((each for each in definition.decorators if is_registering(applied(each))), None)


def class_given(call: CallExpr) -> TypeInfo | None:
    """Return the class that a call of one of them registers; None where it is not named."""
    given = class_argument(call)
    return given.node if isinstance(given, RefExpr) and isinstance(given.node, TypeInfo) else None


def class_argument(call: CallExpr) -> Expression | None:
    """Return the argument of a call of one of them that is the class."""
    given = (argument(call, 0, name) for name in _PARAMETERS)
    return next((each for each in given if each is not None), None)


def flattening_given(call: CallExpr, tree: MypyFile) -> FuncItem | None:
    """Return the function that a call of one of them gets to take objects apart, if the module defines it."""
    return _given(call, 1, FLATTENING, tree)


def _given(call: CallExpr, position: int, names: Sequence[str], tree: MypyFile) -> FuncItem | None:
    given = (argument(call, position, name) for name in names)
    written = next((each for each in given if each is not None), None)
    if isinstance(written, LambdaExpr):
        return written
    node = written.node if isinstance(written, NameExpr) else _method(written)
    function = node.func if isinstance(node, Decorator) else node
    is_plain = isinstance(function, FuncDef) and (function is node or isinstance(written, MemberExpr))
    is_here = isinstance(function, FuncDef) and INDEX.of(tree).position(function) is not None
    return function if is_plain and is_here and isinstance(function, FuncDef) else None


def _method(written: Expression | None) -> object:
    """Return what the class that an attribute is written after has under its name."""
    owner = written.expr if isinstance(written, MemberExpr) else None
    info = owner.node if isinstance(owner, RefExpr) else None
    symbol = info.get(written.name) if isinstance(info, TypeInfo) and isinstance(written, MemberExpr) else None
    return None if symbol is None else symbol.node
