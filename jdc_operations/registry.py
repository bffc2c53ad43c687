"""Every operation by its full public name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .arguments import Call, Operation, Rule
from .dtypes import KINDS, adopted
from .linear.einops_functions import EINOPS
from .linear.fourier import FOURIER, NUMPY_FOURIER
from .linear.linear_algebra import LINEAR_ALGEBRA
from .linear.norms import NORMS
from .linear.numpy_linear_algebra import NUMPY_LINEAR_ALGEBRA
from .linear.polynomials import POLYNOMIALS
from .linear.products import PRODUCTS
from .linear.scipy_linear_algebra import SCIPY_LINEAR_ALGEBRA
from .linear.signals import SIGNALS
from .linear.special_matrices import SPECIAL_MATRICES
from .nn.convolutions import CONVOLUTIONS
from .nn.flax_functions import FLAX_NAMES, POOLING
from .nn.images import FILTERS, IMAGES
from .nn.initializers import INITIALIZERS
from .nn.losses import LOSSES
from .nn.neural import NEURAL
from .nn.transposed_convolutions import TRANSPOSED
from .numbers.creation import CREATION
from .numbers.dtype_questions import DTYPE_QUESTIONS
from .numbers.elementwise import (
    BINARY,
    LAX_BINARY,
    LAX_UNARY,
    SPECIAL,
    SPECIAL_BINARY,
    UNARY,
    Numeric,
    binary,
    strict_binary,
    unary,
)
from .numbers.lax import LAX
from .numbers.lax_numbers import LAX_NUMBERS
from .numbers.numpy_functions import NUMPY
from .numbers.special import BROADCASTING
from .questions import QUESTIONS
from .random.distributions import DISTRIBUTIONS
from .random.draws import RANDOM
from .random.numpy_random import GENERATOR, NUMPY_RANDOM
from .reducing.averages import AVERAGES
from .reducing.histograms import HISTOGRAMS
from .reducing.lax_reductions import LAX_REDUCTIONS
from .reducing.ordering import ORDERING
from .reducing.reductions import REDUCTIONS
from .reducing.segments import SEGMENTS
from .shaping.axes import AXES
from .shaping.diagonals import DIAGONALS
from .shaping.index_sets import INDEX_SETS
from .shaping.inserting import INSERTING
from .shaping.joining import JOINING
from .shaping.lax_shaping import LAX_MORE
from .shaping.lax_slices import LAX_SLICES
from .shaping.numpy_shapes import NAMES, of_shapes
from .shaping.selecting import SELECTING
from .shaping.shaping import SHAPING
from .shaping.taking import TAKING
from .values import NONE, Items, Library, Text, UnclearError, Value

Table = Mapping[str, tuple[str, Rule]]


def _cast(dtype: str, library: Library = "jax") -> Rule:
    """Return the rule of ``jnp.float32(x)`` and the like."""

    def rule(call: Call) -> Value:
        value = call.values["x"]
        if isinstance(value, Items | Text) or value is NONE:
            raise UnclearError
        return call.result(call.array("x").shape, adopted(dtype, library))

    return rule


_PARAMETERS: Final[Mapping[str, str]] = {
    "angle": "z, deg=False",
    "copy": "a, order=None",
    "sort_complex": "a",
    "factorial": "n, exact=False",
    "ndtri": "p",
    "nextafter": "x1, x2",
    "igamma": "a, x",
    "igammac": "a, x",
}
"""Elementwise functions whose parameters are not called as those of the others."""


def _unary(name: str, numeric: Numeric) -> tuple[str, Rule]:
    form = _PARAMETERS.get(name, "x, /")
    return form, unary(numeric, form.partition(",")[0])


def _strict(name: str, numeric: Numeric) -> tuple[str, Rule]:
    form = _PARAMETERS.get(name, "x, y")
    return form, strict_binary(numeric, *form.split(", "))


_CASTS: Final[Table] = {"bool_" if name == "bool" else name: ("x=0", _cast(name)) for name in KINDS}
_NUMPY_CASTS: Final[Table] = {name: ("x=0, /", _cast(name, "numpy")) for name in ("float16", "float32", "float64")}

_NUMPY_TABLES: Final[Sequence[Table]] = (
    CREATION,
    REDUCTIONS,
    AVERAGES,
    SHAPING,
    AXES,
    DIAGONALS,
    INDEX_SETS,
    ORDERING,
    JOINING,
    TAKING,
    PRODUCTS,
    SELECTING,
    INSERTING,
    HISTOGRAMS,
    POLYNOMIALS,
    QUESTIONS,
    DTYPE_QUESTIONS,
    {"vecdot": LINEAR_ALGEBRA["vecdot"]},
    {name: _unary(name, numeric) for name, numeric in UNARY.items()},
    {name: ("x1, x2, /", binary(numeric)) for name, numeric in BINARY.items()},
    _CASTS,
)

_NUMPY_SHAPES: Final[Table] = {
    **{
        name: (form, of_shapes(rule))
        for table in _NUMPY_TABLES
        for name, (form, rule) in table.items()
        if name in NAMES
    },
    "clip": (
        "a, a_min=None, a_max=None",
        of_shapes(SELECTING["clip"][1], {"a": "arr", "a_min": "min", "a_max": "max"}),
    ),
}

_TABLES: Final[Mapping[str, Sequence[Table]]] = {
    "jax.numpy": _NUMPY_TABLES,
    "jax.numpy.linalg": (LINEAR_ALGEBRA, NORMS),
    "jax.numpy.fft": (FOURIER,),
    "jax.random": (RANDOM,),
    "jax.nn": (NEURAL,),
    "jax.scipy.special": (
        {name: ("x, /, *, axis=None", NEURAL[name][1]) for name in ("softmax", "log_softmax")},
        {"logsumexp": NEURAL["logsumexp"]},
        {name: _unary(name, numeric) for name, numeric in SPECIAL.items()},
        {name: (form, binary(numeric, *form.split(", "))) for name, (form, numeric) in SPECIAL_BINARY.items()},
        BROADCASTING,
    ),
    "jax.scipy.linalg": (SCIPY_LINEAR_ALGEBRA, SPECIAL_MATRICES),
    "jax.scipy.signal": (SIGNALS,),
    "jax.ops": (SEGMENTS,),
    "jax.image": (IMAGES,),
    "jax.scipy.ndimage": (FILTERS,),
    "jax.nn.initializers": (INITIALIZERS,),
    "jax.lax": (
        LAX,
        LAX_SLICES,
        LAX_REDUCTIONS,
        LAX_MORE,
        LAX_NUMBERS,
        CONVOLUTIONS,
        TRANSPOSED,
        {"broadcast_shapes": SHAPING["broadcast_shapes"]},
        {name: ("x, *, accuracy=None", unary(numeric)) for name, numeric in LAX_UNARY.items()},
        {name: _strict(name, numeric) for name, numeric in LAX_BINARY.items()},
    ),
    **{f"jax.scipy.stats.{name}": (table,) for name, table in DISTRIBUTIONS.items()},
    **dict.fromkeys(("flax.linen", "flax.nnx"), ({name: NEURAL[name] for name in FLAX_NAMES}, POOLING)),
    **dict.fromkeys(("optax", "optax.losses"), (LOSSES,)),
    "einops": (EINOPS,),
    "numpy": (_NUMPY_SHAPES, *NUMPY, _NUMPY_CASTS),
    "numpy.fft": (NUMPY_FOURIER,),
    "numpy.linalg": (NUMPY_LINEAR_ALGEBRA,),
    "numpy.random": (NUMPY_RANDOM,),
    "numpy.random.RandomState": (NUMPY_RANDOM,),
    "numpy.random.Generator": (GENERATOR,),
}


def _operations() -> dict[str, Operation]:
    found: dict[str, Operation] = {}
    for module, tables in _TABLES.items():
        library: Library = "numpy" if module.startswith("numpy") else "jax"
        for table in tables:
            for name, (form, rule) in table.items():
                found[f"{module}.{name}"] = Operation(name, form, rule, library)
    return found


OPERATIONS: Final[Mapping[str, Operation]] = _operations()
"""Every function that has a rule, by its full public name."""
