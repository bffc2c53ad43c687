"""Classes of others that a project makes pytrees: ``register_pytree_node(deque, flatten, unflatten)``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, MypyFile, RefExpr
from mypy.types import Instance, ProperType

from ...libraries.registering.registered_elsewhere import is_registered_in_project
from ...syntax import INDEX
from ...syntax.per_module import PerModule

_REGISTERING: Final = "jax._src.tree_util.register_pytree"
"""How the full names of the functions begin that register a class."""


def is_registered_here(culprit: ProperType, tree: MypyFile) -> bool:
    """Return whether a module, or another of its project, registers the class of a value that is no leaf."""
    name = culprit.type.fullname if isinstance(culprit, Instance) else ""
    return bool(name) and (name in _REGISTERED.of(tree) or is_registered_in_project(name, tree))


def _registered(tree: MypyFile) -> frozenset[str]:
    calls = (each for each in INDEX.of(tree).body.expressions_of(CallExpr) if each.args)
    named = ((each.callee, each.args[0]) for each in calls)
    return frozenset(
        given.fullname
        for callee, given in named
        if isinstance(callee, RefExpr) and callee.fullname.startswith(_REGISTERING) and isinstance(given, RefExpr)
    )


_REGISTERED: Final = PerModule(_registered)
