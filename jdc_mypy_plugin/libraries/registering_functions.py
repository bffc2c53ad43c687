"""The functions of JAX that register a class."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, RefExpr, TypeInfo

from ..syntax.arguments import argument
from .register_dataclass import is_register_dataclass

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


def is_registering(function: Expression) -> bool:
    """Return whether an expression is one of them."""
    return is_register_dataclass(function) or (isinstance(function, RefExpr) and function.fullname in HAND_WRITTEN)


def class_given(call: CallExpr) -> TypeInfo | None:
    """Return the class that a call of one of them registers; None where it is not named."""
    given = (argument(call, 0, name) for name in _PARAMETERS)
    node = next((each.node for each in given if isinstance(each, RefExpr)), None)
    return node if isinstance(node, TypeInfo) else None
