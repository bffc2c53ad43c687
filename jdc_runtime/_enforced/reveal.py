"""``jdc.reveal_shape(x)``: the shape that a checker knows, and the one that is there."""

from __future__ import annotations

import sys
from typing import Any, TypeVar, cast

import jax

from jdc_spec.revealed import revealed
from jdc_spec.shapes import show as show_shape

from .dtypes import show as show_dtype

T = TypeVar("T")


def reveal_shape(value: T, /) -> T:
    """Print the shape and dtype of an array, or of each array in a pytree, and return it.

    The plugin for mypy says at the same place what it knows before the program runs, as `typing.reveal_type` does for
    types. The text goes to standard error: ``Runtime shape is "jnp.ndarray[(3, 4), float32]"``. Under
    `jax.jit` it is printed once for each trace.
    """
    tree_util = cast("Any", jax.tree_util)
    for path, leaf in tree_util.tree_leaves_with_path(value):
        where = tree_util.keystr(path)
        shown = f"{where}: {_described(leaf)}" if where else _described(leaf)
        print(f'Runtime shape is "{shown}"', file=sys.stderr)  # noqa: T201 - that is what it is for
    return value


def _described(leaf: Any) -> str:
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        return type(leaf).__name__
    sizes = (size if isinstance(size, int) else None for size in leaf.shape)
    return revealed(show_shape(sizes), show_dtype(leaf.dtype))
