"""Loops and comprehensions around a piece of code, which runs once for each of their turns."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Context, DictionaryComprehension, Expression, ForStmt, GeneratorExpr, WhileStmt

from ...copies.keys import key
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import Target, targets, unpacked
from ...syntax.walk import descendants
from ..sites import CallSite


def is_repeated(site: CallSite) -> bool:
    """Return whether a loop or a comprehension runs a call again and again; not one around a function that calls."""
    index, flow = INDEX.of(site.api.tree), FLOW.of(site.api.tree)
    around = flow.function_over(site.call) if isinstance(site.call, Expression) else None
    loops = (loop for loop in loops_around(site.call, index) if flow.function_over(loop.expr) is around)
    return any(loops) or any(_comprehensions(site.call, index))


def is_in_same_loop(site: CallSite, node: Context) -> bool:
    """Return whether a loop around the call is around a node as well."""
    return any(_holds(loop, node) for loop in loops_around(site.call, INDEX.of(site.api.tree)))


def loops_around(node: Context, index: ModuleIndex) -> Iterator[ForStmt | WhileStmt]:
    """Yield the loops whose body a node stands in."""
    loops: list[ForStmt | WhileStmt] = [*index.body.statements_of(ForStmt), *index.body.statements_of(WhileStmt)]
    yield from (loop for loop in loops if _holds(loop, node))


def depends_on_turn(value: Expression, site: CallSite) -> bool:
    """Return whether an expression is made of what a loop or a comprehension around the call binds."""
    written = _bound_around(site.call, INDEX.of(site.api.tree))
    bound = {key(each) for target in written for each in unpacked(target)} - {None}
    return any(key(part) in bound for part in descendants(value))


def _bound_around(call: Context, index: ModuleIndex) -> Iterator[Expression]:
    """Yield the targets that the loops and comprehensions around a call assign to."""
    yield from (target.expression for target in bound_in_loops(call, index))
    for outer in _comprehensions(call, index):
        yield from outer.indices


def bound_in_loops(call: Context, index: ModuleIndex) -> Iterator[Target]:
    """Yield what the loops around a call bind, each with its value."""
    for loop in loops_around(call, index):
        for statement in (loop, *index.inside(loop).statements):
            yield from targets(statement)


def _comprehensions(node: Context, index: ModuleIndex) -> Iterator[GeneratorExpr | DictionaryComprehension]:
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
