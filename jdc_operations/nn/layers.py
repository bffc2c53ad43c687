"""Layers of equinox and flax: what calls of ``Linear(3, 4)`` and its relatives give, or why they raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..arguments import Call, Rule
from ..signatures import bind, signature
from ..values import NONE, UNKNOWN, Failure, MistakeError, UnclearError, Value, failure_of
from .cells import CELLS_CALLED, LINEN_CELLS, NNX_CELLS
from .layer_rules import (
    attention,
    attention_of_batches,
    batched,
    embedded,
    embedded_one,
    gru,
    identity,
    linear_of_one,
    lstm,
    normalised,
    normalised_features,
    of_axes,
    of_groups,
    perceptron,
    same,
)
from .spatial_layers import channels_first, channels_last, pooled_first

Arguments = tuple[Sequence[Value], Mapping[str, Value]]
"""Those by position, and those by name."""


class Layer(NamedTuple):
    """A class of layers."""

    made: str
    """The parameters of its constructor."""
    called: str
    """Those of a call of the layer. No rule reads a name that is in both."""
    rule: Rule


def evaluate_layer(name: str, made: Arguments, given: Arguments) -> Value | Failure:
    """Return what a layer gives that its class makes of the arguments ``made``; UNKNOWN where it has no rule."""
    layer = LAYERS.get(name)
    of_layer = None if layer is None else bind(signature(layer.made), *made)
    of_call = None if layer is None else bind(signature(layer.called), *given)
    if layer is None or of_layer is None or of_call is None:
        return UNKNOWN
    short, choice = name.rpartition(".")[2], _CHOSEN.get(name)
    if choice is not None and choice not in of_layer[1] | of_call[1]:
        return Failure(f"{short} is told {choice} neither where it is made nor in this call: it raises a ValueError")
    try:
        return layer.rule(Call(short, {**of_layer[0], **of_call[0]}, frozenset(of_layer[1]), "jax"))
    except UnclearError:
        return UNKNOWN
    except MistakeError as mistake:
        return failure_of(mistake)


def told(name: str, made: Arguments, given: Arguments, option: str) -> Value:
    """Return what a layer is told of an option, in a call or where it is made; UNKNOWN where that is not clear."""
    layer = LAYERS.get(name)
    of_layer = None if layer is None else bind(signature(layer.made), *made)
    of_call = None if layer is None else bind(signature(layer.called), *given)
    if of_layer is None or of_call is None:
        return UNKNOWN
    in_call = of_call[0].get(option, NONE)
    return of_layer[0].get(option, UNKNOWN) if in_call is NONE else in_call


_ONE: Final = "x, *, key=None"
_MANY: Final = "x, out_sharding=None"
_WINDOW: Final = (
    "kernel_size, stride=1, padding=0, dilation=1, groups=1, use_bias=True, padding_mode='ZEROS', dtype=None"
)
_CHANNELS: Final = f"in_channels, out_channels, {_WINDOW}, *, key=None"
_POOL: Final = "kernel_size, stride=1, padding=0, use_ceil=False"
_SIZES: Final = "use_bias=True, dtype=None, *, key=None"
_INITIAL: Final = "use_bias=True, dtype=None, param_dtype=None, precision=None, kernel_init=None, bias_init=None"
_CONVOLVED: Final = "padding='SAME', input_dilation=None, kernel_dilation=1, feature_group_count=1"
_NORM: Final = (
    "epsilon=0, dtype=None, param_dtype=None, use_bias=True, use_scale=True, bias_init=None, scale_init=None"
)
_RUNNING: Final = "x, use_running_average=None, *, mask=None"
_DROPPED: Final = "rate, broadcast_dims=(), deterministic=None"

_HEADS: Final = (
    "dtype=None, param_dtype=None, broadcast_dropout=True, dropout_rate=0.0, deterministic=None, precision=None,"
    " kernel_init=None, out_kernel_init=None, bias_init=None, out_bias_init=None, use_bias=True, decode=False,"
    " normalize_qk=False"
)
_ATTENDED: Final = "inputs_q, inputs_k=None, inputs_v=None, *, mask=None, deterministic=None, sow_weights=False"

_EQUINOX: Final[Mapping[str, Layer]] = {
    "Linear": Layer(f"in_features, out_features, {_SIZES}", _ONE, linear_of_one),
    "MLP": Layer(
        "in_size, out_size, width_size, depth, activation=None, final_activation=None, use_bias=True,"
        " use_final_bias=True, dtype=None, *, scan=False, key=None",
        _ONE,
        perceptron,
    ),
    "Conv": Layer(f"num_spatial_dims, {_CHANNELS}", _ONE, channels_first(None)),
    **{f"Conv{axes}d": Layer(_CHANNELS, _ONE, channels_first(axes)) for axes in (1, 2, 3)},
    **{f"{kind}Pool{axes}d": Layer(_POOL, _ONE, pooled_first(axes)) for kind in ("Max", "Avg") for axes in (1, 2, 3)},
    "LayerNorm": Layer("shape, eps=0, use_weight=True, use_bias=True, dtype=None", _ONE, normalised),
    "RMSNorm": Layer("shape, eps=0, use_weight=True, use_bias=True, dtype=None", _ONE, normalised),
    "Embedding": Layer("num_embeddings, embedding_size, weight=None, dtype=None, *, key=None", _ONE, embedded_one),
    "GRUCell": Layer(f"input_size, hidden_size, {_SIZES}", "input, hidden, *, key=None", gru),
    "LSTMCell": Layer(f"input_size, hidden_size, {_SIZES}", "input, hidden, *, key=None", lstm),
    "MultiheadAttention": Layer(
        "num_heads, query_size, key_size=None, value_size=None, output_size=None, qk_size=None, vo_size=None, *,"
        " dropout_p=0.0, inference=False, key=None",
        "query, key_, value, mask=None, *, key=None, inference=None",
        attention,
    ),
    "Dropout": Layer("p=0.5, inference=False", "x, *, key=None, inference=None", same),
    "Identity": Layer("", _ONE, identity),
}
_NNX: Final[Mapping[str, Layer]] = {
    "Linear": Layer(f"in_features, out_features, *, {_INITIAL}, rngs", _MANY, batched("in_features", "out_features")),
    "Conv": Layer(
        f"in_features, out_features, kernel_size, strides=1, *, {_CONVOLVED}, {_INITIAL}, mask=None, rngs",
        _MANY,
        channels_last("in_features", "out_features"),
    ),
    "Embed": Layer(
        "num_embeddings, features, *, dtype=None, param_dtype=None, embedding_init=None, rngs", _MANY, embedded
    ),
    "LayerNorm": Layer(f"num_features, *, {_NORM}, rngs", "x, *, mask=None", normalised_features),
    "RMSNorm": Layer(f"num_features, *, {_NORM}, rngs", "x, mask=None", normalised_features),
    "BatchNorm": Layer(
        f"num_features, *, use_running_average=None, momentum=0, {_NORM}, rngs", _RUNNING, normalised_features
    ),
    "Dropout": Layer(f"{_DROPPED}, *, rngs=None", "x, *, deterministic=None, rngs=None", same),
    "MultiHeadAttention": Layer(
        f"num_heads, in_features, qkv_features=None, out_features=None, *, in_kv_features=None, {_HEADS}, rngs",
        f"{_ATTENDED}, rngs=None, is_causal=False, decode=None",
        attention_of_batches("in_features"),
    ),
}
_LINEN: Final[Mapping[str, Layer]] = {
    "Dense": Layer(f"features, {_INITIAL}, *, name=None", "x", batched(None, "features")),
    "Conv": Layer(
        f"features, kernel_size, strides=1, {_CONVOLVED}, mask=None, *, {_INITIAL}, name=None",
        "x",
        channels_last(None, "features"),
    ),
    "Embed": Layer(
        "num_embeddings, features, dtype=None, param_dtype=None, embedding_init=None, *, name=None", "x", embedded
    ),
    "LayerNorm": Layer(f"{_NORM}, *, name=None", "x, *, mask=None", of_axes),
    "RMSNorm": Layer(f"{_NORM}, *, name=None", "x, *, mask=None", of_axes),
    "GroupNorm": Layer(f"num_groups=32, group_size=None, {_NORM}, *, name=None", "x, *, mask=None", of_groups),
    "BatchNorm": Layer(f"use_running_average=None, momentum=0, *, {_NORM}, name=None", _RUNNING, of_axes),
    "Dropout": Layer(f"{_DROPPED}, *, name=None", "x, deterministic=None, rng=None", same),
    **dict.fromkeys(
        ("MultiHeadDotProductAttention", "MultiHeadAttention"),
        Layer(
            f"num_heads, *, qkv_features=None, out_features=None, {_HEADS}, name=None",
            f"{_ATTENDED}, inputs_kv=None, dropout_rng=None",
            attention_of_batches(None),
        ),
    ),
}

_CHOSEN: Final = {"flax.linen.Dropout": "deterministic", "flax.linen.BatchNorm": "use_running_average"}
"""The options that a layer must be given in its constructor or in a call of it, since they have no default."""

LAYERS: Final[Mapping[str, Layer]] = {
    **{f"equinox.nn.{name}": layer for name, layer in _EQUINOX.items()},
    **{f"flax.nnx.{name}": layer for name, layer in _NNX.items()},
    **{f"flax.linen.{name}": layer for name, layer in _LINEN.items()},
    **{f"flax.nnx.{name}": Layer(made, CELLS_CALLED, rule) for name, (made, rule) in NNX_CELLS.items()},
    **{f"flax.linen.{name}": Layer(made, CELLS_CALLED, rule) for name, (made, rule) in LINEN_CELLS.items()},
}
"""Classes of layers, by their full public names."""
