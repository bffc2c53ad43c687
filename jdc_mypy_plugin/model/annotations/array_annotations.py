"""Array annotations in the source: ``Annotated[jax.Array, (..., 3), jnp.float32]`` and ``Float[Array, "b 3"]``.

mypy's semantic analyser replaces ``Annotated[T, ...]`` by ``T``, and so what jaxtyping writes, whose classes are
`Annotated` to a checker. The metadata is still in ``AssignmentStmt.unanalyzed_type``, written as types: a tuple of
sizes is a ``TupleType``, a dtype an ``UnboundType``. An alias is read where it is defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import Context
from mypy.types import (
    EllipsisType,
    RawExpressionType,
    TupleType,
    Type,
    UnboundType,
    UnionType,
)

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError, read_metadata
from jdc_spec.dtypes import DType, canonical, class_over, covered, spelled
from jdc_spec.jaxtyping import ANY_DTYPE, annotation
from jdc_spec.pyrefly import words

from .annotation_names import Names

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


_PLAIN: Final = frozenset(("int", "float", "bool", "str", "complex", "jax.Array", "jnp.ndarray", "np.ndarray"))


class Malformed(NamedTuple):
    """An array annotation that contradicts itself, or that jaxtyping refuses."""

    where: str
    """The name of the annotated thing: ``field "image" of "Digit"``."""
    problem: str
    node: Context


def is_plain(written: Type | None) -> bool:
    """Return whether an annotation is one of the names that most have and that no program gives metadata."""
    return isinstance(written, UnboundType) and not written.args and written.name in _PLAIN


def array_annotation(written: Type | None, names: Names) -> ArrayAnnotation | None:
    """Read the array annotation of a field; None where there is none. Metadata that cannot be read is left out.

    Raises:
        MalformedAnnotationError: the metadata contradicts itself, or jaxtyping refuses its string.

    """
    beside_numbers = None if names.reads_optional else _beside_numbers(written, names)
    if beside_numbers is not None:
        return beside_numbers
    inner = _without_none(written, names)
    if names.reads_optional or inner is written:
        return read_metadata(item for item in _metadata(inner, names) if item is not _UNKNOWN)
    whole = _whole(inner, names)
    return whole if whole is not None and (whole.shape is None or not whole.shape.has_batch_axes) else None


def annotates_array(written: Type | None, names: Names) -> bool:
    """Return whether the type inside ``Annotated`` is written as an array: a range of numbers has metadata too."""
    written = _without_none(written, names)
    while isinstance(written, UnboundType) and _has_metadata(written, names) and written.args:
        written = written.args[0]
    if isinstance(written, UnionType):
        return any(annotates_array(item, names) for item in written.items)
    if not isinstance(written, UnboundType):
        return False
    return names.is_array_class(written.name) or (names.fullname(written.name) or "").endswith(".ArrayLike")


def _beside_numbers(written: Type | None, names: Names) -> ArrayAnnotation | None:
    """Return the shape of ``float | Float[Array, ""]``, which numbers have too; None of anything else."""
    items = _members(written, names)
    others = [item for item in items if not _is_number(item, names)]
    whole = _whole(others[0], names) if len(others) == 1 and len(items) > 1 else None
    has_no_axes = whole is not None and whole.shape is not None and whole.shape.text == ""
    return ArrayAnnotation(whole.shape, None) if whole is not None and has_no_axes else None


def _is_number(item: Type, names: Names) -> bool:
    return isinstance(item, UnboundType) and names.fullname(item.name) in _SCALARS


def _members(written: Type | None, names: Names) -> list[Type]:
    """Return the members of a union, as they are written."""
    if isinstance(written, UnboundType) and names.fullname(written.name) in ("typing.Optional", "typing.Union"):
        return list(written.args)
    return written.items if isinstance(written, UnionType) else []


def _without_none(written: Type | None, names: Names) -> Type | None:
    """Return the ``T`` of ``T | None`` or ``Optional[T]``; any other type as it is."""
    others = _members_but_none(written, names)
    return others[0] if len(others) == 1 else written


def _members_but_none(written: Type | None, names: Names) -> list[Type]:
    items = _members(written, names)
    return [item for item in items if not (isinstance(item, UnboundType) and item.name == "None")]


def _has_metadata(written: UnboundType, names: Names) -> bool:
    is_class = names.jaxtyping_class(written.name) is not None
    return is_class or names.is_annotated(written.name) or names.is_shaped_of_pyrefly(written.name)


def _metadata(written: Type | None, names: Names) -> Iterator[object]:
    """Yield the metadata of nested ``Annotated`` at the top of a type, inner first, as `typing` flattens it."""
    whole = _whole(written, names)
    if whole is not None:
        yield from _items(whole)
    elif isinstance(written, UnboundType) and len(written.args) > 1 and names.is_annotated(written.name):
        yield from _metadata(written.args[0], names)
        yield from (_item(argument, names) for argument in written.args[1:])


def _items(whole: ArrayAnnotation) -> Iterator[object]:
    """Yield what an alias says as metadata, to which more may be added; an annotation of jaxtyping is complete."""
    if whole.shape is not None and not whole.shape.has_batch_axes:
        yield whole
        return
    if whole.shape is not None:
        yield (*whole.shape.prefix, ..., *whole.shape.suffix)
    if whole.dtype is not None:
        yield whole.dtype


def _whole(written: Type | None, names: Names) -> ArrayAnnotation | None:
    """Return what an annotation of jaxtyping says, or an alias of an annotation; None for all others."""
    members = _members_but_none(written, names)
    if len(members) > 1:
        return _shared(members, names)
    if not isinstance(written, UnboundType):
        return None
    if not written.args:
        return names.whole_of_jaxtyping(written.name) or names.alias(written.name)
    class_name = names.jaxtyping_class(written.name)
    if len(written.args) == 2 and names.is_shaped_of_pyrefly(written.name):
        return _of_pyrefly(*written.args, names)
    if class_name is None or len(written.args) != 2:
        return None
    return _of_jaxtyping(class_name, *written.args, names)


def _shared(members: list[Type], names: Names) -> ArrayAnnotation | None:
    """Return what ``Float[Array, "3"] | Int[Array, "3"]`` says of any array; None where the shapes differ."""
    wholes = [_whole(item, names) for item in members]
    first = wholes[0]
    if first is None or first.shape is None or first.shape.has_batch_axes:
        return None
    if any(whole is None or whole.shape != first.shape for whole in wholes):
        return None
    dtypes = [whole.dtype for whole in wholes if whole is not None and whole.dtype is not None]
    if len(dtypes) < len(wholes) or all(each == first.dtype for each in dtypes):
        return first if len(dtypes) == len(wholes) else ArrayAnnotation(first.shape, None)
    over = class_over(each.name for each in dtypes)
    return ArrayAnnotation(first.shape, None if over is None else DType(over))


def _of_pyrefly(array: Type, axes: Type, names: Names) -> ArrayAnnotation | None:
    """Read ``Shaped[Array, "[N, 3]"]``; None where pyrefly itself would refuse it, or it is not an array."""
    text = _text(axes)
    spelled_out = None if text is None else words(text)
    if spelled_out is None or not _is_array(array, names):
        return None
    try:
        return annotation(ANY_DTYPE, spelled_out)
    except MalformedAnnotationError:
        return None


def _of_jaxtyping(class_name: str, array: Type, axes: Type, names: Names) -> ArrayAnnotation:
    """Read ``Float[Array, "3"]``, where the array type may be an annotation itself with the axes behind these."""
    text = _text(axes)
    if text is None and _is_no_string(axes):
        raise MalformedAnnotationError(f'the shape is not a string; write {class_name}[Array, "3 4"]')
    outer = annotation(class_name, "..." if text is None else text)
    inner = _whole(array, names)
    if inner is not None:
        dtype = _narrower(outer.dtype, inner.dtype)
        behind = None if inner.shape is None else inner.shape.text
        shape = None if behind is None or text is None else annotation(ANY_DTYPE, text, behind).shape
        return ArrayAnnotation(shape, dtype)
    return ArrayAnnotation(outer.shape if text is not None and _is_array(array, names) else None, outer.dtype)


def _narrower(outer: DType | None, inner: DType | None) -> DType | None:
    """Return the one of two dtypes that the other covers; None where neither does, or neither is known."""
    if outer is None or inner is None:
        return outer or inner
    one, other = covered(outer.name), covered(inner.name)
    return outer if one <= other else inner if other <= one else None


def _is_array(written: Type, names: Names) -> bool:
    """Return whether a type is an array or a scalar and nothing that may have axes in its name."""
    if isinstance(written, UnionType):
        return all(_is_array(item, names) for item in written.items)
    if not isinstance(written, UnboundType):
        return False
    named = names.fullname(written.name) or ""
    return named in _SCALARS or named.endswith((".ArrayLike", ".NDArray")) or names.is_array_class(written.name)


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
    if isinstance(argument, UnboundType | UnionType):
        return argument.original_str_expr
    if isinstance(argument, RawExpressionType) and isinstance(argument.literal_value, str):
        return argument.literal_value
    return None


def _is_no_string(argument: Type) -> bool:
    """Return whether an argument is something else than a string or a name that may stand for one."""
    is_none = isinstance(argument, UnboundType) and argument.name == "None"
    is_number = isinstance(argument, RawExpressionType) and isinstance(argument.literal_value, int)
    return is_none or is_number or isinstance(argument, TupleType | EllipsisType)


def _axis(axis: Type, names: Names) -> object:
    if isinstance(axis, EllipsisType):
        return ...
    if isinstance(axis, RawExpressionType):
        number = names.number_at(axis.line, axis.column) if axis.literal_value is None else axis.literal_value
        known = names.calculated_at(axis.line, axis.column) if number is None else number
        return _UNKNOWN if known is None else known
    return _named_axis(axis, names) if isinstance(axis, UnboundType) and not axis.args else _UNKNOWN


def _named_axis(axis: UnboundType, names: Names) -> object:
    if axis.original_str_expr is not None:
        return axis.original_str_expr
    if axis.name == "None":
        return None
    dtype = dtype_named(names.fullname(axis.name) or "")
    if dtype is not None:
        return dtype
    constant = names.constant(axis.name)
    return _UNKNOWN if constant is None else constant


def dtype_named(fullname: str) -> DType | None:
    """Return the dtype that a full name stands for, such as ``jax.numpy.float32`` or ``builtins.float``."""
    if fullname in _SCALARS:
        return DType(_SCALARS[fullname])
    if not fullname.startswith(_DTYPE_MODULES):
        return None
    name = canonical(fullname.rpartition(".")[2])
    return None if name is None else DType(name)
