"""Array annotations: ``Annotated[jax.Array, (..., 28, 28), jnp.float32]`` read into shape and dtype.

Both sides hand in the metadata with every dtype already turned into a `DType`: the runtime from dtype
objects, the mypy plugin from names in the source. An annotation of jaxtyping is handed in whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Final, cast

from jdc_spec.dtypes import DType
from jdc_spec.shapes import ShapePattern

JAX_ARRAYS: Final = frozenset(("jax.Array", "jax._src.basearray.Array"))
"""Full names of JAX's array class, as a checker sees it."""
ARRAY_CLASSES: Final = JAX_ARRAYS | {"jax._src.core.Tracer", "numpy.ndarray"}
"""Full names of the classes whose objects are arrays that ``==`` compares element by element."""


class MalformedAnnotationError(TypeError):
    """Array metadata that contradicts itself or names an impossible size."""


@dataclass(frozen=True, slots=True)
class ArrayAnnotation:
    """The demands of an annotation on an array: a shape, a dtype, or both."""

    shape: ShapePattern | None
    dtype: DType | None


def read_metadata(metadata: Iterable[object]) -> ArrayAnnotation | None:
    """Read the metadata of one ``Annotated``; None where nothing in it speaks of arrays.

    Shape (a tuple of sizes with at most one ``...``) and dtype come in either order. Items that are
    neither, and tuples without any size or ``...``, belong to other libraries and are passed over. An item that is
    an annotation already, as inside ``Annotated[Float[Array, "3"], ...]``, says it all.

    Raises:
        MalformedAnnotationError: two shapes, two dtypes, two ellipses, a negative size, or a shape that
            holds something other than sizes and ``...``.

    """
    items = tuple(metadata)
    whole = next((item for item in items if isinstance(item, ArrayAnnotation)), None)
    if whole is not None:
        return whole
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
    axes = cast("tuple[object, ...]", item)
    return not axes or any(axis is ... or _is_size(axis) for axis in axes)


def _is_size(axis: object) -> bool:
    return not isinstance(axis, bool) and isinstance(axis, Integral)


def _pattern(item: object) -> ShapePattern:
    axes = cast("tuple[object, ...]", item)
    for axis in axes:
        if axis is not ... and not _is_size(axis):
            raise MalformedAnnotationError(
                f"shape annotation holds {_shown(axis)}; write sizes as whole numbers and batch axes as '...'"
            )
        if isinstance(axis, Integral) and int(axis) < 0:
            raise MalformedAnnotationError(
                f"shape annotation has the negative size {axis}; write '...' for axes of any size"
            )
    if axes.count(...) > 1:
        raise MalformedAnnotationError(
            "shape annotation has two ellipses; write '...' once, where the batch axes are"
        )
    split = axes.index(...) if ... in axes else -1
    return ShapePattern(prefix=_sizes(axes[: max(split, 0)]), suffix=_sizes(axes[split + 1 :]))


def _shown(axis: object) -> str:
    """Write what stands in the place of a size, a class or a dtype by its name."""
    return axis.__name__ if isinstance(axis, type) else axis.name if isinstance(axis, DType) else repr(axis)


def _sizes(axes: tuple[object, ...]) -> tuple[int, ...]:
    return tuple(int(axis) for axis in axes if isinstance(axis, Integral))
