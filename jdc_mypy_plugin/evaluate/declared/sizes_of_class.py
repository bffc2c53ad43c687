"""Sizes that the result of a method has by names of its class: ``" d"`` of a class with a field ``"n d"``.

A name that a method also gives to an axis or to another parameter means something in that call alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef

from jdc_spec.scoped_names import ScopedName, scoped
from jdc_spec.shapes import Broadcasting, ShapePattern
from jdc_spec.sizes import Linear, names_in

from ...model.annotations.signatures import Signature
from .chosen_sizes import names_of_objects
from .declarations import scope_of
from .field_reads import object_scope


class Promised(NamedTuple):
    """The shape that a function says its result has."""

    shape: ShapePattern
    of_class: frozenset[str]
    """Names of sizes of the object whose method the function is; none where the result has none of them."""


def promised(
    said: ShapePattern, function: FuncDef, signature: Signature, at: Expression, api: TypeChecker
) -> Promised:
    """Return the shape that a return statement is held to, with the names of the scope that each means."""
    scope = scope_of(function)
    known = _names_of_class(function, at, api)
    taken = {*function.arg_names}
    for each in signature.parameters.values():
        taken.update(() if each.shape is None else _names_in(each.shape))
    meant = {name: owner.scope for name, owner in known.items() if name not in taken}
    is_some = any(name in meant for name in _names_in(said))
    return Promised(scoped(said, scope, meant), frozenset(known.values()) if is_some else frozenset())


def _names_of_class(function: FuncDef, at: Expression, api: TypeChecker) -> Mapping[str, ScopedName]:
    """Return the names of sizes of the object whose method a function is, by how they are written."""
    if not function.info or function.is_static or function.is_class or not function.arguments:
        return {}
    scope = object_scope(function.arguments[0].variable.name, function)
    names = [name for each in names_of_objects(at, api) for name in each if isinstance(name, ScopedName)]
    return {str(name): name for name in names if name.is_of(scope)}


def _names_in(pattern: ShapePattern) -> Iterator[str]:
    for axis in (*pattern.prefix, *pattern.suffix):
        size = axis.size if isinstance(axis, Broadcasting) else axis
        yield from names_in(size) if isinstance(size, Linear) else ()
