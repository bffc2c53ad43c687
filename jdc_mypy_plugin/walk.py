"""Walking mypy's syntax tree.

mypy's own visitors are compiled traits, which a plugin cannot subclass
(https://github.com/python/mypy/issues/19456), so children are listed here.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssertStmt,
    AssignmentExpr,
    AssignmentStmt,
    AwaitExpr,
    Block,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    DelStmt,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    RaiseStmt,
    ReturnStmt,
    SetComprehension,
    SetExpr,
    SliceExpr,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)


def blocks(statement: Node) -> Iterator[Block]:
    """Yield the blocks directly inside a statement."""
    if isinstance(statement, FuncDef | ClassDef):
        yield statement.body if isinstance(statement, FuncDef) else statement.defs
    elif isinstance(statement, Decorator):
        yield statement.func.body
    elif isinstance(statement, OverloadedFuncDef):
        for item in statement.items:
            yield from blocks(item)
    elif isinstance(statement, IfStmt):
        yield from statement.body
        yield from [statement.else_body] if statement.else_body else []
    elif isinstance(statement, ForStmt | WhileStmt):
        yield statement.body
        yield from [statement.else_body] if statement.else_body else []
    elif isinstance(statement, WithStmt):
        yield statement.body
    elif isinstance(statement, TryStmt):
        yield statement.body
        yield from statement.handlers
        yield from (block for block in (statement.else_body, statement.finally_body) if block)
    elif isinstance(statement, MatchStmt):
        yield from statement.bodies
    elif isinstance(statement, Block):
        yield statement


def statements(body: list[Statement]) -> Iterator[Statement]:
    """Yield every statement of a body, nested ones included, in source order."""
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from statements(block.body)


def expressions_of(statement: Statement) -> Iterator[Expression]:  # noqa: PLR0912 - one line a node class
    """Yield the expressions written directly in a statement, outside its blocks."""
    if isinstance(statement, AssignmentStmt):
        yield from (*statement.lvalues, statement.rvalue)
    elif isinstance(statement, OperatorAssignmentStmt):
        yield from (statement.lvalue, statement.rvalue)
    elif isinstance(statement, ExpressionStmt | DelStmt | ReturnStmt):
        yield from [statement.expr] if statement.expr else []
    elif isinstance(statement, RaiseStmt):
        yield from (part for part in (statement.expr, statement.from_expr) if part)
    elif isinstance(statement, AssertStmt):
        yield from [statement.expr, statement.msg] if statement.msg else [statement.expr]
    elif isinstance(statement, WhileStmt | ForStmt):
        yield from [statement.index, statement.expr] if isinstance(statement, ForStmt) else [statement.expr]
    elif isinstance(statement, IfStmt):
        yield from statement.expr
    elif isinstance(statement, WithStmt):
        yield from (*statement.expr, *(target for target in statement.target if target))
    elif isinstance(statement, MatchStmt):
        yield from (statement.subject, *(guard for guard in statement.guards if guard))
    elif isinstance(statement, TryStmt):
        yield from (kind for kind in statement.types if kind)
    elif isinstance(statement, FuncDef):
        yield from (argument.initializer for argument in statement.arguments if argument.initializer)
    elif isinstance(statement, Decorator):
        yield from (*statement.original_decorators, *expressions_of(statement.func))
    elif isinstance(statement, ClassDef):
        yield from (*statement.decorators, *statement.base_type_exprs, *statement.keywords.values())


def children(expression: Expression) -> Iterator[Expression]:  # noqa: PLR0912 - one line a node class
    """Yield the expressions directly inside an expression."""
    if isinstance(expression, MemberExpr | StarExpr | UnaryExpr | AwaitExpr | YieldFromExpr):
        yield expression.expr
    elif isinstance(expression, CallExpr):
        yield from (expression.callee, *expression.args)
    elif isinstance(expression, IndexExpr):
        yield from (expression.base, expression.index)
    elif isinstance(expression, TupleExpr | ListExpr | SetExpr):
        yield from expression.items
    elif isinstance(expression, DictExpr):
        yield from (part for item in expression.items for part in item if part is not None)
    elif isinstance(expression, OpExpr):
        yield from (expression.left, expression.right)
    elif isinstance(expression, ComparisonExpr):
        yield from expression.operands
    elif isinstance(expression, ConditionalExpr):
        yield from (expression.cond, expression.if_expr, expression.else_expr)
    elif isinstance(expression, AssignmentExpr):
        yield from (expression.target, expression.value)
    elif isinstance(expression, SliceExpr):
        yield from (part for part in (expression.begin_index, expression.end_index, expression.stride) if part)
    elif isinstance(expression, ListComprehension | SetComprehension):
        yield expression.generator
    elif isinstance(expression, GeneratorExpr):
        yield from (
            expression.left_expr,
            *expression.sequences,
            *(c for cs in expression.condlists for c in cs),
        )
    elif isinstance(expression, DictionaryComprehension):
        yield from [expression.key] if expression.key else []
        yield from (expression.value, *expression.sequences)
    elif isinstance(expression, YieldExpr):
        yield from [expression.expr] if expression.expr else []
    elif isinstance(expression, LambdaExpr):
        yield from (e for s in expression.body.body for e in expressions_of(s))


def descendants(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and everything inside it."""
    yield expression
    for child in children(expression):
        yield from descendants(child)
