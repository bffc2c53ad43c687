"""Layers in the tree style, with torch's parameter names, layouts and initial values.

Each layer is a function that returns a module, ``(tree, global_config)``. Weights are where torch has them, so
that `fill_tree_from_torch_module` copies: ``weight`` of a linear layer is ``(out, in)``, images are
``(batch, channels, height, width)``, kernels ``(out, in / groups, height, width)``.

Random layers take ``rng``, and draw from ``jdc_runtime.random.keys`` where none is given. ``dtype`` is the one of
the parameters; results have the dtype that JAX promotes inputs and parameters to. ``global_config["train_mode"]``
decides what `Dropout` and `BatchNorm` do.
"""

from ._attention import MultiHeadAttention
from ._batch_norm import BatchNorm
from ._checks import LayerInputError
from ._containers import Identity, Sequential
from ._conv import Conv
from ._dropout import Dropout
from ._linear import Embedding, Linear
from ._norms import GroupNorm, LayerNorm

__all__ = [
    "BatchNorm",
    "Conv",
    "Dropout",
    "Embedding",
    "GroupNorm",
    "Identity",
    "LayerInputError",
    "LayerNorm",
    "Linear",
    "MultiHeadAttention",
    "Sequential",
]
