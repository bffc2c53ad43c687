"""A project's own names for functions of JAX that register a class: ``register = jax.tree_util.register_dataclass``.

All that is known of a name lives in a variable of the module that defines it, see `own_names`; the libraries are read
below that, and need no more of it than this.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from mypy.nodes import Expression, MypyFile, RefExpr, Var
from mypy.types import TypeVarType

from ...host.modules import MODULES
from ...syntax.names.definitions import definitions
from ...syntax.per_module import CYCLE, PerModule
from ..own.functions import read_other_name

_SUFFIX: Final = "-jdc-own"
_REGISTERS: Final = "jax.tree_util.register_"


def stored_name(fullname: str) -> str:
    """Return the full name of the variable that says what a name stands for. No program can spell it."""
    return f"{fullname}{_SUFFIX}"


def stored(tree: MypyFile, name: str) -> Mapping[str, Any] | None:
    """Return what the variable beside a name of a module says; None where there is none."""
    symbol = tree.names.get(stored_name(name))
    if symbol is None:
        return None
    kept = symbol.node.type if isinstance(symbol.node, Var) else None
    said: Mapping[str, Any] = json.loads(kept.name) if isinstance(kept, TypeVarType) else {}
    return said


def function_name(function: Expression) -> str:
    """Return the full name of a function; of a project's name for one of these, that of the function itself."""
    if not isinstance(function, RefExpr):
        return ""
    node = function.node
    if not isinstance(node, Var) or node.info:
        return function.fullname
    module, _, name = node.fullname.rpartition(".")
    tree = MODULES.get(module) if module else None
    if tree is None or tree.is_stub:
        return function.fullname
    said = stored(tree, name)
    registers = _NAMES.of(tree).get(name) if said is None else _registering(said.get("other_name"))
    return registers or function.fullname


def _registering(other_name: Mapping[str, Any] | None) -> str | None:
    if other_name is None or "keywords" in other_name:
        return None
    function: str = other_name["function"]
    return function if function.startswith(_REGISTERS) else None


def _read(tree: MypyFile) -> Mapping[str, str]:
    read = {name: _registering(read_other_name(each, tree)) for name, each in definitions(tree).items()}
    return {name: each for name, each in read.items() if each is not None}


_NAMES: Final = PerModule(_read, keep=CYCLE)
