"""The shapes of the arrays that a layer holds: ``linear.weight`` of ``Linear(3, 4)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..signatures import bind, signature
from ..values import NONE, UNKNOWN, ArrayValue, Items, Scalar, Value
from .layers import LAYERS, Arguments

Sizes = Callable[[Mapping[str, Value]], tuple[int | None, ...] | None]


def _of(*factors: tuple[int, str]) -> Sizes:
    def sizes(said: Mapping[str, Value]) -> tuple[int | None, ...] | None:
        found = [_number(said.get(name, UNKNOWN)) for _, name in factors]
        if any(each is None for each in found):
            return None
        return tuple(factor * each for (factor, _), each in zip(factors, found, strict=True) if each is not None)

    return sizes


def _shape(said: Mapping[str, Value]) -> tuple[int | None, ...] | None:
    written = said.get("shape", UNKNOWN)
    items = list(written.items) if isinstance(written, Items) else [written]
    found = [_number(each) for each in items]
    return None if None in found else tuple(found)


def _number(value: Value) -> int | None:
    is_int = isinstance(value, Scalar) and isinstance(value.value, int) and not isinstance(value.value, bool)
    return value.value if is_int and isinstance(value, Scalar) and isinstance(value.value, int) else None


def _cell(gates: int) -> Mapping[str, Sizes]:
    hidden = (gates, "hidden_size")
    return {
        "weight_ih": _of(hidden, (1, "input_size")),
        "weight_hh": _of(hidden, (1, "hidden_size")),
        "bias": _of(hidden),
    }


_LINEAR: Final = (1, "in_features"), (1, "out_features")
_FEATURES: Final = _of((1, "num_features"))
_HELD: Final[Mapping[str, Mapping[str, Sizes]]] = {
    "equinox.nn.Linear": {"weight": _of(*_LINEAR[::-1]), "bias": _of(_LINEAR[1])},
    "equinox.nn.Embedding": {"weight": _of((1, "num_embeddings"), (1, "embedding_size"))},
    "equinox.nn.LayerNorm": {"weight": _shape, "bias": _shape},
    "equinox.nn.RMSNorm": {"weight": _shape, "bias": _shape},
    "equinox.nn.GRUCell": {**_cell(3), "bias_n": _of((1, "hidden_size"))},
    "equinox.nn.LSTMCell": _cell(4),
    "flax.nnx.Linear": {"kernel": _of(*_LINEAR), "bias": _of(_LINEAR[1])},
    "flax.nnx.Embed": {"embedding": _of((1, "num_embeddings"), (1, "features"))},
    "flax.nnx.LayerNorm": {"scale": _FEATURES, "bias": _FEATURES},
    "flax.nnx.RMSNorm": {"scale": _FEATURES},
}
_SIZES: Final = frozenset(
    (
        *("in_features", "out_features", "in_channels", "out_channels", "in_size", "out_size", "width_size"),
        *("input_size", "hidden_size", "embedding_size", "num_embeddings", "num_heads", "query_size"),
    )
)
"""Attributes of layers that are the argument of the constructor with the same name."""
_SWITCHES: Final = {"weight": "use_weight", "scale": "use_scale"}
"""The options without which a layer has no such array; the others have theirs after their own names."""


def parameter_of(name: str, made: Arguments, attribute: str) -> Value:
    """Return an array that a layer holds, whose class is given by its full name, or one of its sizes."""
    if attribute in _SIZES:
        return _size(name, made, attribute)
    sizes = _HELD.get(name, {}).get(attribute)
    layer = LAYERS.get(name)
    bound = None if layer is None or sizes is None else bind(signature(layer.made), *made)
    if bound is None or sizes is None:
        return UNKNOWN
    said = bound[0]
    switch = said.get(_SWITCHES.get(attribute, f"use_{attribute}"))
    is_there = switch is None or (isinstance(switch, Scalar) and switch.value is True)
    if not is_there or said.get("weight", NONE) is not NONE:
        return UNKNOWN
    shape = sizes(said)
    return UNKNOWN if shape is None else ArrayValue(shape, None, None)


def _size(name: str, made: Arguments, attribute: str) -> Value:
    layer = LAYERS.get(name)
    bound = None if layer is None else bind(signature(layer.made), *made)
    said = UNKNOWN if bound is None else bound[0].get(attribute, UNKNOWN)
    return UNKNOWN if _number(said) is None else said
