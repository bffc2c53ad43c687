"""Facts about expressions that trees are read of: ``state.x[0]`` is a part, ``jnp.mean(x)`` an array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
    UnaryExpr,
    Var,
)
from mypy.types import CallableType, Overloaded

from ...host.known_types import known_type
from ...syntax.arguments import argument, has_stars
from ...transformed.transformations import LOOPS
from ...typefacts.arrays import is_certainly_array
from .trees import Key

_CARRIES: Final = {
    ("jax.lax.scan", True): (1, "init"),
    ("jax.lax.while_loop", False): (2, "init_val"),
    ("jax.lax.fori_loop", False): (3, "init_val"),
}
"""The first carry of each loop, by its name and whether it gives back a pair."""


def place_of(written: Expression) -> tuple[Key, Expression | None]:
    """Return the key of a part, and what it is a part of."""
    if isinstance(written, IndexExpr) and isinstance(written.index, IntExpr | StrExpr):
        return written.index.value, written.base
    return (written.name, written.expr) if isinstance(written, MemberExpr) else ("", None)


def origins(written: Expression) -> Iterator[Expression]:
    """Yield what ``state.x.at[0].set(1).T`` is made of: each part that it begins with, down to the name."""
    while True:
        if isinstance(written, CallExpr) and isinstance(written.callee, MemberExpr):
            written = written.callee.expr
        elif isinstance(written, MemberExpr):
            written = written.expr
        elif isinstance(written, IndexExpr):
            written = written.base
        else:
            return
        yield written


def begun_with(written: Expression) -> Expression | None:
    """Return the carry that a loop begins with, where an expression is the one that it ends with: the same tree."""
    is_first = isinstance(written, IndexExpr) and isinstance(written.index, IntExpr) and written.index.value == 0
    call = written.base if isinstance(written, IndexExpr) and is_first else written
    loop = (
        LOOPS.get(call.callee.fullname) if isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) else None
    )
    place = None if loop is None else _CARRIES.get((loop.name, is_first))
    is_plain = isinstance(call, CallExpr) and place is not None and not has_stars(call)
    return argument(call, *place) if is_plain and isinstance(call, CallExpr) and place is not None else None


def returns_array(callee: Expression | None) -> bool:
    """Return whether a function declares to return one array and nothing else."""
    node = callee.node if isinstance(callee, RefExpr) else None
    kind = known_type(node.type) if isinstance(node, FuncDef | OverloadedFuncDef | Var) else None
    variants = kind.items if isinstance(kind, CallableType | Overloaded) else []
    return bool(variants) and all(is_certainly_array(each.ret_type) for each in variants)


def is_no_tuple(value: Expression) -> bool:
    """Return whether an expression calculates something that no tuple is: ``-x``, ``x - y``, ``2.0 * x``.

    A tuple can be added to another one, and repeated a whole number of times.
    """
    if isinstance(value, UnaryExpr):
        return value.op in ("-", "+", "~")
    if not isinstance(value, OpExpr):
        return isinstance(value, FloatExpr) or (isinstance(value, CallExpr) and returns_array(value.callee))
    if value.op in ("+", "*"):
        return is_no_tuple(value.left) or is_no_tuple(value.right)
    return value.op in ("-", "/", "//", "**", "@")
