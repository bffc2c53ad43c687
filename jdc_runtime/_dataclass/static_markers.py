"""Find the static marker of an annotation, and its place.

``Static[...]`` speaks only at the top of an annotation. Deeper down (``Static[str] | None``) JAX could not
honour it, and under a name that does not exist when the annotation is read (an alias imported under
``TYPE_CHECKING``, or defined further down) nobody sees it. Postponed annotations are read part by part, so that a
name which does not exist yet hides no marker.
"""

from __future__ import annotations

import ast
import enum
from typing import Annotated, Any, Final, ForwardRef, Literal, TypeVar, cast, get_args, get_origin

from jdc_spec.markers import ANNOTATION_MARKERS, JDC_STATIC

from .name_scope import Scope
from .unbound_names import Written, dotted, meanings, written

_T = TypeVar("_T")
Static = Annotated[_T, JDC_STATIC]
"""Annotation of a static field, or of a static argument of `jit`: ``name: jdc.Static[str]``.

The value is part of the treedef, not a leaf: it must be hashable and comparable with ``==``, and
a function under ``jax.jit`` is traced anew for each value of it.
"""

_STATIC_NAME: Final = "Static"
_UNKNOWN: Final = object()


class Marker(enum.Enum):
    """The static marker of an annotation, if it has one."""

    NONE = enum.auto()
    STATIC = enum.auto()
    NESTED = enum.auto()
    UNRESOLVED = enum.auto()


def find_marker(annotation: object, scope: Scope) -> Marker:
    """Find the static marker in an annotation, an object or the text of one."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return _in_text(annotation, scope)
    origin = get_origin(annotation)
    if origin is Annotated:
        return _in_annotated(annotation, scope)
    if origin is Literal:
        return Marker.NONE
    found = _in_alias(annotation if origin is None else origin, scope)
    return found if found is not Marker.NONE else _inside(get_args(annotation), scope)


def _in_alias(alias: object, scope: Scope) -> Marker:
    """Find the marker in the right-hand side of a ``type`` statement; NONE where ``alias`` is not one."""
    if isinstance(alias, type):
        return Marker.NONE
    with scope.entering(id(alias)) as entered:
        try:
            value = getattr(alias, "__value__", None) if entered else None
        except Exception:  # evaluated on first use, it may raise anything
            return _in_source_of(alias, scope)
        return Marker.NONE if value is None else find_marker(value, scope)


def _in_source_of(alias: Any, scope: Scope) -> Marker:
    """Find the marker in a ``type`` statement that names something which does not exist, or not yet."""
    found = {
        _in_expression(meant.expression, meant.scope)
        for meant in written(alias.__name__, alias.__module__, scope)
        if isinstance(meant, Written)
    }
    return Marker.NONE if found <= {Marker.NONE} else Marker.UNRESOLVED


def _in_annotated(annotation: Any, scope: Scope) -> Marker:
    if any(_is_marker(item) for item in annotation.__metadata__):
        return Marker.STATIC
    return find_marker(annotation.__origin__, scope)


def _is_marker(item: object) -> bool:
    return isinstance(item, str) and item in ANNOTATION_MARKERS


def _inside(parts: tuple[object, ...], scope: Scope) -> Marker:
    """Find a marker below the top, where it has no effect."""
    found = Marker.NONE
    for part in parts:
        if isinstance(part, list):  # the arguments of a Callable
            marker = _inside(tuple(cast("list[object]", part)), scope)
        else:
            marker = find_marker(part, scope)
        if marker is Marker.UNRESOLVED:
            return marker
        if marker is not Marker.NONE:
            found = Marker.NESTED
    return found


def _in_text(text: str, scope: Scope) -> Marker:
    try:
        expression = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:  # not an annotation but a string argument, as in Float[Array, "n m"]
        return Marker.NONE
    with scope.entering(text) as entered:
        return _in_expression(expression, scope) if entered else Marker.NONE


def _in_expression(node: ast.expr, scope: Scope) -> Marker:  # noqa: PLR0911 - one for each form
    match node:
        case ast.Constant(value=str(text)):
            return _in_text(text, scope)
        case ast.Constant():
            return Marker.NONE
        case ast.Subscript(value=base, slice=arguments):
            return _in_subscript(base, arguments, scope)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _below([left, right], scope)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return _below(parts, scope)
        case ast.Starred(value=value):
            return _below([value], scope)
        case _:
            return _in_name(node, scope)


def _in_subscript(base: ast.expr, arguments: ast.expr, scope: Scope) -> Marker:
    value = _value(base, scope)
    name = dotted(base)[-1:] if value is _UNKNOWN else ()  # imported under TYPE_CHECKING
    if value is Literal or name == ("Literal",):
        return Marker.NONE
    if (value is Annotated or name == ("Annotated",)) and isinstance(arguments, ast.Tuple):
        first, *metadata = arguments.elts
        if any(_is_marker(_metadata(item, scope)) for item in metadata):
            return Marker.STATIC
        return _in_expression(first, scope)
    found = _in_name(base, scope)
    return found if found is not Marker.NONE else _below([arguments], scope)


def _metadata(node: ast.expr, scope: Scope) -> object:
    """Return the value of an item of metadata, also under a name that is only read."""
    value = _value(node, scope)
    if value is not _UNKNOWN or not (path := dotted(node)):
        return value
    meant = (m.expression if isinstance(m, Written) else m for m in meanings(path, scope, sure=True))
    return next((m.value if isinstance(m, ast.Constant) else m for m in meant), _UNKNOWN)


def _in_name(node: ast.expr, scope: Scope) -> Marker:
    value = _value(node, scope)
    if value is not _UNKNOWN:
        return find_marker(value, scope)
    path = dotted(node)
    if not path:
        return _in_alias_type(node, scope)
    unknown = {Marker.UNRESOLVED if path[-1] == _STATIC_NAME else Marker.NONE}
    found = _meant(path, scope, sure=False) or unknown
    if found != {Marker.NONE}:
        found = _meant(path, scope, sure=True) or unknown
    return Marker.NONE if found == {Marker.NONE} else Marker.UNRESOLVED


def _meant(path: tuple[str, ...], scope: Scope, *, sure: bool) -> set[Marker]:
    """Return the markers in what a name means that cannot be evaluated; empty where nothing is known of it."""
    return {
        _in_expression(meant.expression, meant.scope) if isinstance(meant, Written) else find_marker(meant, scope)
        for meant in meanings(path, scope, sure=sure)
    }


def _in_alias_type(node: ast.expr, scope: Scope) -> Marker:
    """Find the marker in ``TypeAliasType("Name", value)``, where it is read in the source."""
    match node:
        case ast.Call(func=function, args=[_, value, *_]) if dotted(function)[-1:] == ("TypeAliasType",):
            return _in_expression(value, scope)
        case _:
            return Marker.NONE


def _below(nodes: list[ast.expr], scope: Scope) -> Marker:
    markers = {_in_expression(node, scope) for node in nodes}
    if Marker.UNRESOLVED in markers:
        return Marker.UNRESOLVED
    return Marker.NESTED if markers - {Marker.NONE} else Marker.NONE


def _value(node: ast.expr, scope: Scope) -> Any:
    if not scope.runs:
        return scope.names.get(node.id, _UNKNOWN) if isinstance(node, ast.Name) else _UNKNOWN
    try:
        return scope.evaluate(ast.unparse(node))
    except Exception:  # evaluating an unknown expression may raise anything
        return _UNKNOWN
