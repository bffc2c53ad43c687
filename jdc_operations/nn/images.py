"""``jax.image`` and ``jax.scipy.ndimage``: arrays in other sizes, and read between their elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..values import MistakeError, Value, show


def resize(call: Call) -> Value:
    """``resize(image, shape, method)``: a size for each axis."""
    image, shape = call.array("image"), call.sizes("shape")
    if image.shape is not None and shape is not None and len(image.shape) != len(shape):
        raise MistakeError(f"resize takes a size for each axis of {show(image.shape)}, not {show(shape)}")
    return call.result(shape, image.dtype if kind_of(image.dtype) == "float" else None, None)


def map_coordinates(call: Call) -> Value:
    """``map_coordinates(input, coordinates, order)``: coordinates for each axis, which broadcast."""
    image, coordinates = call.array("input"), call.arrays("coordinates")
    if coordinates is None:
        return call.result(None, None, None)
    if image.shape is not None and len(image.shape) != len(coordinates):
        raise MistakeError(
            f"map_coordinates takes coordinates for each axis of {show(image.shape)}, not {len(coordinates)}"
        )
    return call.result(broadcast(*(each.shape for each in coordinates)), None, None)


IMAGES: Final[Mapping[str, tuple[str, Rule]]] = {
    "resize": ("image, shape, method, antialias=True, precision=None", resize),
}
"""Functions of `jax.image`, each with its signature."""

FILTERS: Final[Mapping[str, tuple[str, Rule]]] = {
    "map_coordinates": ("input, coordinates, order, mode='constant', cval=0.0", map_coordinates),
}
"""Functions of `jax.scipy.ndimage`, each with its signature."""
