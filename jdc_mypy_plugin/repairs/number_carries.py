"""Numbers of Python that a loop of JAX starts with: ``jax.lax.scan(step, 0.0, xs)``, where ``step`` takes an array.

JAX makes arrays of them before it calls the function, so the type of the carry is what the function says.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    ComplexExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    LambdaExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import FunctionSigContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, CallableType, FunctionLike, Instance, TupleType, Type, TypeOfAny

from ..host.known_types import known_type
from .leaf_types import NUMBERS

_LOOPS: Final = "jax._src.lax.control_flow.loops"
FUNCTIONS: Final = {f"{_LOOPS}.scan": ("f", "init"), f"{_LOOPS}.while_loop": ("body_fun", "init_val")}
"""Loops by full name, with their parameters for the function and for what it starts with."""


def accept_numbers(ctx: FunctionSigContext, function: str, start: str) -> FunctionLike:
    """Let a loop start with numbers where its function says what it takes."""
    taken = ctx.default_signature
    written = {name: given[0] for name, given in zip(taken.arg_names, ctx.args, strict=True) if name and given}
    step, first = written.get(function), written.get(start)
    if step is None or not _keeps_carry(step) or first is None or not _has_number(first):
        return taken
    kinds = list(taken.arg_types)
    kinds[taken.arg_names.index(start)] = AnyType(TypeOfAny.special_form)
    return taken.copy_modified(arg_types=kinds)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _keeps_carry(step: Expression) -> bool:
    """Return whether a function says that it gives back a carry of the type that it takes, or says nothing of it."""
    node = step.node if isinstance(step, RefExpr) else None
    kind = known_type(node.type) if isinstance(node, FuncDef | Var) else None
    if not isinstance(kind, CallableType) or not kind.arg_types:
        return not isinstance(step, LambdaExpr)
    result = known_type(kind.ret_type)
    is_pair = isinstance(result, TupleType) and len(kind.arg_types) == 2 and len(result.items) == 2
    carry = result.items[0] if is_pair and isinstance(result, TupleType) else result
    return is_same_type(carry, kind.arg_types[0])


def _has_number(written: Expression) -> bool:
    """Return whether an expression is a number, or a tuple with one in it."""
    if isinstance(written, TupleExpr):
        return any(map(_has_number, written.items))
    if isinstance(written, UnaryExpr):
        return _has_number(written.expr)
    if isinstance(written, NameExpr):
        return isinstance(written.node, Var) and _is_number(written.node.type)
    return isinstance(written, IntExpr | FloatExpr | ComplexExpr)


def _is_number(declared: Type | None) -> bool:
    kind = known_type(declared)
    if isinstance(kind, TupleType):
        return any(map(_is_number, kind.items))
    return isinstance(kind, Instance) and kind.type.fullname in NUMBERS
