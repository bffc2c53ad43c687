"""Functions that `flax.linen` and `flax.nnx` export: pools, and those of `jax.nn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Rule
from .spatial_layers import pooled_last

FLAX_NAMES: Final = (
    *("relu", "hard_tanh", "relu6", "hard_sigmoid", "hard_silu", "hard_swish", "selu", "soft_sign", "softplus"),
    *("log_sigmoid", "tanh", "sigmoid", "silu", "swish", "elu", "celu", "leaky_relu", "gelu", "glu", "softmax"),
    *("log_softmax", "standardize", "logsumexp", "one_hot"),
)
"""Functions of `jax.nn` by names of flax."""

_POOLED: Final = "inputs, window_shape, strides=None, padding='VALID'"
POOLING: Final[Mapping[str, tuple[str, Rule]]] = {
    "max_pool": (_POOLED, pooled_last),
    "min_pool": (_POOLED, pooled_last),
    "avg_pool": (f"{_POOLED}, count_include_pad=True", pooled_last),
}
"""Pools of flax, each with its signature."""
