"""Calls of transformations and loops of JAX and equinox, as a module writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, RefExpr

from ...libraries.definition import PARTIAL
from ...syntax.arguments import positional

_TRANSFORMATIONS: Final = frozenset(
    (
        *("jit", "vmap", "pmap", "grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian", "checkpoint"),
        *("remat", "filter_jit", "filter_vmap", "filter_pmap", "filter_grad", "filter_value_and_grad"),
    )
)
_PLACES: Final = ("jax.", "equinox.")
CARRIES: Final = {"scan": (1, "init"), "fori_loop": (3, "init_val"), "while_loop": (2, "init_val")}
"""The argument of each loop that is its carry, by place and by name."""
_LOOPS: Final = frozenset(
    f"{place}{name}" for place in ("jax.lax.", "jax._src.lax.control_flow.loops.") for name in CARRIES
)


def is_map(function: Expression) -> bool:
    """Return whether a name is that of `jax.vmap` or a relative."""
    return isinstance(function, MemberExpr | NameExpr) and ("vmap" in function.name or "pmap" in function.name)


def is_transformation(call: Expression) -> bool:
    """Return whether an expression is the call of a transformation of JAX or equinox."""
    callee = call.callee if isinstance(call, CallExpr) and call.args else None
    is_named = isinstance(callee, MemberExpr | NameExpr) and callee.name in _TRANSFORMATIONS
    return is_named and isinstance(callee, RefExpr) and callee.fullname.startswith(_PLACES)


def innermost(function: Expression) -> Expression:
    """Return ``f`` for ``jax.vmap(jax.grad(f))``."""
    while isinstance(function, CallExpr) and is_transformation(function):
        function = function.args[0]
    return function


def partly(function: Expression) -> tuple[Expression, Sequence[Expression]]:
    """Return ``f`` and ``[x]`` for ``functools.partial(f, x)``, and any other function with nothing."""
    is_one = isinstance(function, CallExpr) and isinstance(function.callee, RefExpr)
    if not isinstance(function, CallExpr) or not is_one or len(positional(function)) != len(function.args):
        return function, ()
    is_partial = isinstance(function.callee, RefExpr) and function.callee.fullname == PARTIAL
    return (function.args[0], function.args[1:]) if is_partial and function.args else (function, ())


def is_loop(call: Expression) -> bool:
    """Return whether an expression is the call of a loop of `jax.lax` that has a carry."""
    callee = call.callee if isinstance(call, CallExpr) else None
    return isinstance(callee, MemberExpr | NameExpr) and callee.fullname in _LOOPS
