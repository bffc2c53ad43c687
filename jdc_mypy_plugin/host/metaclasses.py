"""Metaclasses that change nothing of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo

_INERT: Final = frozenset(("builtins.type", "abc.ABCMeta"))


def has_own_metaclass(info: TypeInfo) -> bool:
    """Return whether a class has a metaclass that is neither `type` nor `abc.ABCMeta`."""
    return info.metaclass_type is not None and info.metaclass_type.type.fullname not in _INERT
