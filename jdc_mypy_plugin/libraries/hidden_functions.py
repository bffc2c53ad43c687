"""Field functions that a library hides from type checkers, `jax_dataclasses.static_field`, though they work."""

from __future__ import annotations

from typing import Final

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, Var
from mypy.types import AnyType, TypeOfAny

from ..syntax.names.definitions import bound_names
from ..syntax.names.hidden_names import HIDDEN

_FUNCTIONS: Final = {"jax_dataclasses": "static_field"}
"""The function of each module that has one."""


def note_hidden(tree: MypyFile) -> None:
    """Let the program use the function: mypy would say that the module has no such attribute."""
    name = _FUNCTIONS.get(tree.fullname)
    if name is None or name not in HIDDEN.of(tree) or list(bound_names(tree.defs)).count(name) != 1:
        return
    var = Var(name, AnyType(TypeOfAny.special_form))
    var._fullname = f"{tree.fullname}.{name}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    tree.names[name] = SymbolTableNode(GDEF, var, plugin_generated=True)
