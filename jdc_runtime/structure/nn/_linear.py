"""Linear layers and embeddings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._jax_functions import as_index, asarray
from .._tree import fill_tree
from ._checks import positive, size_of_axis
from ._initial import key_or_fresh, weight_and_bias

if TYPE_CHECKING:
    from jax.typing import ArrayLike

    from .._tree import Config, Module, StructureTree


def Linear(  # noqa: N802 - layers are capitalised
    in_features: int, out_features: int, *, bias: bool = True, dtype: Any = None, rng: jax.Array | int | None = None
) -> Module:
    """``x @ weight.T + bias`` on the last axis of ``x``.

    Params: ``weight`` ``(out_features, in_features)`` and ``bias`` ``(out_features,)``, both uniform within
    ``1 / sqrt(in_features)``.
    """
    positive("Linear", in_features=in_features, out_features=out_features)
    params = weight_and_bias(rng, (out_features, in_features), bias=bias, dtype=dtype)
    return fill_tree({"params": params, "apply": apply_linear}), {}


def apply_linear(tree: StructureTree, _config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    """Apply `Linear` to ``(..., in_features)``."""
    weight = tree["params"]["weight"]
    size_of_axis("Linear", x, -1, weight.shape[1], "in_features")
    y = x @ weight.T
    return tree, y + tree["params"]["bias"] if "bias" in tree["params"] else y


def Embedding(  # noqa: N802
    num_embeddings: int, embedding_dim: int, *, dtype: Any = None, rng: jax.Array | int | None = None
) -> Module:
    """Row of ``weight`` for each index.

    Params: ``weight`` ``(num_embeddings, embedding_dim)``, normal with variance 1. An index outside gives a row of
    NaN, since nothing can be raised inside `jax.jit`.
    """
    positive("Embedding", num_embeddings=num_embeddings, embedding_dim=embedding_dim)
    weight = jax.random.normal(key_or_fresh(rng), (num_embeddings, embedding_dim), float if dtype is None else dtype)
    return fill_tree({"params": {"weight": weight}, "apply": apply_embedding}), {}


def apply_embedding(tree: StructureTree, _config: Config, indices: ArrayLike) -> tuple[StructureTree, jax.Array]:
    """Apply `Embedding` to integers of any shape."""
    indices = asarray(indices)
    if not jnp.issubdtype(indices.dtype, jnp.integer):
        raise TypeError(f"Embedding: indices are {indices.dtype}, expected integers; write indices.astype(jnp.int32)")
    weight = tree["params"]["weight"]
    in_range = as_index(indices, weight.shape[0])
    return tree, asarray(weight).at[in_range].get(mode="fill", fill_value=jnp.nan)
