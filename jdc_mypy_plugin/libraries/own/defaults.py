"""Code in a project's own decorator before the class is a dataclass: other defaults, and a class made twice."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
)

from ...syntax.walk import blocks

_OWN_NAMES: Final = "__dict__"
_FIELDS: Final = "__annotations__"


def gives_back(statement: Statement, cls: str) -> bool:
    """Return whether a statement is ``if "_is_made" in cls.__dict__: return cls``."""
    if not isinstance(statement, IfStmt) or len(statement.expr) != 1 or statement.else_body is not None:
        return False
    condition, body = statement.expr[0], statement.body[0].body
    returned = body[0].expr if len(body) == 1 and isinstance(body[0], ReturnStmt) else None
    if not isinstance(condition, ComparisonExpr) or condition.operators != ["in"] or not _is_named(returned, cls):
        return False
    left, right = condition.operands
    return isinstance(left, StrExpr) and _is_attribute(right, _OWN_NAMES, cls)


def gives_method(statement: Statement, cls: str) -> bool:
    """Return whether a statement is ``cls.set = lambda self, **kwargs: ...``.

    ``replace`` and special names have a meaning of their own.
    """
    if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, LambdaExpr):
        return False
    target = statement.lvalues[0]
    if len(statement.lvalues) != 1 or not isinstance(target, MemberExpr) or not _is_named(target.expr, cls):
        return False
    return target.name != "replace" and not target.name.startswith("__")


def changes_defaults(statement: Statement, cls: str) -> bool:
    """Return whether a statement goes along the annotations of a class and does no more than give it attributes.

    ``for name in cls.__annotations__: setattr(cls, name, field(...))``, under conditions.
    """
    if not isinstance(statement, ForStmt) or statement.else_body is not None or not _is_fields(statement.expr, cls):
        return False
    return isinstance(statement.index, NameExpr) and all(
        _is_step(each, cls, statement.index.name) for each in statement.body.body
    )


def _is_step(statement: Statement, cls: str, field: str) -> bool:
    if isinstance(statement, IfStmt):
        return all(_is_step(each, cls, field) for block in blocks(statement) for each in block.body)
    if isinstance(statement, AssignmentStmt):
        return all(isinstance(each, NameExpr) and each.name not in (cls, field) for each in statement.lvalues)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or len(call.args) != 3:
        return False
    return _is_named(call.callee, "setattr") and _is_named(call.args[0], cls) and _is_named(call.args[1], field)


def _is_fields(expression: Expression, cls: str) -> bool:
    """Return whether an expression is ``cls.__annotations__``, or a view of it."""
    if isinstance(expression, CallExpr) and not expression.args and isinstance(expression.callee, MemberExpr):
        callee = expression.callee
        return callee.name == "keys" and _is_attribute(callee.expr, _FIELDS, cls)
    return _is_attribute(expression, _FIELDS, cls)


def _is_attribute(expression: Expression, name: str, cls: str) -> bool:
    return isinstance(expression, MemberExpr) and expression.name == name and _is_named(expression.expr, cls)


def _is_named(expression: Expression | None, name: str) -> bool:
    return isinstance(expression, NameExpr) and expression.name == name
