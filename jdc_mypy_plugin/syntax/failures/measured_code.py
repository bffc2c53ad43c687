"""Code that is run to see how long it takes, or what else it does while it runs: nobody wants its results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GlobalDecl,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    OperatorAssignmentStmt,
    PassStmt,
    ReturnStmt,
    Statement,
    WithStmt,
)

from ..body import Body
from ..index import INDEX
from ..per_module import PerModule
from ..ranges import Range, is_in, range_of
from ..walk import statements

CLOCKS: Final = frozenset(
    (
        "default_timer",
        "monotonic",
        "monotonic_ns",
        "perf_counter",
        "perf_counter_ns",
        "process_time",
        "time",
        "time_ns",
    )
)
"""Functions of ``time`` and ``timeit`` that tell the time."""
_MEASURING: Final = re.compile(
    "(?<!run)(?<!life)time(?!out|stamp|zone|step)|stopwatch|bench|profil|measure|elapsed", re.IGNORECASE
)
"""Parts of the names of functions and managers that measure what they run."""
_WATCHING: Final = re.compile(
    "trace|leak|^(deprecated_call|warns)$|debug_(nans|infs)|transfer_guard|log_compiles|count_.*compil", re.IGNORECASE
)
"""Parts of the names of managers that watch what runs under them."""


def is_measured(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands in code that is run to be measured or watched."""
    return is_in(node, _RANGES.of(module))


def _ranges(module: MypyFile) -> list[Range]:
    body = INDEX.of(module).body
    return [*_under_managers(body), *_between_clocks(module), *_measured_functions(body)]


_RANGES: Final = PerModule(_ranges)


def _under_managers(body: Body) -> Iterator[Range]:
    for block in body.statements_of(WithStmt):
        is_measured = any(
            _is_named(each, _MEASURING) or _is_named(each, _WATCHING) or _records(each) for each in block.expr
        )
        if is_measured and all(map(_throws_away, block.body.body)):
            yield range_of(block.body)


def _is_named(expression: Expression, names: re.Pattern[str]) -> bool:
    """Return whether a function, or one that is called, has such a name: ``timed``, ``timer.section("a")``."""
    written = expression.callee if isinstance(expression, CallExpr) else expression
    while isinstance(written, MemberExpr):
        if names.search(written.name):
            return True
        written = written.expr
    return isinstance(written, NameExpr) and names.search(written.name) is not None


def _records(manager: Expression) -> bool:
    """Return whether a manager keeps the warnings of what runs under it."""
    return isinstance(manager, CallExpr) and "record" in manager.arg_names


def _between_clocks(module: MypyFile) -> Iterator[Range]:
    """Yield what is thrown away between two statements of one block that read a clock."""
    index = INDEX.of(module)
    calls = filter(_reads_clock, index.body.expressions_of(CallExpr))
    reading = {position for call in calls if (position := index.position_of(call)) is not None}
    last: dict[int, Statement] = {}
    for position in sorted(reading):
        block, statement = index.body.block_at(position), index.body.statements[position]
        before = last.pop(id(block), None)
        between = () if before is None else _between(module.defs if block is None else block.body, before, statement)
        if between and all(map(_throws_away, between)):
            yield range_of(between[0])[0], range_of(between[-1])[1]
        if isinstance(statement, AssignmentStmt):
            last[id(block)] = statement


def _reads_clock(call: CallExpr) -> bool:
    return isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in CLOCKS and not call.args


def _between(block: Sequence[Statement], first: Statement, last: Statement) -> Sequence[Statement]:
    places = [at for at, each in enumerate(block) if each is first or each is last]
    return block[places[0] + 1 : places[-1]] if len(places) > 1 else ()


def _throws_away(statement: Statement) -> bool:
    """Return whether a statement keeps nothing of what it computes."""
    if isinstance(statement, ForStmt | WithStmt):
        return all(map(_throws_away, statement.body.body))
    if isinstance(statement, AssignmentStmt):
        return all(isinstance(each, NameExpr) and each.name == "_" for each in statement.lvalues)
    return isinstance(statement, ExpressionStmt | PassStmt)


def _measured_functions(body: Body) -> Iterator[Range]:
    """Yield the functions that are only given to one that measures, or that a decorator measures."""
    given: set[str] = set()
    for call in body.expressions_of(CallExpr):
        if _is_named(call.callee, _MEASURING):
            given.update(each.name for each in call.args if isinstance(each, NameExpr))
    for decorated in body.statements_of(Decorator):
        if any(_is_named(each, _MEASURING) for each in decorated.original_decorators) and _keeps_nothing(decorated):
            yield range_of(decorated.func)
    for function in body.statements_of(FuncDef):
        if function.name in given and not _is_called(function.name, body) and _keeps_nothing(function):
            yield range_of(function)


def _keeps_nothing(function: FuncDef | Decorator) -> bool:
    """Return whether a function returns nothing, and writes into nothing but variables of its own."""
    inside = statements((function.func if isinstance(function, Decorator) else function).body.body)
    written = (target for each in inside if isinstance(each, AssignmentStmt) for target in each.lvalues)
    if any(isinstance(each, ReturnStmt) and each.expr is not None for each in inside):
        return False
    return all(isinstance(each, NameExpr) for each in written) and not any(
        isinstance(each, GlobalDecl | NonlocalDecl | OperatorAssignmentStmt) for each in inside
    )


def _is_called(name: str, body: Body) -> bool:
    calls = body.expressions_of(CallExpr)
    return any(isinstance(each.callee, NameExpr) and each.callee.name == name for each in calls)
