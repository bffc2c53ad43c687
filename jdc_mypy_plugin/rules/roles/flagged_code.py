"""Code of a function behind a flag of Python that nobody may set: ``if debug:`` of ``debug: bool = False``.

The flag is a parameter with a default, an attribute of a plain object such as ``self.debug``, or a setting outside
the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Context,
    ContinueStmt,
    Expression,
    FuncDef,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    UnaryExpr,
    Var,
    WhileStmt,
)

from ...model.classes import model_of
from ...syntax.failures.settled_conditions import Conditions
from ...syntax.index import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import targets, unpacked
from ...syntax.ranges import Range, is_in, range_of
from ...syntax.walk import blocks, descendants

_LEAVES = (BreakStmt, ContinueStmt, RaiseStmt, ReturnStmt)


def is_flagged(node: Context, function: FuncDef | LambdaExpr, tree: MypyFile, count: str | None = None) -> bool:
    """Return whether a node of a function may never run, by the flags that the function asks.

    A ``count`` is an attribute that has an end where the function compares it: ``if state.step < 10:``.
    """
    return is_in(node, _Flags(function, tree, count).ranges())


class _Flags:
    """The flags of one function."""

    def __init__(self, function: FuncDef | LambdaExpr, tree: MypyFile, count: str | None) -> None:
        self._function, self._tree, self._count = function, tree, count
        self._body = INDEX.of(tree).inside(function) if isinstance(function, FuncDef) else None
        arguments = function.arguments
        self._defaults = {each.variable: each.initializer for each in arguments if each.kind.is_optional()}
        is_method = bool(function.info) and not function.is_static and model_of(function.info) is None
        self._own = {each.variable for each in arguments[: 1 if is_method else 0]}
        bound = (to.expression for each in self._statements() for to in targets(each))
        local = {name.node for each in bound for name in unpacked(each) if isinstance(name, NameExpr)}
        self._data = {each.variable for each in arguments} - {*self._defaults, *self._own} | local

    def _statements(self) -> Iterator[Statement]:
        yield from () if self._body is None else self._body.statements

    def ranges(self) -> Iterator[Range]:
        """Yield what may never run."""
        for waiting in () if self._body is None else self._body.statements_of(WhileStmt):
            yield from [range_of(waiting.body)] if self._ends(waiting.expr) else ()
        for choice in () if self._body is None else self._body.statements_of(IfStmt):
            arms = [*choice.body, *([choice.else_body] if choice.else_body is not None else [])]
            for number, test in enumerate(map(self._named, choice.expr)):
                if not self._is_flag(test):
                    continue
                holds = self._holds(test)
                left_out = arms[number : number + 1] if holds is False else arms[number + (holds is True) :]
                yield from map(range_of, left_out)
                if holds is not False and any(isinstance(each.body[-1], _LEAVES) for each in blocks(choice)):
                    yield range_of(choice)[1], range_of(self._function)[1]
        for either in () if self._body is None else self._body.expressions_of(ConditionalExpr):
            test = self._named(either.cond)
            if self._is_flag(test):
                holds = self._holds(test)
                yield from () if holds is True else [range_of(either.if_expr)]
                yield from () if holds is False else [range_of(either.else_expr)]

    def _named(self, test: Expression) -> Expression:
        """Return what a name stands for."""
        value = FLOW.of(self._tree).value_at(test) if isinstance(test, NameExpr) else None
        return value if isinstance(value, Expression) else test

    def _is_flag(self, test: Expression) -> bool:
        """Return whether a test asks flags alone, or how far the count is."""
        if self._ends(test):
            return True
        parts = list(descendants(test))
        names = [each for each in parts if isinstance(each, NameExpr)]
        owners = [each.expr for each in parts if isinstance(each, MemberExpr)]
        is_own = all(each in owners for each in names if each.node in self._own)
        return bool(names) and is_own and not any(each.node in self._data or self._is_given(each) for each in names)

    def _ends(self, test: Expression) -> bool:
        """Return whether a test compares the count itself."""
        compared = (each.operands for each in descendants(test) if isinstance(each, ComparisonExpr))
        operands = (each for pair in compared for each in pair if isinstance(each, MemberExpr))
        return self._count is not None and any(each.name == self._count for each in operands)

    def _is_given(self, name: NameExpr) -> bool:
        """Return whether a call of the function gives a parameter that has a default."""
        if name.node not in self._defaults:
            return False
        calls = (each for each in INDEX.of(self._tree).body.expressions_of(CallExpr) if name.name in each.arg_names)
        return any(self._is_named(part) for each in calls for part in (each.callee, *each.args))

    def _is_named(self, part: Expression) -> bool:
        return isinstance(part, NameExpr | MemberExpr) and part.name == self._function.name

    def _holds(self, test: Expression) -> bool | None:
        """Return whether a test is true for the defaults; None where that is unknown."""
        if isinstance(test, UnaryExpr) and test.op == "not":
            inner = self._holds(test.expr)
            return None if inner is None else not inner
        variable = test.node if isinstance(test, NameExpr) else None
        default = self._defaults.get(variable) if isinstance(variable, Var) else None
        return Conditions(self._tree).holds(test if default is None else default)
