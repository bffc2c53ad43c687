"""A ``try`` that is there to see a failure: what follows the first statement of it says that nothing failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    PassStmt,
    RaiseStmt,
    ReturnStmt,
    Statement,
    StrExpr,
    TryStmt,
)

_FAILING: Final = ("fail", "exit", "abort")
"""How functions are called that end a test or a program: ``pytest.fail``, ``self.fail``, ``sys.exit``."""
_SAYING: Final = ("print",)


def wants_failure(attempt: TryStmt) -> bool:
    """Return whether the program raises or stops where the first statement of a ``try`` goes well.

    That may stand below it, or in an ``else`` that does nothing else.
    """
    rest = attempt.body.body[1:]
    others = [] if attempt.else_body is None else attempt.else_body.body
    fails = bool(others) and all(_complains(each) and not _ends(each) for each in others)
    return fails or (bool(rest) and all(map(_complains, rest)))


def only_tells(attempt: TryStmt) -> bool:
    """Return whether a ``try`` is one statement, and then at most something that tells or returns how that went."""
    return _is_one_statement(attempt) or _complains_of_all(attempt)


def _complains_of_all(attempt: TryStmt) -> bool:
    """Return whether a ``try`` calls methods of one object, and the program stops where one fails, or none does."""
    stops = attempt.else_body is not None and all(map(_complains, attempt.else_body.body))
    ends = bool(attempt.handlers) and all(_complains(each) for block in attempt.handlers for each in block.body)
    owners = [_owner(each) for each in attempt.body.body]
    return (stops or ends) and "" not in owners and len({*owners}) == 1


def _owner(statement: Statement) -> str:
    """Return the name of the variable of which a statement calls a method; "" for any other statement."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    callee = call.callee if isinstance(call, CallExpr) else None
    owner = callee.expr if isinstance(callee, MemberExpr) else None
    return owner.name if isinstance(owner, NameExpr) else ""


def _is_one_statement(attempt: TryStmt) -> bool:
    rest = attempt.body.body[1:]
    if not all(_complains(each) or _tells(each) for each in rest):
        return False
    returns = any(isinstance(each, ReturnStmt) for each in rest)
    return not rest or returns or all(_is_told(block.body) for block in attempt.handlers)


def _is_told(handler: Sequence[Statement]) -> bool:
    return all(_complains(each) or _tells(each) for each in handler)


def _complains(statement: Statement) -> bool:
    if isinstance(statement, RaiseStmt):
        return True
    if isinstance(statement, AssertStmt):
        return isinstance(statement.expr, NameExpr | IntExpr) and _is_literal(statement.expr)
    return isinstance(statement, ExpressionStmt) and _called(statement.expr).endswith(_FAILING)


def _ends(statement: Statement) -> bool:
    """Return whether a program ends, which it may do when all has gone well."""
    return isinstance(statement, ExpressionStmt) and _called(statement.expr).endswith("exit")


def _tells(statement: Statement) -> bool:
    if isinstance(statement, ReturnStmt):
        return statement.expr is None or _is_literal(statement.expr)
    is_call = isinstance(statement, ExpressionStmt) and _called(statement.expr) in _SAYING
    return is_call or isinstance(statement, PassStmt)


def _called(expression: Expression) -> str:
    callee = expression.callee if isinstance(expression, CallExpr) else None
    return callee.name if isinstance(callee, NameExpr | MemberExpr) else ""


def _is_literal(value: Expression) -> bool:
    if isinstance(value, NameExpr):
        return value.name in ("True", "False", "None")
    return isinstance(value, IntExpr | FloatExpr | StrExpr)
