"""Rules of the layers of equinox and flax that have no windows: ``Linear``, norms, embeddings, cells.

A layer of equinox takes one example and no batch, one of flax the batch too. The dtypes of parameters are left open.
"""

from __future__ import annotations

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..linear.products import matmul_shape
from ..sizes import differ, never_equal
from ..values import (
    NONE,
    ArrayValue,
    Dim,
    DTypeMistakeError,
    Items,
    MistakeError,
    Shape,
    Text,
    UnclearError,
    Value,
    show,
)


def _result(call: Call, shape: Shape | None) -> ArrayValue:
    return call.result(shape, None, None)


def _must_be(call: Call, expected: Shape, found: Shape | None) -> None:
    """Raise where an array has another shape than a layer takes."""
    if found is not None and (len(expected) != len(found) or any(map(differ, expected, found))):
        raise MistakeError(f"{call.name} of {show(expected)} takes no {show(found)}")


def _linear(call: Call, ins: Dim, outs: Dim, shape: Shape | None, *, has_bias: bool) -> Shape | None:
    """Return the shape of ``weight @ x + bias``."""
    if shape is None:
        return None
    try:
        made = matmul_shape((outs, ins), shape)
        return broadcast(made, (outs,)) if has_bias else made
    except MistakeError:
        raise MistakeError(f"{call.name} takes {show((ins,))}, not {show(shape)}") from None


def linear_of_one(call: Call) -> Value:
    """``equinox.nn.Linear``."""
    ins, outs = call.size("in_features"), call.size("out_features")
    has_bias = call.flag("use_bias") is True
    return _result(call, _linear(call, ins, outs, call.array("x").shape, has_bias=has_bias))


def perceptron(call: Call) -> Value:
    """``equinox.nn.MLP``."""
    shape, outs = call.array("x").shape, call.values["out_size"]
    has_bias = call.flag("use_bias") is True
    _linear(call, call.size("in_size"), None, shape, has_bias=has_bias)
    if shape is None or len(shape) != 1:
        raise UnclearError
    return _result(call, () if outs == Text("scalar") else (call.size("out_size"),))


def same(call: Call) -> Value:
    """Return the input of a layer that keeps its shape."""
    return _result(call, call.array("x").shape)


def identity(call: Call) -> Value:
    """Return what a layer is given that gives it back."""
    return call.values["x"]


def normalised(call: Call) -> Value:
    """``equinox.nn.LayerNorm(shape)``, of exactly that shape."""
    expected, shape = call.sizes("shape"), call.array("x").shape
    if expected is not None:
        _must_be(call, expected, shape)
    return _result(call, expected if shape is None else shape)


def embedded_one(call: Call) -> Value:
    """``equinox.nn.Embedding`` of one index."""
    call.without("weight")
    index = call.array("x")
    if index.shape not in (None, ()):
        raise MistakeError(f"{call.name} takes one index, not {show(index.shape or ())}")
    if kind_of(index.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"{call.name} takes whole numbers, not {kind_of(index.dtype)}")
    return _result(call, (call.size("embedding_size"),))


def _state(call: Call, array: ArrayValue, size: Dim) -> Shape:
    """Check an input or a state of one axis; give up where it may have others."""
    if array.shape is None or len(array.shape) != 1:
        raise UnclearError
    _must_be(call, (size,), array.shape)
    return (size,)


def gru(call: Call) -> Value:
    """``equinox.nn.GRUCell``."""
    _state(call, call.array("input"), call.size("input_size"))
    return _result(call, _state(call, call.array("hidden"), call.size("hidden_size")))


def lstm(call: Call) -> Value:
    """``equinox.nn.LSTMCell``, whose state is a pair."""
    _state(call, call.array("input"), call.size("input_size"))
    pair = call.values["hidden"]
    if not isinstance(pair, Items) or len(pair.items) != 2:
        raise UnclearError
    return Items(
        tuple(_result(call, _state(call, call.as_array(each), call.size("hidden_size"))) for each in pair.items)
    )


def attention(call: Call) -> Value:
    """``equinox.nn.MultiheadAttention`` of one sequence."""
    size = call.size("query_size")
    query, keys, values = (call.array(name).shape for name in ("query", "key_", "value"))
    for shape, name in ((query, "query_size"), (keys, "key_size"), (values, "value_size")):
        if shape is None or len(shape) != 2:
            raise UnclearError
        _must_be(call, (None, size if call.values[name] is NONE else call.size(name)), shape)
    if keys is not None and values is not None and differ(keys[0], values[0]):
        raise MistakeError(f"{call.name} takes as many keys as values, not {keys[0]} and {values[0]}")
    outs = size if call.values["output_size"] is NONE else call.size("output_size")
    return _result(call, None if query is None else (query[0], outs))


def attention_of_batches(ins: str | None) -> Rule:
    """Return the rule of the attention of flax, whose result is like the queries but for the number of features."""

    def rule(call: Call) -> Value:
        query = call.array("inputs_q").shape
        if query is None or len(query) < 2:
            raise UnclearError
        if ins is not None and never_equal(call.size(ins), query[-1]):
            raise MistakeError(f"{call.name} takes {call.size(ins)} features, not {show(query)}")
        outs = query[-1] if call.values["out_features"] is NONE else call.size("out_features")
        return _result(call, (*query[:-1], outs))

    return rule


def _with_axes(call: Call) -> Shape | None:
    """Return the shape of an input that a layer of flax takes along its last axis."""
    shape = call.array("x").shape
    if shape == ():
        raise MistakeError(f"{call.name} takes arrays of one axis and more, not ()")
    return shape


def batched(ins: str | None, outs: str) -> Rule:
    """Return the rule of ``Linear`` and ``Dense`` of flax, which go along the last axis."""

    def rule(call: Call) -> Value:
        shape = _with_axes(call)
        if shape is not None and ins is not None and never_equal(call.size(ins), shape[-1]):
            raise MistakeError(f"{call.name} takes {call.size(ins)} features, not {show(shape)}")
        return _result(call, None if shape is None else (*shape[:-1], call.size(outs)))

    return rule


def embedded(call: Call) -> Value:
    """``Embed`` of flax, of whole numbers."""
    indices = call.array("x")
    found = kind_of(indices.dtype)
    if found not in ("int", None):
        raise DTypeMistakeError(f"{call.name} takes whole numbers, not {found}")
    return _result(call, None if indices.shape is None else (*indices.shape, call.size("features")))


def normalised_features(call: Call) -> Value:
    """``LayerNorm(num_features)`` of `flax.nnx`, whose parameters broadcast; a norm may be made without any."""
    size, shape = call.size("num_features"), _with_axes(call)
    is_shifted = call.name != "RMSNorm" and call.flag("use_bias") is True
    if call.name != "BatchNorm" and call.flag("use_scale") is not True and not is_shifted:
        size = None
    last = shape[-1] if shape else None
    if isinstance(size, int) and isinstance(last, int) and size != last:
        if 1 not in (size, last):
            raise MistakeError(f"{call.name} takes {size} features, not {show(shape or ())}")
        raise UnclearError
    return _result(call, shape)


def of_axes(call: Call) -> Value:
    """Return the input of a norm of flax, which takes arrays of one axis and more."""
    return _result(call, _with_axes(call))


def of_groups(call: Call) -> Value:
    """``GroupNorm(num_groups)`` of flax, where the groups divide the features."""
    call.without("group_size")
    shape, groups = call.array("x").shape, call.integer("num_groups")
    last = shape[-1] if shape is not None and len(shape) > 1 else None
    if shape is not None and (not groups or not isinstance(last, int)):
        raise UnclearError
    if groups and isinstance(last, int) and last % groups:
        raise MistakeError(f"{call.name} divides its features into {groups} groups, which do not divide {last}")
    return _result(call, shape)
