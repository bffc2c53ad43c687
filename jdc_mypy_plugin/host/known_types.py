"""Types without their aliases."""

from __future__ import annotations

from typing import overload

from mypy.types import AnyType, ProperType, Type, TypeAliasType, TypeOfAny, get_proper_type


@overload
def known_type(given: None) -> None: ...
@overload
def known_type(given: Type) -> ProperType: ...
@overload
def known_type(given: Type | None) -> ProperType | None: ...
def known_type(given: Type | None) -> ProperType | None:
    """Return what an alias stands for; Any for one that stands in itself, such as a type of trees.

    Whoever goes through the parts of such a type comes to no end.
    """
    if isinstance(given, TypeAliasType) and given.is_recursive:
        return AnyType(TypeOfAny.special_form)
    return get_proper_type(given)
