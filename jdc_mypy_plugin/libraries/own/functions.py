"""A project's own names for functions of JAX, ``fast = jax.jit``, also with keywords given by `functools.partial`.

A function that does nothing but jit what it is given, ``def fast(f): return jax.jit(f)``, is such a name too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy.nodes import (
    ARG_OPT,
    ARG_POS,
    ARG_STAR2,
    ArgKind,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...syntax.names.definitions import Defined, written_name
from ..definition import PARTIAL, truth

_OF: Final = (
    "jax.",
    "jax_dataclasses.jit",
    "jdc_runtime.jit",
    *(f"equinox.filter_{name}" for name in ("grad", "jit", "value_and_grad", "vmap")),
    *(f"flax.nnx.{name}" for name in ("grad", "jit", "value_and_grad")),
)
_OTHERS: Final = "jax.numpy."
"""Array functions, which many modules give shorter names to."""
_JITS: Final = frozenset(("jax.jit", "jax_dataclasses.jit", "jdc_runtime.jit", "equinox.filter_jit", "flax.nnx.jit"))


def read_other_name(defined: Defined, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return the function that a name stands for and the keywords it is given, fit for JSON; None for any other."""
    if isinstance(defined, NameExpr | MemberExpr):
        function = _function(defined, tree)
        return None if function is None else {"function": function}
    if isinstance(defined, FuncDef):
        return _jitting(defined, tree)
    if not isinstance(defined, CallExpr) or written_name(defined.callee, tree) != PARTIAL:
        return None
    function = _function(defined.args[0], tree) if defined.arg_kinds[:1] == [ARG_POS] else None
    if function is None or any(name is None for name in defined.arg_names[1:]):
        return None
    given = zip(defined.arg_names[1:], defined.args[1:], strict=True)
    return {"function": function, "keywords": {name: _literal(value) for name, value in given}}


def _function(reference: Expression, tree: MypyFile) -> str | None:
    name = written_name(reference, tree)
    return name if name.startswith(_OF) and not name.startswith(_OTHERS) else None


def _literal(value: Expression) -> Any:
    """Return a number, a text, a truth value or a list of these, with None for whatever is something else."""
    if isinstance(value, IntExpr | StrExpr):
        return value.value
    if isinstance(value, UnaryExpr) and value.op == "-" and isinstance(value.expr, IntExpr):
        return -value.expr.value
    if isinstance(value, TupleExpr | ListExpr):
        return [_literal(each) for each in value.items]
    return truth(value)


def _jitting(function: FuncDef, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return the jit by which a function does nothing but jit its argument, and hand on its keywords if it has any.

    It may work with parentheses too: ``if f is None: return lambda f: fast(f, **options)``.
    """
    kinds = function.arg_kinds
    if function.is_coroutine or kinds[1:] not in ([], [ARG_STAR2]) or kinds[:1] not in ([ARG_POS], [ARG_OPT]):
        return None
    body = [each for each in function.body.body if not _is_text(each)]
    if kinds[0] is ARG_OPT and (not body or not _hands_on(body.pop(0), function)):
        return None
    jit = _returned_call(body[0]) if len(body) == 1 else None
    name = "" if jit is None else written_name(jit.callee, tree)
    is_alike = jit is not None and jit.arg_kinds == _handed(function) and _arguments(jit) == function.arg_names
    return {"function": name} if is_alike and name in _JITS else None


def _hands_on(statement: Statement, function: FuncDef) -> bool:
    """Return whether a statement gives back the function itself for a call without an argument."""
    name = function.arg_names[0]
    test = statement.expr[0] if isinstance(statement, IfStmt) and statement.else_body is None else None
    asks = isinstance(test, ComparisonExpr) and test.operators == ["is"] and _is_named(test.operands[1], "None")
    if not isinstance(statement, IfStmt) or not isinstance(test, ComparisonExpr) or not asks:
        return False
    default = function.arguments[0].initializer
    is_left_out = default is not None and _is_named(default, "None")
    is_argument = name is not None and is_left_out and _is_named(test.operands[0], name)
    last = statement.body[0].body
    made = last[0].expr if len(statement.expr) == len(last) == 1 and isinstance(last[0], ReturnStmt) else None
    if isinstance(made, LambdaExpr):
        call, given = made.expr(), [*made.arg_names, *function.arg_names[1:]]
        is_handed = isinstance(call, CallExpr) and call.arg_kinds == _handed(function) and _arguments(call) == given
        return is_argument and is_handed and isinstance(call, CallExpr) and _is_named(call.callee, function.name)
    return is_argument and isinstance(made, CallExpr) and _is_partial_of(made, function)


def _is_partial_of(call: CallExpr, function: FuncDef) -> bool:
    """Return whether a call is ``functools.partial(fast, **options)``."""
    is_partial = isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name == "partial"
    is_handed = call.arg_kinds == _handed(function) and _arguments(call)[1:] == function.arg_names[1:]
    return is_partial and is_handed and _is_named(call.args[0], function.name)


def _is_named(expression: Expression, name: str) -> bool:
    return isinstance(expression, NameExpr) and expression.name == name


def _handed(function: FuncDef) -> list[ArgKind]:
    """Return how a call hands on the arguments of a function."""
    return [ARG_POS, *function.arg_kinds[1:]]


def _arguments(call: CallExpr) -> list[str | None]:
    return [each.name if isinstance(each, NameExpr) else None for each in call.args]


def _returned_call(statement: Statement) -> CallExpr | None:
    made = statement.expr if isinstance(statement, ReturnStmt) else None
    return made if isinstance(made, CallExpr) else None


def _is_text(statement: Statement) -> bool:
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)
