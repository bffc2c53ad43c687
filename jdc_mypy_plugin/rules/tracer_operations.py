"""Operators, methods and functions that make a tracer of a tracer."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr

from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.imported_names import spelled
from .traced_functions import TracedFunction

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
"""Methods of an array that return another."""
_UPDATES: Final = frozenset(("add", "apply", "divide", "get", "max", "min", "multiply", "power", "set"))
SAME_KIND: Final = frozenset(("builtins.abs", "builtins.round"))
"""Functions of Python that return an array for an array, and a number for a number."""
ARRAY_FUNCTIONS: Final = frozenset(
    f"jax.numpy.{name}"
    for name in (
        *("abs", "all", "allclose", "any", "argmax", "argmin", "array_equal", "cos", "cumsum", "dot", "exp", "floor"),
        *("isfinite", "isinf", "isnan", "linalg.norm", "log", "logical_and", "logical_not", "logical_or", "max"),
        *("maximum", "mean", "median", "min", "minimum", "prod", "round", "sign", "sin", "sqrt", "square", "std"),
        *("sum", "tanh", "var", "vdot"),
    )
)
"""Functions that make an array of their first argument, or refuse it."""


def updated_array(call: CallExpr) -> Expression | None:
    """Return the array of ``x.at[i].set(y)``."""
    callee = call.callee
    item = callee.expr if isinstance(callee, MemberExpr) and callee.name in _UPDATES else None
    owner = item.base if isinstance(item, IndexExpr) else None
    return owner.expr if isinstance(owner, MemberExpr) and owner.name == "at" else None


_STAGING: Final = frozenset(
    (
        *("jax.jit", "jax.pmap", "jax.checkpoint", "jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop"),
        *("jax.lax.map", "jax.lax.cond", "jax.lax.switch", "jax_dataclasses.jit", "jdc_runtime.jit"),
    )
)
"""Transformations under which each operation of JAX makes a tracer, of constants too."""
_EAGER: Final = frozenset(("ensure_compile_time_eval", "disable_jit"))


def staged(call: CallExpr, site: TracedFunction) -> str | None:
    """Return how to write the tracer that a function of `jax.numpy` makes of a constant in a trace."""
    tree = site.api.tree
    name = spelled(call.callee, tree)
    if (
        site.by not in _STAGING
        or name not in ARRAY_FUNCTIONS
        or FLOW.of(tree).function_over(call) is not site.definition
    ):
        return None
    if any(each.name in _EAGER for each in INDEX.of(tree).body.references()):
        return None
    return f"jnp.{name.removeprefix('jax.numpy.')}(...)"
