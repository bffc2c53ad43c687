"""Array annotations in the source: ``Annotated[jax.Array, (..., 3), jnp.float32]`` as mypy parses it.

mypy's semantic analyser replaces ``Annotated[T, ...]`` by ``T``. The metadata is still in
``AssignmentStmt.unanalyzed_type``, written as types: a tuple of sizes is a ``TupleType``, a dtype an ``UnboundType``.
An alias (``Image = Annotated[...]``) has lost it; such a field simply has no array annotation here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from mypy.nodes import SymbolNode, Var
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


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in an annotation stand for."""

    find: Callable[[str], SymbolNode | None]
    """From a dotted name in the source to what it names; None where it is unknown."""
    module: str
    reads_optional: bool
    """True if ``Annotated[...] | None`` counts: jdc reads it, jax_dataclasses does not."""

    def fullname(self, name: str) -> str | None:
        """Return the full name, or None."""
        node = self.find(name)
        return None if node is None else node.fullname

    def constant(self, name: str) -> int | None:
        """Return the number that a ``Final`` of the module stands for, or None."""
        node = self.find(name)
        if not isinstance(node, Var) or not node.is_final or node.fullname.rpartition(".")[0] != self.module:
            return None
        value = node.final_value
        return value if isinstance(value, int) and not isinstance(value, bool) else None


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


def array_annotation(written: Type | None, names: Names) -> ArrayAnnotation | None:
    """Read the array annotation of a field; None where there is none. What cannot be read is left out.

    Raises:
        MalformedAnnotationError: the metadata contradicts itself.

    """
    if names.reads_optional:
        written = _without_none(written, names)
    return read_metadata(item for item in _metadata(written, names) if item is not _UNKNOWN)


def annotates_array(written: Type | None, names: Names) -> bool:
    """Return whether the type inside ``Annotated`` is written as an array: a range of numbers has metadata too."""
    written = _without_none(written, names)
    while isinstance(written, UnboundType) and names.fullname(written.name) in ANNOTATED and written.args:
        written = written.args[0]
    if isinstance(written, UnionType):
        return any(annotates_array(item, names) for item in written.items)
    named = names.fullname(written.name) if isinstance(written, UnboundType) else None
    return named in ARRAY_CLASSES or (named or "").endswith(".ArrayLike")


def _without_none(written: Type | None, names: Names) -> Type | None:
    """Return the ``T`` of ``T | None`` or ``Optional[T]``; any other type as it is."""
    items = written.items if isinstance(written, UnionType) else []
    if isinstance(written, UnboundType) and names.fullname(written.name) in ("typing.Optional", "typing.Union"):
        items = list(written.args)
    others = [item for item in items if not (isinstance(item, UnboundType) and item.name == "None")]
    return others[0] if len(others) == 1 else written


def _metadata(written: Type | None, names: Names) -> Iterator[object]:
    """Yield the metadata of nested ``Annotated`` at the top of a type, inner first, as `typing` flattens it."""
    if not isinstance(written, UnboundType) or len(written.args) < 2:
        return
    if names.fullname(written.name) not in ANNOTATED:
        return
    yield from _metadata(written.args[0], names)
    yield from (_item(argument, names) for argument in written.args[1:])


def _item(argument: Type, names: Names) -> object:
    if isinstance(argument, TupleType):
        axes = tuple(_axis(axis, names) for axis in argument.items)
        return _UNKNOWN if _UNKNOWN in axes else axes
    text = _text(argument)
    if text is not None:
        name = spelled(text)
        return _UNKNOWN if name is None else DType(name)
    if isinstance(argument, UnboundType) and not argument.args:
        fullname = names.fullname(argument.name)
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


def _axis(axis: Type, names: Names) -> object:
    if isinstance(axis, EllipsisType):
        return ...
    if isinstance(axis, RawExpressionType) and axis.literal_value is not None:
        return axis.literal_value
    if isinstance(axis, UnboundType) and axis.original_str_expr is not None:
        return axis.original_str_expr
    constant = names.constant(axis.name) if isinstance(axis, UnboundType) and not axis.args else None
    return _UNKNOWN if constant is None else constant


def dtype_named(fullname: str) -> DType | None:
    """Return the dtype that a full name stands for, such as ``jax.numpy.float32`` or ``builtins.float``."""
    if fullname in _SCALARS:
        return DType(_SCALARS[fullname])
    if not fullname.startswith(_DTYPE_MODULES):
        return None
    name = canonical(fullname.rpartition(".")[2])
    return None if name is None else DType(name)
