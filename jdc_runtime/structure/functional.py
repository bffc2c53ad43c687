"""Activations, losses, pooling and attention as plain functions: ``from jdc_runtime.structure import functional``.

The activations are those of `jax.nn`, under the same names and with the same defaults: `gelu` is the tanh
approximation unless ``approximate=False`` (torch: the exact one unless ``approximate="tanh"``).
"""

from jax.nn import (
    celu,
    elu,
    gelu,
    glu,
    leaky_relu,
    log_sigmoid,
    log_softmax,
    logsumexp,
    mish,
    one_hot,
    relu,
    relu6,
    selu,
    sigmoid,
    silu,
    softmax,
    softplus,
)
from jax.numpy import tanh

from ._attention import scaled_dot_product_attention
from ._losses import (
    Reduction,
    accuracy,
    binary_cross_entropy_with_logits,
    huber_loss,
    l1_loss,
    mse_loss,
    softmax_cross_entropy,
)
from ._pooling import avg_pool, max_pool, pool

__all__ = [
    "Reduction",
    "accuracy",
    "avg_pool",
    "binary_cross_entropy_with_logits",
    "celu",
    "elu",
    "gelu",
    "glu",
    "huber_loss",
    "l1_loss",
    "leaky_relu",
    "log_sigmoid",
    "log_softmax",
    "logsumexp",
    "max_pool",
    "mish",
    "mse_loss",
    "one_hot",
    "pool",
    "relu",
    "relu6",
    "scaled_dot_product_attention",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softmax_cross_entropy",
    "softplus",
    "tanh",
]
