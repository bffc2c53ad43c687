"""Sizes that a result has by names of an object: ``" d"`` of a method of a class with a field ``"n d"``.

A name that a function also gives to an axis or to another parameter means something in that call alone. The object is
the one whose method the function is, or else the only one that it is given with sizes of these names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef

from jdc_spec.scoped_names import ScopedName, scoped
from jdc_spec.shapes import Broadcasting, ShapePattern
from jdc_spec.sizes import Linear, names_in

from ...model.annotations.signatures import Signature
from .declarations import scope_of
from .field_reads import object_scope
from .sizes_of_objects import ObjectSizes, sizes_of_objects

_NONE: Final = ObjectSizes(frozenset(), frozenset())


class Promised(NamedTuple):
    """The shape that a function says its result has."""

    shape: ShapePattern
    of_object: frozenset[str]
    """Names of sizes of the object that the function is given; none where the result has none of them."""

    beside: frozenset[tuple[str, int]]
    """Names of sizes of objects that the function is given, and numbers beside them."""
    objects: Sequence[frozenset[str]]
    """The names of the sizes of each object."""


def promised(
    said: ShapePattern, function: FuncDef, signature: Signature, at: Expression, api: TypeChecker
) -> Promised:
    """Return the shape that a return statement is held to, with the names of the scope that each means."""
    shapes = (each.shape for each in signature.parameters.values() if each.shape is not None)
    taken = {*function.arg_names, *(name for shape in shapes for name in _names_in(shape))}
    wanted = {name for name in _names_in(said) if name not in taken}
    objects = sizes_of_objects(at, api)
    known = _object_with(wanted, objects, function)
    meant = {str(name): name.scope for name in known.names if isinstance(name, ScopedName) and str(name) in wanted}
    shape = scoped(said, scope_of(function), meant)
    beside = frozenset(pair for each in objects for pair in each.beside)
    return Promised(shape, known.names if meant else frozenset(), beside, [each.names for each in objects])


def _object_with(wanted: set[str], objects: Sequence[ObjectSizes], function: FuncDef) -> ObjectSizes:
    """Return the sizes of the object that a result may have by name."""
    if function.info and not function.is_static:
        scope = object_scope(function.arguments[0].variable.name, function) if function.arguments else ""
        return next((each for each in objects if not function.is_class and _is_of(each, scope)), _NONE)
    own = {object_scope(argument.variable.name, function) for argument in function.arguments}
    named = [each for each in objects if not wanted.isdisjoint(map(str, each.names))]
    is_only = len(named) == 1 and any(_is_of(named[0], scope) for scope in own)
    return named[0] if is_only else _NONE


def _is_of(sizes: ObjectSizes, scope: str) -> bool:
    return all(isinstance(name, ScopedName) and name.is_of(scope) for name in sizes.names)


def _names_in(pattern: ShapePattern) -> Iterator[str]:
    for axis in (*pattern.prefix, *pattern.suffix):
        size = axis.size if isinstance(axis, Broadcasting) else axis
        yield from names_in(size) if isinstance(size, Linear) else ()
