"""Loops and comprehensions around a piece of code, which runs once for each of their turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    Context,
    ContinueStmt,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IntExpr,
    ListExpr,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    StarExpr,
    TupleExpr,
    WhileStmt,
)

from ...copies.keys import Key, key
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import By, Target, paired, targets, unpacked
from ...syntax.walk import descendants
from ..sites import CallSite

_CONVERSIONS: Final = frozenset(f"builtins.{name}" for name in ("abs", "bool", "float", "int", "max", "min", "round"))


def is_repeated(site: CallSite) -> bool:
    """Return whether a loop or a comprehension runs a call again and again; not one around a function that calls."""
    index, flow = INDEX.of(site.api.tree), FLOW.of(site.api.tree)
    around = flow.function_over(site.call) if isinstance(site.call, Expression) else None
    loops = (loop for loop in loops_around(site.call, index) if flow.function_over(loop.expr) is around)
    if any(not _runs_once(loop, site, index) for loop in loops):
        return True
    outer = comprehensions_around(site.call, index)
    return any(not all(is_single(over, site) for over in each.sequences) for each in outer)


def _runs_once(loop: ForStmt | WhileStmt, site: CallSite, index: ModuleIndex) -> bool:
    """Return whether a loop has one turn at most: it ends with ``break``, or goes over a single item."""
    if isinstance(loop.body.body[-1], BreakStmt | ReturnStmt | RaiseStmt):
        return not index.inside(loop).statements_of(ContinueStmt)
    return isinstance(loop, ForStmt) and is_single(loop.expr, site)


def is_single(sequence: Expression, site: CallSite) -> bool:
    """Return whether the source shows that a sequence has one item at most: ``(x,)`` and ``range(1)``."""
    source = site.evaluator.source(sequence)
    if isinstance(source, ListExpr | TupleExpr):
        is_open = source is not sequence or any(isinstance(each, StarExpr) for each in source.items)
        return not is_open and len(source.items) <= 1
    if not isinstance(source, CallExpr) or not isinstance(source.callee, NameExpr) or len(source.args) != 1:
        return False
    number = site.evaluator.source(source.args[0])
    return source.callee.fullname == "builtins.range" and isinstance(number, IntExpr) and number.value <= 1


def is_in_same_loop(site: CallSite, node: Context) -> bool:
    """Return whether a loop around the call is around a node as well."""
    return any(_holds(loop, node) for loop in loops_around(site.call, INDEX.of(site.api.tree)))


def loops_around(node: Context, index: ModuleIndex) -> Iterator[ForStmt | WhileStmt]:
    """Yield the loops whose body a node stands in."""
    loops: list[ForStmt | WhileStmt] = [*index.body.statements_of(ForStmt), *index.body.statements_of(WhileStmt)]
    yield from (loop for loop in loops if _holds(loop, node))


def depends_on_turn(value: Expression, site: CallSite) -> bool:
    """Return whether an expression is made of what a loop or a comprehension around the call gives other values."""
    given = _given_around(site.call, INDEX.of(site.api.tree))

    def changes(part: Expression, following: frozenset[Key | None]) -> bool:
        found = {key(each) for each in descendants(part)} & given.keys()
        return any(
            name in following
            or any(each is None or not is_steady(each) or changes(each, following | {name}) for each in given[name])
            for name in found
        )

    return changes(value, frozenset())


def is_steady(value: Expression) -> bool:
    """Return whether a value is the same at each turn if all that it reads is: it calls nothing but ``float``."""
    calls = (each.callee for each in descendants(value) if isinstance(each, CallExpr))
    return all(isinstance(each, NameExpr) and each.fullname in _CONVERSIONS for each in calls)


def _given_around(call: Context, index: ModuleIndex) -> Mapping[Key | None, Sequence[Expression | None]]:
    """Return what the loops and comprehensions around a call bind, with what is assigned to it, else None."""
    found: dict[Key | None, list[Expression | None]] = {}
    for target in bound_in_loops(call, index):
        is_assigned = target.by is By.ASSIGN
        for bound, value in paired(target.expression, target.value) or ((target.expression, target.value),):
            for name in unpacked(bound):
                found.setdefault(key(name), []).append(value if is_assigned and name is bound else None)
    indices = (each for outer in comprehensions_around(call, index) for each in outer.indices)
    found.update((key(name), [None]) for each in indices for name in unpacked(each))
    found.pop(None, None)
    return found


def bound_in_loops(call: Context, index: ModuleIndex) -> Iterator[Target]:
    """Yield what the loops around a call bind, each with its value."""
    for loop in loops_around(call, index):
        for statement in (loop, *index.inside(loop).statements):
            yield from targets(statement)


def comprehensions_around(node: Context, index: ModuleIndex) -> Iterator[GeneratorExpr | DictionaryComprehension]:
    """Yield the comprehensions that evaluate an expression for each item."""
    while isinstance(node, Expression):
        outer = index.parent(node)
        item = outer.left_expr if isinstance(outer, GeneratorExpr) else None
        if isinstance(outer, DictionaryComprehension):
            item = outer.value
        if isinstance(outer, GeneratorExpr | DictionaryComprehension) and node is item:
            yield outer
        if outer is None:
            return
        node = outer


def _holds(loop: ForStmt | WhileStmt, node: Context) -> bool:
    return loop.body.body[0].line <= node.line <= (loop.body.body[-1].end_line or 0)
