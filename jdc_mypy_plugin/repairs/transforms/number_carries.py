"""Numbers of Python that a loop of JAX starts with: ``jax.lax.scan(step, 0.0, xs)``, where ``step`` takes an array.

JAX makes arrays of them before it calls the function, so the type of the carry is what the function says.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.nodes import (
    ComplexExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    LambdaExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import FunctionSigContext
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarId,
    TypeVarType,
)

from ...host.known_types import known_type
from ...syntax.walk import descendants
from .leaf_types import ARRAY, NUMBERS, named

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
    if isinstance(step, LambdaExpr) and isinstance(first, TupleExpr):
        return taken
    place = taken.arg_names.index(start)
    if isinstance(step, LambdaExpr):
        taken = _with_array(taken, taken.arg_types[place], ctx)
    kinds = list(taken.arg_types)
    kinds[place] = AnyType(TypeOfAny.special_form)
    return taken.copy_modified(arg_types=kinds)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _with_array(taken: CallableType, carry: Type, ctx: FunctionSigContext) -> CallableType:
    """Return the signature with an array as the carry: of a lambda mypy would have to find that out."""
    assert isinstance(ctx.api, TypeChecker)
    array = named(ARRAY, ctx.api)
    if not isinstance(carry, TypeVarType) or array is None:
        return taken
    given: dict[TypeVarId, Type] = {carry.id: array}
    return taken.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=[expand_type(each, given) for each in taken.arg_types],
        ret_type=expand_type(taken.ret_type, given),
        variables=[each for each in taken.variables if each.id != carry.id],
    )


def _keeps_carry(step: Expression) -> bool:
    """Return whether a function says that it gives back a carry of the type that it takes, or says nothing of it."""
    node = step.node if isinstance(step, RefExpr) else None
    kind = known_type(node.type) if isinstance(node, FuncDef | Var) else None
    if isinstance(step, LambdaExpr):
        return _adds_row(step)
    if not isinstance(kind, CallableType) or not kind.arg_types:
        return True
    result = known_type(kind.ret_type)
    is_pair = isinstance(result, TupleType) and len(kind.arg_types) == 2 and len(result.items) == 2
    carry = result.items[0] if is_pair and isinstance(result, TupleType) else result
    return is_same_type(carry, kind.arg_types[0])


def _adds_row(step: LambdaExpr) -> bool:
    """Return whether a lambda makes its next carry, an array, of a row too: ``lambda c, x: (c + x, c)``."""
    result = step.expr()
    if len(step.arguments) != 2 or not isinstance(result, TupleExpr) or len(result.items) != 2:
        return False
    row, carry = step.arguments[1].variable, result.items[0]
    names = (each for each in descendants(carry) if isinstance(each, NameExpr))
    return isinstance(carry, OpExpr) and any(each.name == row.name for each in names)


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
