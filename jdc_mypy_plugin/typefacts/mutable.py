"""Types whose values can change in place, or have no hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import MypyFile, TypeInfo, Var
from mypy.types import Instance, NoneType, ProperType, Type, TypedDictType

from ..host.known_types import known_type
from ..model.classes import model_of
from ..model.comparison import comparison_of
from .arrays import is_array
from .contents import Part, contents

MUTABLE: Final = {
    "builtins.list": "tuple",
    "builtins.set": "frozenset",
    "builtins.bytearray": "bytes",
    "builtins.dict": "a frozen dataclass or a tuple of pairs",
    "collections.deque": "tuple",
    "typing.MutableSequence": "tuple",
    "typing.MutableSet": "frozenset",
    "typing.MutableMapping": "a frozen dataclass or a tuple of pairs",
}
"""Classes whose values can change in place, with what to use instead."""


Modules = Mapping[str, MypyFile]
"""The modules of the build, by full name."""


def held_mutable(declared: Type, modules: Modules) -> Part | None:
    """Return the first mutable or unhashable thing that a value of a type may be or hold; arrays left out."""
    parts = (part for part in contents(declared) if not is_array(part.type))
    return next((part for part in parts if is_unhashable(part.type, modules)), None)


def is_unhashable(value: ProperType, modules: Modules) -> bool:
    """Return whether values of a type can never be hashed, as far as their own class decides.

    Of a protocol it does not: the class of a value need not inherit from it.
    """
    if isinstance(value, TypedDictType):
        return True
    return isinstance(value, Instance) and not value.type.is_protocol and _has_no_hash(value.type, modules)


def substitute(value: ProperType) -> str | None:
    """Say what to use in place of a mutable type."""
    if isinstance(value, TypedDictType):
        return MUTABLE["builtins.dict"]
    if not isinstance(value, Instance):
        return None
    named = next((MUTABLE[base.fullname] for base in value.type.mro if base.fullname in MUTABLE), None)
    if named is None and comparison_of(value.type) is not None:
        return f"@dataclass(frozen=True) on {value.type.name}"
    return named


def _has_no_hash(info: TypeInfo, modules: Modules) -> bool:
    """Follow the MRO to the first class that says anything about ``__hash__``.

    A class body with ``__eq__`` and no ``__hash__`` has none; a stub may just not mention it.
    """
    for base in info.mro:
        symbol = base.names.get("__hash__")
        if symbol is not None:
            declared = symbol.node.type if isinstance(symbol.node, Var) else None
            return isinstance(known_type(declared), NoneType) if declared is not None else False
        if base.fullname in MUTABLE:
            return True
        comparison = comparison_of(base)
        if comparison is not None and comparison.eq:
            return not is_frozen(base) and not comparison.unsafe_hash
        if comparison is None and "dataclass" in base.metadata:
            return False
        module = modules.get(base.module_name)
        if _writes_eq(base) and module is not None and not module.is_stub:
            return True
    return False


def _writes_eq(info: TypeInfo) -> bool:
    symbol = info.names.get("__eq__")
    return symbol is not None and not symbol.plugin_generated and info.fullname != "builtins.object"


def is_frozen(info: TypeInfo) -> bool:
    """Return whether the fields of an object of a dataclass are never assigned."""
    model = model_of(info)
    if model is not None and model.facts.frozen:
        return True
    comparison = comparison_of(info)
    if comparison is not None and comparison.frozen is not None:
        return comparison.frozen
    return bool(info.metadata.get("dataclass", {}).get("frozen", True))
