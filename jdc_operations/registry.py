"""Every operation by its full public name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .arguments import Call, Operation, Rule
from .averages import AVERAGES
from .axes import AXES
from .convolutions import CONVOLUTIONS
from .creation import CREATION
from .diagonals import DIAGONALS
from .distributions import DISTRIBUTIONS
from .dtype_questions import DTYPE_QUESTIONS
from .dtypes import KINDS, adopted
from .einops_functions import EINOPS
from .elementwise import (
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
from .flax_functions import FLAX_NAMES, POOLING
from .fourier import FOURIER, NUMPY_FOURIER
from .histograms import HISTOGRAMS
from .images import FILTERS, IMAGES
from .index_sets import INDEX_SETS
from .initializers import INITIALIZERS
from .inserting import INSERTING
from .joining import JOINING
from .lax import LAX
from .lax_numbers import LAX_NUMBERS
from .lax_reductions import LAX_REDUCTIONS
from .lax_shaping import LAX_MORE
from .lax_slices import LAX_SLICES
from .linear_algebra import LINEAR_ALGEBRA
from .losses import LOSSES
from .neural import NEURAL
from .norms import NORMS
from .numpy_functions import NUMPY
from .numpy_linear_algebra import NUMPY_LINEAR_ALGEBRA
from .numpy_random import GENERATOR, NUMPY_RANDOM
from .numpy_shapes import NAMES, of_shapes
from .ordering import ORDERING
from .polynomials import POLYNOMIALS
from .products import PRODUCTS
from .questions import QUESTIONS
from .random import RANDOM
from .reductions import REDUCTIONS
from .scipy_linear_algebra import SCIPY_LINEAR_ALGEBRA
from .segments import SEGMENTS
from .selecting import SELECTING
from .shaping import SHAPING
from .signals import SIGNALS
from .special import BROADCASTING
from .special_matrices import SPECIAL_MATRICES
from .taking import TAKING
from .transposed_convolutions import TRANSPOSED
from .values import Items, Library, UnclearError, Value

Table = Mapping[str, tuple[str, Rule]]


def _cast(dtype: str, library: Library = "jax") -> Rule:
    """Return the rule of ``jnp.float32(x)`` and the like."""

    def rule(call: Call) -> Value:
        value = call.values["x"]
        if isinstance(value, Items):
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
