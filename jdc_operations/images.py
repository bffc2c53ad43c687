"""``jax.image``: arrays in other sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .arguments import Call, Rule
from .dtypes import kind_of
from .values import MistakeError, Value, show


def resize(call: Call) -> Value:
    """``resize(image, shape, method)``: a size for each axis."""
    image, shape = call.array("image"), call.sizes("shape")
    if image.shape is not None and shape is not None and len(image.shape) != len(shape):
        raise MistakeError(f"resize takes a size for each axis of {show(image.shape)}, not {show(shape)}")
    return call.result(shape, image.dtype if kind_of(image.dtype) == "float" else None, None)


IMAGES: Final[Mapping[str, tuple[str, Rule]]] = {
    "resize": ("image, shape, method, antialias=True, precision=None", resize),
}
"""Functions of `jax.image`, each with its signature."""
