"""Checks of the arguments, inputs and configuration of layers, in one wording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from .._tree import Config


class LayerInputError(ValueError):
    """An input of a shape that a layer cannot take. Containers note on it where in the tree the layer is."""


def positive(layer: str, **sizes: int) -> None:
    """Check arguments of a constructor that count something."""
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{layer}: {name} is {size!r}, expected an integer of at least 1")


def between(layer: str, low: float, high: float, **numbers: float | None) -> None:
    """Check numbers among the arguments of a constructor; None may stand for one that is not used."""
    for name, number in numbers.items():
        if number is not None and not low <= number <= high:
            raise ValueError(f"{layer}: {name} is {number!r}, expected a number from {low} to {high}")


def floating(layer: str, dtype: Any) -> None:
    """Check the dtype of parameters and statistics."""
    if dtype is not None and not jnp.issubdtype(dtype, jnp.floating):
        raise TypeError(f"{layer}: dtype is {jnp.dtype(dtype)}, expected a floating one, such as jnp.float32")


def size_of_axis(  # noqa: PLR0913 - a sentence needs its words
    layer: str, x: jax.Array, axis: int, expected: int, name: str, *, given: str = "x"
) -> None:
    """Check that an axis of an input has the size that ``name``, an argument of the constructor, says."""
    if x.ndim == 0 or x.shape[axis] != expected:
        found = "no axes" if x.ndim == 0 else f"size {x.shape[axis]} on axis {axis}"
        raise LayerInputError(f"{layer}: {given} of shape {x.shape} has {found}, expected {expected} ({name})")


def in_training(layer: str, config: Config) -> bool:
    """Return ``global_config["train_mode"]``."""
    mode = config.get("train_mode")
    if isinstance(mode, bool):
        return mode
    if isinstance(mode, jax.Array):
        raise TypeError(
            f'{layer}: global_config["train_mode"] is an array, traced if this is inside jit, and it decides what is '
            "computed; make the argument that holds it static, as in "
            'jdc.jit(auto_static=True, static_argnames="global_config"), or bind it with bind_module'
        )
    found = f"is {mode!r}, expected True or False" if "train_mode" in config else "is missing"
    raise TypeError(
        f'{layer}: global_config["train_mode"] {found}; give apply the configuration that the module came with, '
        'as in {**global_config, "train_mode": False}'
    )


def mapped_axes(config: Config) -> tuple[str, ...]:
    """Return ``global_config["batch_axis"]``, the names of mapped axes that hold examples."""
    axes = config.get("batch_axis")
    if axes is None:
        return ()
    return (axes,) if isinstance(axes, str) else tuple(axes)
