"""Array annotations in the source: ``Annotated[jax.Array, (..., 3), jnp.float32]`` as mypy parses it.

mypy's semantic analyser replaces ``Annotated[T, ...]`` by ``T``. The metadata is still in
``AssignmentStmt.unanalyzed_type``, written as types: a tuple of sizes is a ``TupleType``, a dtype an ``UnboundType``.
An alias (``Image = Annotated[...]``) has lost it; such a field simply has no array annotation here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.types import (
    EllipsisType,
    RawExpressionType,
    TupleType,
    Type,
    UnboundType,
    UnionType,
)

from jdc_spec.arrays import ARRAY_CLASSES, ArrayAnnotation, read_metadata
from jdc_spec.dtypes import DType, canonical, spelled

Resolve = Callable[[str], str | None]
"""From a dotted name in the source to a full name; None where it is unknown."""

ANNOTATED: Final = frozenset(("typing.Annotated", "typing_extensions.Annotated"))

_DTYPE_MODULES: Final = (
    "jax.numpy.",
    "numpy.",
    "jax._src.numpy.",
    "jax.dtypes.",
    "jax._src.dtypes.",
    "ml_dtypes.",
)
_SCALARS: Final = {
    "builtins.bool": "bool",
    "builtins.int": "int",
    "builtins.float": "float",
    "builtins.complex": "complex",
}


_UNKNOWN: Final = object()
"""Metadata that the plugin cannot read: a call, a constant, a name it cannot resolve."""


def array_annotation(written: Type | None, resolve: Resolve) -> ArrayAnnotation | None:
    """Read the array annotation of a field; None where there is none. What cannot be read is left out.

    Raises:
        MalformedAnnotationError: the metadata contradicts itself.

    """
    return read_metadata(item for item in _metadata(written, resolve) if item is not _UNKNOWN)


def annotates_array(written: Type | None, resolve: Resolve) -> bool:
    """Return whether the type inside ``Annotated`` is written as an array: a range of numbers has metadata too."""
    while isinstance(written, UnboundType) and resolve(written.name) in ANNOTATED and written.args:
        written = written.args[0]
    if isinstance(written, UnionType):
        return any(annotates_array(item, resolve) for item in written.items)
    named = resolve(written.name) if isinstance(written, UnboundType) else None
    return named in ARRAY_CLASSES or (named or "").endswith(".ArrayLike")


def _metadata(written: Type | None, resolve: Resolve) -> Iterator[object]:
    """Yield the metadata of nested ``Annotated`` at the top of a type, inner first, as `typing` flattens it."""
    if not isinstance(written, UnboundType) or len(written.args) < 2:
        return
    if resolve(written.name) not in ANNOTATED:
        return
    yield from _metadata(written.args[0], resolve)
    yield from (_item(argument, resolve) for argument in written.args[1:])


def _item(argument: Type, resolve: Resolve) -> object:
    if isinstance(argument, TupleType):
        axes = tuple(_axis(axis) for axis in argument.items)
        return _UNKNOWN if _UNKNOWN in axes else axes
    text = _text(argument)
    if text is not None:
        name = spelled(text)
        return _UNKNOWN if name is None else DType(name)
    if isinstance(argument, UnboundType) and not argument.args:
        fullname = resolve(argument.name)
        dtype = None if fullname is None else dtype_named(fullname)
        return _UNKNOWN if dtype is None else dtype
    return _UNKNOWN


def _text(argument: Type) -> str | None:
    """Return the text of an argument in quotes, which is a string, not a type."""
    if isinstance(argument, UnboundType):
        return argument.original_str_expr
    if isinstance(argument, RawExpressionType) and isinstance(argument.literal_value, str):
        return argument.literal_value
    return None


def _axis(axis: Type) -> object:
    if isinstance(axis, EllipsisType):
        return ...
    if isinstance(axis, RawExpressionType) and axis.literal_value is not None:
        return axis.literal_value
    if isinstance(axis, UnboundType) and axis.original_str_expr is not None:
        return axis.original_str_expr
    return _UNKNOWN


def dtype_named(fullname: str) -> DType | None:
    """Return the dtype that a full name stands for, such as ``jax.numpy.float32`` or ``builtins.float``."""
    if fullname in _SCALARS:
        return DType(_SCALARS[fullname])
    if not fullname.startswith(_DTYPE_MODULES):
        return None
    name = canonical(fullname.rpartition(".")[2])
    return None if name is None else DType(name)
