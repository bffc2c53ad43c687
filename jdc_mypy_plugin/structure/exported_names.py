"""The names of `jdc_runtime.structure` that the plugin knows."""

from __future__ import annotations

import re
from typing import Final

from mypy.nodes import CallExpr, Expression, RefExpr
from mypy.types import Instance, ProperType, TupleType, TypedDictType, get_proper_type

_EXPORTED: Final = re.compile(r"jdc_runtime\.structure\.(?:_\w+\.)*(?P<name>[A-Za-z]\w*)")

ORGANIZER: Final = "StateOrganizer"
TREE: Final = "StructureTree"
TREE_KEYS: Final = frozenset(("params", "buffers", "aux", "apply", "submodules"))

INITS: Final = frozenset(("organized_init", "organized_init_with_rng"))
APPLY: Final = "organized_apply"

AUX_REGISTERS: Final = frozenset(("register_aux", "recursive_register_aux"))
REGISTERS: Final = AUX_REGISTERS | {"register_parameter", "register_buffer", "register_submodule"}
SETS_APPLY: Final = frozenset(("set_apply", "create_module"))


def exported(fullname: str) -> str:
    """Return the name under which `jdc_runtime.structure` exports something, by mypy's full name; "" for the rest."""
    match = _EXPORTED.fullmatch(fullname) if fullname.startswith("jdc_runtime.structure.") else None
    return "" if match is None else match["name"]


def exported_name(expression: Expression) -> str:
    """Return the name in `jdc_runtime.structure` that an expression, or the function that it calls, stands for."""
    called = expression.callee if isinstance(expression, CallExpr) else expression
    return exported(called.fullname or "") if isinstance(called, RefExpr) else ""


def is_organizer(kind: ProperType | None) -> bool:
    """Return whether a type is that of a state organizer."""
    return isinstance(kind, Instance) and any(exported(base.fullname) == ORGANIZER for base in kind.type.mro)


def is_tree(kind: ProperType | None) -> bool:
    """Return whether a type is that of a structure tree."""
    return isinstance(kind, TypedDictType) and exported(kind.fallback.type.fullname) == TREE


def is_module(kind: ProperType) -> bool:
    """Return whether a type is that of a module: a structure tree with its global config."""
    return isinstance(kind, TupleType) and len(kind.items) == 2 and is_tree(get_proper_type(kind.items[0]))
