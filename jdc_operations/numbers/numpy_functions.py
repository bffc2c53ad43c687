"""NumPy's counterparts: the same shapes, and NumPy's own dtypes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import SIGNED, UNSIGNED, kind, kind_of, to_real
from ..linear.products import PRODUCTS
from ..questions import QUESTIONS
from ..reducing.ordering import NUMPY_ORDERING, ORDERING
from ..reducing.reductions import NUMPY_REDUCTIONS
from ..shaping.axes import AXES
from ..shaping.diagonals import DIAGONALS
from ..shaping.joining import JOINING
from ..shaping.selecting import SELECTING
from ..shaping.shaping import SHAPING
from ..shaping.taking import TAKING
from ..values import ArrayValue, Items, Scalar, UnclearError, Value
from .creation import CREATION, NUMPY_CREATION
from .dtype_questions import DTYPE_QUESTIONS
from .elementwise import BINARY, UNARY, Numeric, binary, same, unary

_FLOATS_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bool", "int8", "uint8"), "float16"),
    **dict.fromkeys(("int16", "uint16"), "float32"),
    **dict.fromkeys((*SIGNED[2:], *UNSIGNED[2:]), "float64"),
}


def _to_float(name: str) -> str:
    """Return the dtype that NumPy computes ``sin`` in."""
    kind(name)
    return _FLOATS_OF.get(name, name)


def _to_double(name: str) -> str:
    """Return the dtype of NumPy's quotients."""
    return "float64" if kind(name) in ("bool", "int") else name


_UNARY: Final[Mapping[str, Numeric]] = {
    **dict.fromkeys(
        [
            "arccos",
            "arccosh",
            "arcsin",
            "arcsinh",
            "arctan",
            "arctanh",
            "cos",
            "cosh",
            "exp",
            "exp2",
            "expm1",
            "log",
            "log10",
            "log1p",
            "log2",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
        ],
        Numeric("bifc", _to_float),
    ),
    **dict.fromkeys(("deg2rad", "degrees", "rad2deg", "radians", "cbrt"), Numeric("bif", _to_float)),
    **dict.fromkeys(("absolute", "abs"), UNARY["abs"]),
    **dict.fromkeys(("conj", "conjugate", "square"), Numeric("bifc", same, unclear="b")),
    **dict.fromkeys(("negative", "sign", "positive"), Numeric("ifc", same)),
    **dict.fromkeys(("isfinite", "isinf", "isnan", "logical_not"), UNARY["isnan"]),
    "invert": UNARY["invert"],
    **dict.fromkeys(("floor", "ceil", "trunc"), Numeric("bif", same, unclear="bi")),
    "rint": Numeric("bifc", _to_float),
}


def _part(call: Call) -> Value:
    """``real(val)`` and ``imag(val)``: of a number of Python, a number of Python."""
    if not isinstance(call.values["val"], ArrayValue):
        raise UnclearError
    return unary(Numeric("bifc", to_real), "val")(call)


def _compared(call: Call) -> Value:
    """``allclose(a, b)`` and ``array_equal(a, b)``: a bool of Python."""
    arrays = [
        call.array("a" if call.name == "allclose" else "a1"),
        call.array("b" if call.name == "allclose" else "a2"),
    ]
    if call.name == "allclose":
        broadcast(*(array.shape for array in arrays))
    return Scalar("bool")


def _rounded(call: Call) -> Value:
    """``round(a, decimals)``."""
    array = call.array("a")
    return call.result(array.shape, array.dtype if kind_of(array.dtype) in ("float", "complex") else None)


def _nonzero(call: Call) -> Value:
    """``nonzero(a)``: the positions along each axis."""
    shape = call.array("a").shape
    if not shape:
        raise UnclearError
    return Items(tuple(call.result((None,), "int64") for _ in shape))


_BINARY: Final[Mapping[str, Numeric]] = {
    **{name: BINARY[name] for name in ("add", "multiply", "maximum", "minimum", "subtract")},
    **dict.fromkeys(("divide", "true_divide"), Numeric("bifc", _to_double)),
    **{name: BINARY[name] for name in ("mod", "remainder", "floor_divide", "power")},
    **{
        name: BINARY[name]
        for name in (
            "left_shift",
            "right_shift",
            "bitwise_and",
            "bitwise_or",
            "bitwise_xor",
            "logical_and",
            "logical_or",
        )
    },
    **{name: BINARY[name] for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")},
}

_SHARED: Final = [
    "reshape",
    "ravel",
    "transpose",
    "swapaxes",
    "moveaxis",
    "expand_dims",
    "squeeze",
    "broadcast_to",
    "resize",
    "flip",
    "fliplr",
    "flipud",
    "roll",
    "rot90",
    "tril",
    "triu",
    "diagonal",
    "diag",
    "trace",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
]

NUMPY: Final[Sequence[Mapping[str, tuple[str, Rule]]]] = (
    NUMPY_CREATION,
    NUMPY_REDUCTIONS,
    NUMPY_ORDERING,
    {name: ORDERING[name] for name in ("cumsum", "cumprod")},
    {name: rule for table in (SHAPING, AXES, DIAGONALS) for name, rule in table.items() if name in _SHARED},
    {name: JOINING[name] for name in ("concatenate", "stack", "vstack", "hstack", "dstack", "split", "array_split")},
    {name: JOINING[name] for name in ("tile", "repeat", "append", "pad")},
    {"astype": ("x, dtype, /, *, copy=True, device=None", CREATION["astype"][1])},
    QUESTIONS,
    {name: PRODUCTS[name] for name in ("matmul", "dot", "inner", "outer", "tensordot", "einsum")},
    {name: TAKING[name] for name in ("take", "take_along_axis", "searchsorted")},
    {
        "where": ("condition, x=None, y=None, /", SELECTING["where"][1]),
        "concatenate": ("arrays, axis=0, out=None, *, dtype=None, casting='same_kind'", JOINING["concatenate"][1]),
        "stack": ("arrays, axis=0, out=None, *, dtype=None, casting='same_kind'", JOINING["stack"][1]),
        **{
            name: ("tup, *, dtype=None, casting='same_kind'", JOINING[name][1])
            for name in ("vstack", "hstack", "dstack")
        },
        **dict.fromkeys(("real", "imag"), ("val", _part)),
        "allclose": ("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", _compared),
        "array_equal": ("a1, a2, equal_nan=False", _compared),
        "nonzero": ("a", _nonzero),
        "dtype": DTYPE_QUESTIONS["dtype"],
        **dict.fromkeys(("round", "around"), ("a, decimals=0, out=None", _rounded)),
        "column_stack": ("tup", JOINING["column_stack"][1]),
        "copy": ("a, order='K', subok=False", unary(Numeric("bifc", same), "a")),
        "isin": ("element, test_elements, assume_unique=False, invert=False, *, kind=None", SELECTING["isin"][1]),
        "isclose": ("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", SELECTING["isclose"][1]),
    },
    {name: ("x, /", unary(numeric)) for name, numeric in _UNARY.items()},
    {name: ("x1, x2, /", binary(numeric)) for name, numeric in _BINARY.items()},
)
"""Functions of `numpy`, each with its signature."""
