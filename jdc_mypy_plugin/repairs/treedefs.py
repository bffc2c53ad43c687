"""``jax.tree_util.PyTreeDef``: a class of a compiled module without types, which mypy takes for a variable.

mypy then refuses to compare treedefs and to ask them for anything.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import AnalyzeTypeContext
from mypy.types import AnyType, Type, TypeOfAny

TREEDEFS: Final = frozenset(("jax._src.tree_util.PyTreeDef", "jax.tree_util.PyTreeDef", "jaxlib.pytree.PyTreeDef"))


def accept_anything(ctx: AnalyzeTypeContext) -> Type:  # noqa: ARG001
    """Return the type of a treedef, of which nothing is known."""
    return AnyType(TypeOfAny.special_form)
