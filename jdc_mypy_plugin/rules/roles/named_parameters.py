"""``jdc-marker``: ``static_argnames`` and its relatives that name no parameter of the function.

JAX looks for them in the signature when it jits the function. Only functions whose definition is in sight count:
the signature of a decorated one may be another.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Expression,
    FuncDef,
    IntExpr,
    ListExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_spec.rules import MARKER

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...transformed.jitted_functions import Jitted
from ..places import JITTED_FUNCTION, asked

_NAMES: Final = ("static_argnames", "donate_argnames")
_NUMBERS: Final = ("static_argnums", "donate_argnums")


@asked(MARKER, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report names and numbers of parameters that the function does not have."""
    function = _function(each)
    if function is None or each.options is None or may_be_caught(each.call, each.api.tree):
        return
    names = _keywords(function)
    for option in _NAMES if names is not None else ():
        for value in _literals(each.options.get(option), each):
            if isinstance(value, StrExpr) and value.value not in (names or ()):
                yield Diagnostic(MARKER, _unnamed(each, function, option, value.value, names or ()), value)
    count = _count(function)
    for option in _NUMBERS if count is not None else ():
        for value in _literals(each.options.get(option), each):
            number = _number(value)
            if number is not None and count is not None and not -count <= number < count:
                yield Diagnostic(MARKER, _uncounted(each, function, option, number, count), value)


def _function(each: Jitted) -> FuncDef | None:
    """Return the function whose signature JAX looks at."""
    found: object = each.definition
    if found is None and isinstance(each.call, CallExpr) and each.call.args:
        given = each.call.args[0]
        found = given.node if isinstance(given, RefExpr) else None
    is_whole = isinstance(found, FuncDef) and list(found.arg_names) == list(each.function.arg_names)
    return found if isinstance(found, FuncDef) and is_whole else None


def _keywords(function: FuncDef) -> Sequence[str] | None:
    """Return the parameters that take an argument by keyword; None where any keyword is taken."""
    if ArgKind.ARG_STAR2 in function.arg_kinds:
        return None
    pairs = zip(function.arg_names, function.arg_kinds, strict=True)
    return [name for name, kind in pairs if name is not None and not kind.is_star()]


def _count(function: FuncDef) -> int | None:
    """Return how many arguments the function takes by position; None where it takes any number."""
    if ArgKind.ARG_STAR in function.arg_kinds:
        return None
    return sum(kind.is_positional() for kind in function.arg_kinds)


def _literals(given: Expression | None, each: Jitted) -> Sequence[Expression]:
    if given is None:
        return ()
    value = Evaluator(each.api).source(given)
    return value.items if isinstance(value, TupleExpr | ListExpr) else [value]


def _number(value: Expression) -> int | None:
    if isinstance(value, UnaryExpr) and value.op == "-" and isinstance(value.expr, IntExpr):
        return -value.expr.value
    return value.value if isinstance(value, IntExpr) else None


def _unnamed(each: Jitted, function: FuncDef, option: str, name: str, names: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, names, n=1)
    mend = f'did you mean "{close[0]}"?' if close else f"it takes {', '.join(names) or 'none'}"
    said = f'{option} names "{name}", and "{function.name}" has no such parameter'
    return f"{said}: {each.jit} raises a ValueError; {mend}"


def _uncounted(each: Jitted, function: FuncDef, option: str, number: int, count: int) -> str:
    return (
        f'{option} names argument {number}, and "{function.name}" takes {count} by position, counted from 0: '
        f"{each.jit} raises a ValueError"
    )
