"""Annotations of jaxtyping as they are at run time: ``Float[Array, "3"]`` is a class.

jaxtyping itself is not imported: its classes are known by what they have.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import numpy as np

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.dtypes import DType
from jdc_spec.jaxtyping import CLASSES, annotation, class_of_dtypes, shape

_SCALARS: Final = (bool, int, float, complex, np.generic)
_ARRAYS: Final = ("Array", "ArrayLike", "ndarray")
"""Names that are known to be arrays where they are imported for checkers alone."""


def annotation_of_class(hint: object) -> ArrayAnnotation | None:
    """Return what ``Float[Array, "3"]`` says; None for all other hints.

    Raises:
        MalformedAnnotationError: no array can have such a shape.

    """
    if not _is_from_jaxtyping(hint) or not all(hasattr(hint, name) for name in ("array_type", "dim_str", "dtypes")):
        return None
    made = cast("Any", hint)
    return ArrayAnnotation(shape(made.dim_str), _dtype(made.dtypes))


def _dtype(names: object) -> DType | None:
    """Return the class for the names of dtypes; None for other patterns, and where every dtype will do."""
    given = cast("list[object]", list(cast("Any", names))) if isinstance(names, tuple | list) else []
    known = [name for name in given if isinstance(name, str)]
    name = class_of_dtypes(known) if len(known) == len(given) else None
    return None if name is None else DType(name)


def annotation_of_union(parts: Sequence[object]) -> ArrayAnnotation | None:
    """Return what the parts of a union without None agree on, as ``Float[ArrayLike, ""]`` is one; None elsewhere.

    Scalars may be among them where the shape has room for one.
    """
    arrays = [annotation_of_class(part) for part in parts if _is_from_jaxtyping(part)]
    others = [part for part in parts if not _is_from_jaxtyping(part)]
    first = arrays[0] if arrays else None
    if first is None or first.shape is None or any(each != first for each in arrays):
        return None
    if any(not isinstance(part, type) or not issubclass(part, _SCALARS) for part in others):
        return None
    return None if others and first.shape.disagreement(()) is not None else first


def annotation_of_words(base: object, items: ast.expr, inner: Callable[[ast.expr], object]) -> ArrayAnnotation | None:
    """Return what ``Float[Array, "3"]`` in quotes says where ``Array`` is not known yet; None for all others.

    ``inner`` reads the first item, which may be an annotation itself.

    Raises:
        MalformedAnnotationError: jaxtyping refuses the string, or no array can have such a shape.

    """
    name = getattr(base, "__name__", "")
    if (
        not _is_from_jaxtyping(base)
        or name not in CLASSES
        or not isinstance(items, ast.Tuple)
        or len(items.elts) != 2
    ):
        return None
    array, text = items.elts
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return None
    read = annotation(name, text.value)
    behind = inner(array)
    if isinstance(behind, ArrayAnnotation) and behind.shape is not None and behind.shape.text is not None:
        return annotation(name, text.value, behind.shape.text)
    is_array = ast.unparse(array).rpartition(".")[2] in _ARRAYS
    return read if is_array else ArrayAnnotation(None, read.dtype)


def _is_from_jaxtyping(hint: object) -> bool:
    return isinstance(hint, type) and type(hint).__module__.partition(".")[0] == "jaxtyping"
