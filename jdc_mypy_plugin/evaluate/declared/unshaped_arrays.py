"""Arrays of which an annotation tells no shape, ``x: jax.Array``: it has the same axes wherever it is read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.types import Instance, Type, UnionType

from jdc_operations.values import ArrayValue, Value

from ...host.known_types import known_type
from ..objects.instances import library_of
from .open_axes import AnyAxes

_NUMBERS: Final = frozenset(("builtins.float", "builtins.int", "builtins.bool", "builtins.complex", "numpy.generic"))


def with_any_axes(
    expression: Expression,
    array: Value | None,
    held: Callable[[Expression], object],
    is_array: Callable[[Expression], bool],
    api: TypeChecker,
) -> Value | None:
    """Return an array of which nothing is known with any number of axes, where ``held`` knows it again; others alike.

    ``held`` returns a key that is the same wherever the same array is read. A number has no axes, so that what is an
    array or a number has any number of them too. So has what nothing is said of where ``is_array`` knows it for one.
    """
    if not isinstance(expression, NameExpr | MemberExpr):
        return array
    bare = ArrayValue() if _is_bare(array) else None
    if array is None:
        bare = _array_or_number(_type(expression, api)) or (ArrayValue() if is_array(expression) else None)
    key = None if bare is None else held(expression)
    return array if bare is None or key is None else dataclasses.replace(bare, shape=(AnyAxes(of=key),))


def _is_bare(array: Value | None) -> bool:
    """Return whether a value is an array of JAX of which nothing else is known."""
    return isinstance(array, ArrayValue) and array.shape is None and array.library == "jax"


def _type(expression: NameExpr | MemberExpr, api: TypeChecker) -> Type | None:
    checked = api.lookup_type_or_none(expression)
    declared = expression.node.type if isinstance(expression, NameExpr) and isinstance(expression.node, Var) else None
    return declared if checked is None else checked


def _array_or_number(declared: Type | None) -> ArrayValue | None:
    """Return what is known of a union of arrays of JAX and others, and numbers; None of other types."""
    union = known_type(declared)
    if not isinstance(union, UnionType):
        return None
    members = [known_type(each) for each in union.items]
    libraries = [library_of(each.type) if isinstance(each, Instance) else None for each in members]
    is_fit = "jax" in libraries and all(
        library is not None or (isinstance(each, Instance) and not _NUMBERS.isdisjoint(_names(each)))
        for library, each in zip(libraries, members, strict=True)
    )
    return ArrayValue(library=None if "numpy" in libraries else "jax") if is_fit else None


def _names(instance: Instance) -> set[str]:
    return {base.fullname for base in instance.type.mro}
