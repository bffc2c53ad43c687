"""Places where Python needs one truth value or one number of what may be an array, ``if x``, or rows: ``len(x)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    UnaryExpr,
    WhileStmt,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from ..host.report import is_silent
from ..rules.asking import ask
from ..rules.places import ONE_NUMBER, OneNumber
from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.per_module import PerModule
from .untyped_values import is_reached

_NUMBERS: Final = {
    **{f"builtins.{name}": f"{name}()" for name in ("float", "int", "complex")},
    **{
        f"math.{name}": f"math.{name}()"
        for name in (
            *("acos", "asin", "atan", "ceil", "cos", "cosh", "degrees", "erf", "exp", "expm1", "floor", "gamma"),
            *("isfinite", "isinf", "isnan", "lgamma", "log", "log10", "log1p", "log2", "radians", "sin", "sinh"),
            *("sqrt", "tan", "tanh", "trunc"),
        )
    },
}
_LENGTH: Final = {"builtins.len": "len()"}
_CHOOSING: Final = {"builtins.max": "`max()`", "builtins.min": "`min()`"}
_FORMAT: Final = "builtins.str.format"
FUNCTIONS: Final = (*_NUMBERS, *_LENGTH)
"""Functions that take one number, and one that takes none."""
METHODS: Final = (_FORMAT,)
_COMPARING: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_OF_IDENTITY: Final = frozenset(("is", "is not", "in", "not in"))
_OF_PYTHON: Final = frozenset(
    f"builtins.{name}" for name in ("bool", "callable", "hasattr", "isinstance", "issubclass", "len", "str", "type")
)
"""Functions that make no array."""
_CHAIN: Final = "`a < b < c`, which is `a < b and b < c`"
_SHAPED: Final = (CallExpr, ComparisonExpr, IndexExpr, NameExpr, OpExpr, MemberExpr, UnaryExpr)


class Needed(NamedTuple):
    """An expression, and the code that needs one value of it."""

    value: Expression
    by: str
    beside: Expression | None = None


def _read(module: MypyFile) -> Mapping[FuncDef | None, list[Needed]]:
    """Return what is needed, by the function in which it is."""
    flow = FLOW.of(module)
    found: dict[FuncDef | None, list[Needed]] = {}
    if any(name.partition(".")[0] in ("jax", "numpy") for name in INDEX.of(module).imports.modules):
        for needed in (*_by_statements(module), *_by_expressions(module)):
            if (
                isinstance(needed.value, _SHAPED)
                and not _is_of_python(needed.value)
                and is_reached(needed.value, module)
            ):
                found.setdefault(flow.function_over(needed.value), []).append(needed)
    return found


NEEDED: Final = PerModule(_read)


def _is_of_python(value: Expression) -> bool:
    """Return whether a value is one of Python's own whatever it is made of: ``x is None``, ``isinstance(x, A)``."""
    if isinstance(value, ComparisonExpr):
        return _OF_IDENTITY.issuperset(value.operators) or any(isinstance(each, StrExpr) for each in value.operands)
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, NameExpr) and callee.fullname in _OF_PYTHON


_BY_OPERATION: Final = PerModule(
    lambda module: {_asked_at(each, module): each for needed in NEEDED.of(module).values() for each in needed}
)


def _asked_at(needed: Needed, module: MypyFile) -> Expression:
    """Return the operation that mypy asks about: the value itself, or ``x.item()``."""
    around = INDEX.of(module).parent(needed.value)
    call = INDEX.of(module).parent(around) if isinstance(around, MemberExpr) else None
    return call if isinstance(call, CallExpr) else needed.value


def ask_of_number(operation: Expression, api: TypeChecker) -> None:
    """Ask about an operation that makes what Python needs one value of."""
    needed = _BY_OPERATION.of(api.tree).get(operation)
    if needed is not None:
        ask(ONE_NUMBER, OneNumber(needed.value, needed.by, api, beside=needed.beside))


def check_number(ctx: FunctionContext | MethodContext) -> Type:
    """Ask about ``float(x)`` and ``f"{x:.3f}"`` of a name, for which mypy looks up no operation."""
    if isinstance(ctx.context, CallExpr) and not is_silent(ctx.api):
        assert isinstance(ctx.api, TypeChecker)
        for given in ctx.context.args:
            ask_of_number(given, ctx.api)
    return ctx.default_return_type


def choice_first(feature: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
    """Return a feature that asks about ``max(x, 0)`` before another one."""

    def check(ctx: FunctionContext) -> Type:
        check_number(ctx)
        return feature(ctx)

    return check


def _by_statements(module: MypyFile) -> Iterator[Needed]:
    body = INDEX.of(module).body
    for chosen in body.statements_of(IfStmt):
        yield from _decided(chosen.expr, "`if`")
    for repeated in body.statements_of(WhileStmt):
        yield from _decided([repeated.expr], "`while`")
    for asserted in body.statements_of(AssertStmt):
        yield from _decided([asserted.expr], "`assert`")


def _by_expressions(module: MypyFile) -> Iterator[Needed]:
    body = INDEX.of(module).body
    for choice in body.expressions_of(ConditionalExpr):
        yield from _decided([choice.cond], "`if` ... `else`")
    for operator in body.expressions_of(UnaryExpr):
        if operator.op == "not":
            yield from _decided([operator.expr], "`not`")
    for operation in body.expressions_of(OpExpr):
        if operation.op in ("and", "or"):
            yield from _decided([operation.left], f"`{operation.op}`")
    for call in body.expressions_of(CallExpr):
        yield from _by_call(call)
    for comparison in body.expressions_of(ComparisonExpr):
        if len(comparison.operators) > 1 and comparison.operators[0] in _COMPARING:
            one, other = comparison.operands[:2]
            yield from (Needed(one, _CHAIN, other), Needed(other, _CHAIN, one))


def _by_call(call: CallExpr) -> Iterator[Needed]:
    callee = call.callee
    if isinstance(callee, MemberExpr) and callee.name == "item" and not call.args:
        yield Needed(callee.expr, "item()")
    elif isinstance(callee, MemberExpr) and callee.name == "format" and len(call.args) == 2:
        yield from _by_format(callee.expr, *call.args)
    elif isinstance(callee, NameExpr) and callee.fullname in _CHOOSING and _are_two(call):
        one, other = call.args
        yield from (Needed(one, _CHOOSING[callee.fullname], other), Needed(other, _CHOOSING[callee.fullname], one))
    elif isinstance(callee, RefExpr) and len(call.args) == 1 and call.arg_kinds[0].is_positional():
        if callee.fullname == "builtins.bool":
            yield from _decided(call.args, "`bool()`")
        elif callee.fullname in FUNCTIONS:
            yield Needed(call.args[0], (_NUMBERS | _LENGTH)[callee.fullname])


def _by_format(template: Expression, value: Expression, written: Expression) -> Iterator[Needed]:
    """Yield what ``f"{x:.3f}"`` formats, which mypy reads as ``"{:{}}".format(x, ".3f")``."""
    is_of_f_string = isinstance(template, StrExpr) and template.value == "{:{}}"
    if is_of_f_string and isinstance(written, StrExpr) and written.value:
        yield Needed(value, f'the format "{written.value}"')


def _are_two(call: CallExpr) -> bool:
    return len(call.args) == 2 and all(kind.is_positional() for kind in call.arg_kinds)


def _decided(conditions: Iterable[Expression], by: str) -> Iterator[Needed]:
    """Yield a condition, or of ``a and b`` the part that is no part of another place."""
    for condition in conditions:
        last = condition
        while isinstance(last, OpExpr) and last.op in ("and", "or"):
            last = last.right
        if not (isinstance(last, UnaryExpr) and last.op == "not"):
            yield Needed(last, by)
