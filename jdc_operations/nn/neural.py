"""``jax.nn``: activations, softmax and one_hot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of, to_inexact
from ..numbers.elementwise import Numeric, lifted_known, same, unary_result
from ..numbers.lax import kept
from ..reducing.reductions import reduced
from ..sizes import differ, normal_axis, replaced
from ..values import NONE, DTypeMistakeError, MistakeError, UnclearError, Value, show


def activation(numeric: Numeric, *, scalars: tuple[str, ...] = ()) -> Rule:
    """Return the rule of an activation; ``scalars`` are its settings, which must be scalars of Python to say more."""

    def rule(call: Call) -> Value:
        array = call.array("x")
        numeric.check(call.name, array.dtype)
        made = unary_result(call, numeric, array)
        others = [call.array(name) for name in scalars]
        shape = broadcast(array.shape, *(other.shape for other in others))
        simple = all(
            other.weak is True and other.shape == () and kind_of(other.dtype) in ("bool", "int", "float")
            for other in others
        )
        plain = kind_of(array.dtype) in ("float", "complex") and simple
        return call.result(shape, made.dtype if plain else None, made.weak if plain and array.weak is False else None)

    return rule


def relu(call: Call) -> Value:
    """``relu(x)`` keeps the dtype."""
    array = call.array("x")
    known = array.dtype is not None and kind_of(array.dtype) in ("int", "float")
    return call.result(array.shape, array.dtype if known else None, False if known and array.weak is False else None)


def soft(call: Call) -> Value:
    """``softmax(x, axis)``, ``log_softmax`` and ``standardize``: the shape stays."""
    call.without("where", "initial", "mean", "variance")
    array = call.array("x")
    if array.shape:
        call.axes("axis", array.shape)
    known = (
        kind_of(array.dtype) in ("float", "complex")
        if call.name != "standardize"
        else kind_of(array.dtype) == "float"
    )
    dtype = array.dtype if known else None
    return call.result(array.shape, dtype, False if known else None)


def logsumexp(call: Call) -> Value:
    """``logsumexp(a, axis, b, keepdims)``, where ``b`` has factors."""
    call.without("where")
    if call.flag("return_sign") is not False:
        raise UnclearError
    array, has_factors = call.array("a"), call.values["b"] is not NONE
    whole = broadcast(array.shape, call.array("b").shape) if has_factors else array.shape
    shape = reduced(call, whole, call.flag("keepdims"))
    dtype = None if has_factors else lifted_known(to_inexact, array.dtype)
    return call.result(shape, dtype, weak=None if has_factors else False)


def logmeanexp(call: Call) -> Value:
    """``logmeanexp(x, axis, where, keepdims)``."""
    call.without("where")
    array = call.array("x")
    shape = reduced(call, array.shape, call.flag("keepdims"))
    return call.result(shape, array.dtype if kind_of(array.dtype) == "float" else None, None)


def one_hot(call: Call) -> Value:
    """``one_hot(x, num_classes, axis)``: a new axis."""
    array, size, axis = call.array("x"), call.one_size("num_classes"), call.values["axis"]
    place = call.integer("axis")
    dtype = call.dtype("dtype", call.default_dtype("float"))
    if array.shape is None or axis is NONE:
        return call.result(None, dtype)
    if place is None:
        return call.result((None,) * (len(array.shape) + 1), dtype)
    where = normal_axis(place, array.shape, 1)
    return call.result((*array.shape[:where], size, *array.shape[where:]), dtype)


def glu(call: Call) -> Value:
    """``glu(x, axis)``: half the size."""
    array, axis = call.array("x"), call.integer("axis")
    shape = array.shape
    if shape is not None:
        if axis is None:
            shape = (None,) * len(shape)
        else:
            where = normal_axis(axis, shape)
            size = shape[where]
            if isinstance(size, int) and size % 2:
                raise MistakeError(f"glu halves axis {axis} of {show(shape)}, which is {size}")
            shape = replaced(shape, where, size // 2 if isinstance(size, int) else None)
    found = kind_of(array.dtype)
    if found in ("bool", "int"):
        raise DTypeMistakeError("glu takes floating numbers or complex numbers")
    return call.result(shape, array.dtype if found else None, False if array.weak is False else None)


def dot_product_attention(call: Call) -> Value:
    """``dot_product_attention(query, key, value)``: the shape and dtype of the query."""
    call.without("return_residual")
    query = call.array("query")
    shape = query.shape
    if shape is not None and len(shape) not in (3, 4):
        raise MistakeError(f"dot_product_attention takes a query of 3 or 4 axes, not {show(shape)}")
    keys, values = (call.array(name).shape for name in ("key", "value"))
    for other in (keys, values):
        if shape is not None and other is not None and len(other) in (3, 4) and differ(shape[-1], other[-1]):
            raise MistakeError(
                f"dot_product_attention of {show(shape)} with {show(other)}: {shape[-1]} and {other[-1]}"
            )
    if keys is not None and values is not None and len(keys) == len(values) and any(map(differ, keys, values)):
        raise MistakeError(f"dot_product_attention takes as many values as keys: {show(keys)} and {show(values)}")
    return call.result(shape, query.dtype, False if query.weak is False else None)


_ANY: Final = Numeric("bifc", to_inexact)
_STRICT: Final = Numeric("fc", same)

_ATTENTION: Final = (
    "scale=None, is_causal=False, query_seq_lengths=None, key_value_seq_lengths=None, local_window_size=None,"
    " implementation=None, return_residual=False"
)

NEURAL: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("relu", "hard_tanh"), ("x", relu)),
    "relu6": ("x", activation(_ANY)),
    **dict.fromkeys(
        ("hard_sigmoid", "hard_silu", "hard_swish", "selu", "mish", "soft_sign", "softplus", "log_sigmoid", "tanh"),
        ("x", activation(_ANY)),
    ),
    "sparse_plus": ("x", activation(_ANY)),
    "sparse_sigmoid": ("x", activation(Numeric("bif", to_inexact))),
    **dict.fromkeys(("sigmoid", "silu", "swish"), ("x", activation(_STRICT))),
    **dict.fromkeys(("elu", "celu"), ("x, alpha=1.0", activation(_ANY, scalars=("alpha",)))),
    "leaky_relu": ("x, negative_slope=0.01", activation(_ANY, scalars=("negative_slope",))),
    "squareplus": ("x, b=4.0", activation(_ANY, scalars=("b",))),
    "dot_product_attention": (f"query, key, value, bias=None, mask=None, *, {_ATTENTION}", dot_product_attention),
    "log1mexp": ("x", activation(Numeric("bifc", to_inexact, "unclear"))),
    "logmeanexp": ("x, axis=None, where=None, keepdims=False", logmeanexp),
    "identity": ("x", kept("x")),
    "gelu": ("x, approximate=True", activation(_ANY)),
    "glu": ("x, axis=-1", glu),
    "softmax": ("x, axis=-1, where=None, initial=None", soft),
    "log_softmax": ("x, axis=-1, where=None, initial=None", soft),
    "standardize": ("x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None", soft),
    "logsumexp": ("a, axis=None, b=None, keepdims=False, return_sign=False, where=None", logsumexp),
    "one_hot": ("x, num_classes, *, dtype=None, axis=-1", one_hot),
}
"""Functions of `jax.nn`, each with its signature."""
