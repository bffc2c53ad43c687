"""Operators, methods and functions that make a tracer of a tracer."""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_POS, CallExpr, Expression, IndexExpr, MemberExpr, RefExpr

from ..model.functions.array_functions import OF_ONE, OF_SEVERAL
from ..syntax.arguments import positional

ARITHMETIC: Final = frozenset(("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "@", "<<", ">>"))
SIGNS: Final = frozenset(("-", "+", "~"))
ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
EQUALS: Final = ("==", "!=")
COMPARISONS: Final = ORDERINGS.union(EQUALS)
OF_NUMBERS_ALONE: Final = frozenset(("-", "/", "//", "%", "**"))
"""Operators that take no list, tuple or dict of Python."""
ARRAY_METHODS: Final = frozenset(
    ("all", "any", "argmax", "argmin", "astype", "max", "mean", "min", "prod", "std", "sum", "var")
)
"""Methods of an array that return another, which no list or dict of Python has."""
_NUMPY: Final = ("numpy", "numpy._core.fromnumeric", "numpy.core.fromnumeric")
_NUMPY_REDUCTIONS: Final = ARRAY_METHODS - {"astype"} | {"amax", "amin"}
_OTHER_METHODS: Final = frozenset(
    (
        *("argsort", "clip", "conj", "cumprod", "cumsum", "diagonal", "dot", "flatten", "ptp", "ravel", "repeat"),
        *("reshape", "round", "sort", "squeeze", "swapaxes", "take", "trace", "transpose"),
    )
)
"""Other methods of an array that return another."""
PARTS: Final = ("T", "mT", "real", "imag")
"""Attributes of an array that are arrays made of it."""
_UPDATES: Final = frozenset(("add", "apply", "divide", "get", "max", "min", "multiply", "power", "set"))
SAME_KIND: Final = frozenset(("builtins.abs", "builtins.round"))
"""Functions of Python that return an array for an array, and a number for a number."""
RANDOM: Final = (
    *("bernoulli", "beta", "categorical", "choice", "exponential", "fold_in", "gamma", "gumbel", "normal"),
    *("permutation", "randint", "split", "truncated_normal", "uniform"),
)
OF_NETWORKS: Final = (
    *("celu", "elu", "gelu", "leaky_relu", "log_sigmoid", "log_softmax", "logsumexp", "relu", "sigmoid", "silu"),
    *("softmax", "softplus", "swish", "tanh"),
)
_SEVERAL: Final = frozenset(f"jax.numpy.{name}" for name in OF_SEVERAL)
"""Functions that make an array of each of their arguments, or refuse it."""
_ARRAY_FUNCTIONS: Final = _SEVERAL.union(
    (f"jax.numpy.{name}" for name in OF_ONE),
    (f"jax.random.{name}" for name in RANDOM),
    (f"jax.nn.{name}" for name in OF_NETWORKS),
)
"""Functions that make an array of their first argument, or refuse it."""


def arrays_given(call: CallExpr, name: str | None) -> list[Expression]:
    """Return the arguments of which a function makes an array; ``name`` is its public name."""
    given = positional(call) if name in _ARRAY_FUNCTIONS else []
    return given if name in _SEVERAL else given[:1]


def array_made_of(call: CallExpr) -> Expression | None:
    """Return the array of ``x.at[i].set(y)`` and of ``x.reshape(-1)``, of which a method makes another.

    NumPy's reductions call the methods: `numpy.any` of a tracer is a tracer.
    """
    callee = call.callee
    if isinstance(callee, RefExpr) and _is_reduction_of_numpy(callee.fullname):
        return call.args[0] if call.arg_kinds[:1] == [ARG_POS] else None
    if not isinstance(callee, MemberExpr):
        return None
    if callee.name in ARRAY_METHODS | _OTHER_METHODS and not _is_at(callee.expr):
        return callee.expr
    item = callee.expr if callee.name in _UPDATES and isinstance(callee.expr, IndexExpr) else None
    return item.base.expr if item is not None and isinstance(item.base, MemberExpr) and _is_at(item) else None


def _is_reduction_of_numpy(fullname: str) -> bool:
    module, _, name = fullname.rpartition(".")
    return module in _NUMPY and name in _NUMPY_REDUCTIONS


def _is_at(item: Expression) -> bool:
    return isinstance(item, IndexExpr) and isinstance(item.base, MemberExpr) and item.base.name == "at"
