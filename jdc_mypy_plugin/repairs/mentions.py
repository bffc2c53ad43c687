"""A mention of a base in the body of a class, for mypy to ask a plugin about the class while it checks the module.

mypy asks about a class when it simulates ``__init_subclass__``, but not where there is a metaclass, and when it calls
the decorator, but not where that is unknown to it. So the body gets one more statement, ``Base.__doc__``, which every
class has, at the place of the class itself.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    GDEF,
    ClassDef,
    Context,
    Expression,
    ExpressionStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
)
from mypy.plugin import ClassDefContext

MENTIONED: Final = "__doc__"
OBJECT: Final = "builtins.object"


def add_mention(ctx: ClassDefContext) -> None:
    """Add the statement to a class that its base makes, once."""
    _add(ctx, _copy(ctx.reason))


def add_mention_of_object(ctx: ClassDefContext) -> None:
    """Add the statement to a class that a decorator makes, once."""
    mentioned = NameExpr("object")
    mentioned.node, mentioned.fullname, mentioned.kind = ctx.api.named_type(OBJECT).type, OBJECT, GDEF
    _add(ctx, mentioned)


def _add(ctx: ClassDefContext, mentioned: RefExpr | None) -> None:
    body = ctx.cls.defs.body
    if mentioned is None or any(isinstance(each, ExpressionStmt) and is_mention(each.expr, ctx.cls) for each in body):
        return
    statement = ExpressionStmt(MemberExpr(mentioned, MENTIONED))
    for node in (statement, statement.expr, mentioned):
        node.set_line(ctx.cls.line, ctx.cls.column, ctx.cls.end_line, ctx.cls.end_column)
    body.append(statement)


def is_mention(node: Context, cls: ClassDef) -> bool:
    """Return whether a node is the expression that was added to a class."""
    at_class = (node.line, node.column) == (cls.line, cls.column)
    return at_class and isinstance(node, MemberExpr) and node.name == MENTIONED


def _copy(expression: Expression) -> RefExpr | None:
    """Return a reference of its own to a base class, without its type arguments; None for other expressions.

    It refers to what the original does, since mypy has analysed the body already, and may do so again.
    """
    if isinstance(expression, IndexExpr):
        return _copy(expression.base)
    copied: RefExpr | None = None
    if isinstance(expression, NameExpr):
        copied = NameExpr(expression.name)
    elif isinstance(expression, MemberExpr):
        owner = _copy(expression.expr)
        copied = None if owner is None else MemberExpr(owner, expression.name)
    if copied is not None and isinstance(expression, RefExpr):
        copied.kind, copied.node, copied.fullname = expression.kind, expression.node, expression.fullname
    return copied
