"""The classes that an object may have, as its type says."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.types import Instance, LiteralType, NoneType, Type, TypeVarType, UnionType

from ..host.known_types import known_type
from ..libraries.registry import base_classes
from ..model.classes import is_pytree_dataclass


def instances(given: Type | None) -> Iterator[Instance]:
    """Yield the classes in a type: members of a union, and what a type variable stands for at least.

    `Self` is a type variable whose upper bound is the class. A type variable with a list of constraints is one of
    them.
    """
    proper = known_type(given)
    if isinstance(proper, Instance):
        yield proper
    elif isinstance(proper, UnionType):
        for item in proper.items:
            yield from instances(item)
    elif isinstance(proper, TypeVarType):
        for item in proper.values or (proper.upper_bound,):
            yield from instances(item)


def sole_instance(given: Type | None) -> Instance | None:
    """Return the class of an object, or that of its type variable's bound; None where there may be several."""
    proper = known_type(given)
    if isinstance(proper, TypeVarType) and not proper.values:
        proper = known_type(proper.upper_bound)
    return proper if isinstance(proper, Instance) else None


def is_pytree_object(given: Type | None) -> bool:
    """Return whether a type is that of objects of one pytree dataclass, or a type variable for it, such as `Self`.

    A base class of a library, such as `equinox.Module`, stands for all that inherit from it.
    """
    sole = sole_instance(given)
    return sole is not None and (is_pytree_dataclass(sole.type) or sole.type.fullname in base_classes())


def besides_none(given: Type) -> Type:
    """Return the only thing in a union besides None; any other type as it is."""
    union = known_type(given)
    items = [known_type(item) for item in union.items] if isinstance(union, UnionType) else []
    others = [item for item in items if not isinstance(item, NoneType)]
    return others[0] if len(others) == 1 else given


def literal_string(given: Type) -> str | None:
    """Return the string that an expression of a type is known to be, as a literal and a ``Final`` name are."""
    proper = known_type(given)
    literal = proper.last_known_value if isinstance(proper, Instance) else proper
    return literal.value if isinstance(literal, LiteralType) and isinstance(literal.value, str) else None
