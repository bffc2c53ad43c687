"""Attention with several heads."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._attention import scaled_dot_product_attention
from .._jax_functions import filled
from .._tree import fill_tree
from ._checks import LayerInputError, positive, size_of_axis
from ._containers import apply_submodule
from ._initial import key_or_fresh, uniform
from ._linear import Linear

if TYPE_CHECKING:
    from jax.typing import ArrayLike

    from .._tree import Config, Module, StructureTree


def MultiHeadAttention(  # noqa: N802, PLR0913 - as many as torch has
    embed_dim: int,
    num_heads: int,
    *,
    is_causal: bool = False,
    bias: bool = True,
    kdim: int | None = None,
    vdim: int | None = None,
    dtype: Any = None,
    rng: jax.Array | int | None = None,
) -> Module:
    """Attention of ``num_heads`` heads, of a sequence to itself or to another.

    ``apply(tree, global_config, query, key=query, value=key, *, mask=None)``, each ``(..., time, features)`` (torch's
    ``batch_first=True``). ``mask`` is for `functional.scaled_dot_product_attention`: booleans that broadcast to
    ``(..., num_heads, T, S)``, True takes part; torch's layer reads booleans the other way round.

    Params: ``in_proj_weight`` ``(3 * embed_dim, embed_dim)`` and ``in_proj_bias`` for query, key and value in this
    order; with ``kdim`` or ``vdim`` separate ``q_proj_weight``, ``k_proj_weight`` and ``v_proj_weight``. Uniform with
    Xavier's bound, biases zero. Submodules: ``out_proj``, a `Linear`.

    Args:
        embed_dim: features of query and output.
        num_heads: a divisor of ``embed_dim``.
        is_causal: position ``t`` sees no later one.
        bias: whether the projections have one.
        kdim: features of the key, if they differ.
        vdim: features of the value, if they differ.
        dtype: of the parameters.
        rng: for the initial values.

    Raises:
        ValueError: sizes that do not fit each other.

    """
    kdim, vdim = kdim or embed_dim, vdim or embed_dim
    positive("MultiHeadAttention", embed_dim=embed_dim, num_heads=num_heads, kdim=kdim, vdim=vdim)
    if embed_dim % num_heads:
        raise ValueError(f"MultiHeadAttention: num_heads={num_heads} must divide embed_dim={embed_dim}")
    out_key, *keys = jax.random.split(key_or_fresh(rng), 4)
    if kdim == vdim == embed_dim:
        params = {"in_proj_weight": _xavier(keys[0], (3 * embed_dim, embed_dim), dtype)}
    else:
        sizes = {"q_proj_weight": embed_dim, "k_proj_weight": kdim, "v_proj_weight": vdim}
        params = {
            name: _xavier(key, (embed_dim, size), dtype)
            for (name, size), key in zip(sizes.items(), keys, strict=True)
        }
    out_proj, config = Linear(embed_dim, embed_dim, bias=bias, dtype=dtype, rng=out_key)
    if bias:
        params["in_proj_bias"] = filled(3 * embed_dim, 0, dtype)
        out_proj["params"]["bias"] = filled(embed_dim, 0, dtype)
    return fill_tree(
        {
            "params": params,
            "aux": {"num_heads": num_heads, "is_causal": is_causal},
            "apply": apply_multi_head_attention,
            "submodules": {"out_proj": out_proj},
        }
    ), config


def _xavier(rng: jax.Array, shape: tuple[int, int], dtype: Any) -> jax.Array:
    return uniform(rng, shape, math.sqrt(6 / sum(shape)), dtype)


def apply_multi_head_attention(  # noqa: PLR0913 - the inputs beside tree and config are four
    tree: StructureTree,
    config: Config,
    query: jax.Array,
    key: jax.Array | None = None,
    value: jax.Array | None = None,
    *,
    mask: ArrayLike | None = None,
) -> tuple[StructureTree, jax.Array]:
    """Apply `MultiHeadAttention`: to ``query`` itself, or from it to ``key`` and ``value``."""
    key = query if key is None else key
    value = key if value is None else value
    parts = [
        _heads(x, weight, bias, tree["aux"]["num_heads"], given)
        for x, (given, weight, bias) in zip((query, key, value), _projections(tree["params"]), strict=True)
    ]
    q, k, v = parts
    attended = scaled_dot_product_attention(q, k, v, mask, is_causal=tree["aux"]["is_causal"])
    merged = jnp.swapaxes(attended, -3, -2).reshape(*query.shape[:-1], q.shape[-3] * q.shape[-1])
    return apply_submodule(tree, config, "out_proj", merged)


def _projections(params: dict[str, jax.Array]) -> list[tuple[str, jax.Array, jax.Array | None]]:
    """Return name, weight and bias of the three projections."""
    if "in_proj_weight" in params:
        weights = jnp.split(params["in_proj_weight"], 3)
    else:
        weights = [params[name] for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight")]
    biases = jnp.split(params["in_proj_bias"], 3) if "in_proj_bias" in params else (None, None, None)
    return list(zip(("query", "key", "value"), weights, biases, strict=True))


def _heads(x: jax.Array, weight: jax.Array, bias: jax.Array | None, heads: int, given: str) -> jax.Array:
    """Project ``(..., time, features)`` to ``(..., heads, time, size)``."""
    name = {"query": "embed_dim", "key": "kdim", "value": "vdim"}[given]
    if x.ndim < 2:
        raise LayerInputError(f"MultiHeadAttention: {given} has shape {x.shape}, expected (..., time, {name})")
    size_of_axis("MultiHeadAttention", x, -1, weight.shape[1], name, given=given)
    y = x @ weight.T
    y = y if bias is None else y + bias
    return jnp.swapaxes(y.reshape(*y.shape[:-1], heads, y.shape[-1] // heads), -3, -2)
