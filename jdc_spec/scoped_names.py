"""Names of sizes that mean something in one function only: the ``n`` of one function is not that of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from jdc_spec.shapes import Axis, Broadcasting, ShapePattern, Variadic
from jdc_spec.sizes import Dim, Linear

_NO_OTHERS: Final[Mapping[str, str]] = MappingProxyType({})


class ScopedName(str):
    """A name with the scope that it belongs to, which is part of what it equals and not of what is shown."""

    __slots__ = ()

    def __new__(cls, name: str, scope: str) -> ScopedName:
        """Make the name of one scope, which is any text that names it."""
        return super().__new__(cls, f"{name}\0{scope}")

    @property
    def scope(self) -> str:
        """The scope that the name belongs to."""
        return self.partition("\0")[2]

    def is_of(self, scope: str) -> bool:
        """Return whether the name is one of a scope."""
        return self.endswith(f"\0{scope}")

    def __str__(self) -> str:
        return self.partition("\0")[0]

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


def scoped(pattern: ShapePattern, scope: str, others: Mapping[str, str] = _NO_OTHERS) -> ShapePattern:
    """Return a pattern whose names are those of a scope, but for some that ``others`` has another scope for."""

    def rename(name: str) -> str:
        return ScopedName(name, others.get(name, scope))

    prefix, suffix = (tuple(_renamed(axis, rename) for axis in part) for part in (pattern.prefix, pattern.suffix))
    variadic = pattern.variadic
    if variadic is not None and variadic.name is not None:
        variadic = Variadic(rename(variadic.name), variadic.is_broadcasting)
    return ShapePattern(prefix, suffix, variadic, pattern.text)


def _renamed(axis: Axis, rename: Callable[[str], str]) -> Axis:
    if isinstance(axis, Broadcasting):
        return Broadcasting(_size(axis.size, rename))
    return _size(axis, rename)


def _size(size: Dim, rename: Callable[[str], str]) -> Dim:
    if not isinstance(size, Linear):
        return size
    return Linear(size.constant, tuple(sorted((rename(name), factor) for name, factor in size.terms)))
