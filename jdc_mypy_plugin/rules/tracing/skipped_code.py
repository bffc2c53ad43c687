"""Code of a traced function that may not run where the function is traced, and tracers that may be none.

``if x.ndim == 0:`` is false for the arrays that a program has, ``if debug:`` for a parameter that jit gives its
default, and ``if isinstance(x, int):`` for a tracer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    BreakStmt,
    CallExpr,
    ConditionalExpr,
    ContinueStmt,
    Expression,
    IfStmt,
    MemberExpr,
    NameExpr,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    UnaryExpr,
    WhileStmt,
)

from ...syntax.names.imported_names import spelled
from ...syntax.ranges import Range, range_of
from ...syntax.walk import blocks, descendants
from ...traced.functions import TracedFunction
from ...traced.values import TracedValues

_FACTS: Final = frozenset(("aval", "dtype", "itemsize", "nbytes", "ndim", "shape", "size", "weak_type"))
"""Attributes that tell of an array what every tracer of it knows."""
_FACTS_BY_CALL: Final = frozenset(
    ("isscalar", "issubdtype", "iterable", "len", "ndim", "result_type", "shape", "size")
)
_TYPE_TESTS: Final = frozenset(("callable", "hasattr", "is_concrete", "isinstance", "issubclass", "type"))
_KNOWN: Final = ("builtins.", "jax.", "math.", "numpy.")
_LEAVES: Final = (BreakStmt, ContinueStmt, ReturnStmt)


def skipped_ranges(site: TracedFunction, values: TracedValues) -> list[Range]:
    """Return the parts of a function that run for some arguments only, by tests that no tracer decides.

    Comparisons with a static argument count as made: the program has each of their branches for a reason.
    """
    tests = _Tests(site, values)
    end = range_of(site.definition)[1]
    found: list[Range] = []
    for statement in site.body.statements:
        if not isinstance(statement, IfStmt | WhileStmt):
            continue
        conditions = statement.expr if isinstance(statement, IfStmt) else [statement.expr]
        if any(map(tests.is_open, conditions)):
            found += [range_of(block) for block in blocks(statement)]
        leaves = any(isinstance(last, _LEAVES) for block in blocks(statement) for last in block.body[-1:])
        if leaves and any(map(tests.asks, conditions)):
            found.append((range_of(statement)[1], end))
    for expression in site.body.expressions:
        if isinstance(expression, ConditionalExpr) and tests.is_open(expression.cond):
            found += [range_of(expression.if_expr), range_of(expression.else_expr)]
        elif isinstance(expression, OpExpr) and expression.op in ("and", "or") and tests.is_open(expression.left):
            found.append(range_of(expression.right))
    return [*found, *_behind_leaves(site)]


def _behind_leaves(site: TracedFunction) -> Iterator[Range]:
    """Yield what stands behind ``return`` and the like in the same block, and never runs."""
    for block in (site.definition.body, *(each for statement in site.body.statements for each in blocks(statement))):
        ends = (at for at, each in enumerate(block.body) if isinstance(each, (*_LEAVES, RaiseStmt)))
        end = next(ends, len(block.body))
        yield from map(range_of, block.body[end + 1 :])


class _Tests:
    """Tells what the conditions of a traced function depend on."""

    def __init__(self, site: TracedFunction, values: TracedValues) -> None:
        self._values = values
        optional = {each.variable for each in site.definition.arguments if not each.kind.is_required()}
        self._optional = optional.difference(site.traced)
        """The parameters that may have their default; what a call gives is there in that call."""

    def is_open(self, test: Expression) -> bool:
        """Return whether a test may come out either way without the value of a tracer: a flag, a fact of an array."""
        if isinstance(test, OpExpr) and test.op in ("and", "or"):
            return self.is_open(test.left) or self.is_open(test.right)
        if isinstance(test, UnaryExpr) and test.op == "not":
            return self.is_open(test.expr)
        return (isinstance(test, RefExpr) and self._values.path(test) is None) or self.asks(test)

    def asks(self, test: Expression) -> bool:
        """Return whether a test asks what is known of a tracer, whatever its value, or for a default."""
        return any(self._is_fact(each) or self._is_default(each) for each in descendants(test))

    def _is_fact(self, part: Expression) -> bool:
        if isinstance(part, MemberExpr) and part.name in _FACTS:
            return self._is_tracer(part.expr)
        if not isinstance(part, CallExpr) or not isinstance(part.callee, NameExpr | MemberExpr):
            return False
        return part.callee.name in _FACTS_BY_CALL and any(map(self._is_tracer, part.args))

    def _is_tracer(self, part: Expression) -> bool:
        return (self._values.path(part) or self._values.tree(part)) is not None

    def _is_default(self, part: Expression) -> bool:
        """Return whether a name is a parameter that may have its default, or a constant of the module."""
        return isinstance(part, NameExpr) and (part.node in self._optional or part.name.isupper())


def possibly_concrete(site: TracedFunction, values: TracedValues) -> set[str]:
    """Return the tracers of which the function asks whether they are any, by type or by a function of its own.

    A function that makes a tracer of them, ``if far(x):``, asks nothing.
    """
    return {
        path
        for call in _asking_calls(site, values)
        for each in call.args[:1]
        if (path := values.path(each) or values.tree(each)) is not None
    }


def _asking_calls(site: TracedFunction, values: TracedValues) -> Iterator[CallExpr]:
    for call in site.body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in _TYPE_TESTS:
            yield call
    for part in (part for test in _conditions(site) for part in descendants(test)):
        if isinstance(part, CallExpr) and isinstance(part.callee, RefExpr):
            name = spelled(part.callee, site.api.tree)
            if name and not name.startswith(_KNOWN) and values.path(part) is None:
                yield part


def _conditions(site: TracedFunction) -> Iterator[Expression]:
    for statement in site.body.statements:
        if isinstance(statement, IfStmt):
            yield from statement.expr
        elif isinstance(statement, WhileStmt | AssertStmt):
            yield statement.expr
    yield from (each.cond for each in site.body.expressions_of(ConditionalExpr))
