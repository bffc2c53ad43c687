"""Dropout, with its key in the buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._jax_functions import filled, trees
from .._tree import fill_tree
from ._checks import in_training, mapped_axes
from ._initial import key_or_fresh

if TYPE_CHECKING:
    from .._tree import Config, Module, StructureTree


def Dropout(rate: float = 0.5, *, rng: jax.Array | int | None = None) -> Module:  # noqa: N802 - layers are capitalised
    """Zeros with probability ``rate`` in place of values, the others divided by ``1 - rate``.

    Only with ``global_config["train_mode"]``. Buffers: ``rng``, a key. The returned tree holds the next key: who goes
    on with the old tree gets the same zeros again. Axes of `jax.vmap`, `jax.pmap` or `jax.shard_map` that
    ``global_config["batch_axis"]`` names get zeros of their own.
    """
    if not 0 <= rate <= 1:
        raise ValueError(f"Dropout: rate is {rate!r}, expected a probability, 0 to 1")
    return fill_tree({"buffers": {"rng": key_or_fresh(rng)}, "aux": {"rate": rate}, "apply": apply_dropout}), {
        "train_mode": True
    }


def apply_dropout(tree: StructureTree, config: Config, x: Any) -> tuple[StructureTree, Any]:
    """Apply `Dropout` to an array, or to each array of a pytree."""
    rate = tree["aux"]["rate"]
    if not in_training("Dropout", config) or rate == 0:
        return tree, x
    following, key = jax.random.split(tree["buffers"]["rng"])
    for name in mapped_axes(config):
        key = jax.random.fold_in(key, jax.lax.axis_index(name))
    leaves, treedef = trees.tree_flatten(x)
    keys = jax.random.split(key, len(leaves))
    dropped = [_drop(leaf, one, rate) for leaf, one in zip(leaves, keys, strict=True)]
    return {**tree, "buffers": {**tree["buffers"], "rng": following}}, trees.tree_unflatten(treedef, dropped)


def _drop(x: jax.Array, key: jax.Array, rate: float) -> jax.Array:
    if rate == 1:
        return filled(x.shape, 0, x.dtype)
    return jnp.where(jax.random.bernoulli(key, 1 - rate, jnp.shape(x)), x / (1 - rate), 0)
