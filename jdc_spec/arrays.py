"""Array annotations: ``Annotated[jax.Array, (..., 28, 28), jnp.float32]`` read into shape and dtype.

Both sides hand in the metadata with every dtype already turned into a `DType`: the runtime from dtype
objects, the mypy plugin from names in the source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .dtypes import DType
from .shapes import ShapePattern


class MalformedAnnotationError(TypeError):
    """Array metadata that contradicts itself or names an impossible size."""


@dataclass(frozen=True, slots=True)
class ArrayAnnotation:
    """What an annotation demands of an array: a shape, a dtype, or both."""

    shape: ShapePattern | None
    dtype: DType | None


def read_metadata(metadata: Iterable[object]) -> ArrayAnnotation | None:
    """Read the metadata of one ``Annotated``; None where nothing in it speaks of arrays.

    Shape (a tuple of sizes with at most one ``...``) and dtype come in either order. Items that are
    neither, and tuples without any size or ``...``, belong to other libraries and are passed over.

    Raises:
        MalformedAnnotationError: two shapes, two dtypes, two ellipses, a negative size, or a shape that
            holds something other than sizes and ``...``.

    """
    items = tuple(metadata)
    dtypes = [item for item in items if isinstance(item, DType)]
    shapes = [item for item in items if _is_shape(item)]
    if len(dtypes) > 1:
        raise MalformedAnnotationError(f"array annotation has two dtypes, {dtypes[0]} and {dtypes[1]}; write one")
    if len(shapes) > 1:
        raise MalformedAnnotationError("array annotation has two shapes; write one tuple of sizes")
    if not dtypes and not shapes:
        return None
    return ArrayAnnotation(
        shape=_pattern(shapes[0]) if shapes else None,
        dtype=dtypes[0] if dtypes else None,
    )


def _is_shape(item: object) -> bool:
    if not isinstance(item, tuple) or isinstance(item, DType):
        return False
    return not item or any(axis is ... or _is_size(axis) for axis in item)


def _is_size(axis: object) -> bool:
    return isinstance(axis, int) and not isinstance(axis, bool)


def _pattern(item: object) -> ShapePattern:
    assert isinstance(item, tuple)
    for axis in item:
        if axis is not ... and not _is_size(axis):
            raise MalformedAnnotationError(
                f"shape annotation holds {axis!r}; write sizes as whole numbers and batch axes as '...'"
            )
        if axis is not ... and axis < 0:
            raise MalformedAnnotationError(
                f"shape annotation has the negative size {axis}; write '...' for axes of any size"
            )
    if item.count(...) > 1:
        raise MalformedAnnotationError(
            "shape annotation has two ellipses; write '...' once, where the batch axes are"
        )
    split = item.index(...) if ... in item else 0
    return ShapePattern(prefix=item[:split], suffix=item[split + 1 :] if ... in item else item)
