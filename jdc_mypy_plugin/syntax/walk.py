"""Walking mypy's syntax tree.

mypy's own visitors are compiled traits, which a plugin cannot subclass
(https://github.com/python/mypy/issues/19456), so children are listed here, by node class: a walk passes over every
node of a module, and the classes of nodes are final.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from mypy import nodes
from mypy.nodes import Block, Expression, NameExpr, Node, Statement
from mypy.patterns import (
    AsPattern,
    ClassPattern,
    MappingPattern,
    OrPattern,
    Pattern,
    SequencePattern,
    StarredPattern,
)

NodeT = TypeVar("NodeT")


def blocks(statement: Node) -> Sequence[Block]:
    """Return the blocks directly inside a statement."""
    list_them = BLOCKS.get(type(statement))
    return () if list_them is None else list_them(statement)


def statements(body: Sequence[Statement]) -> list[Statement]:
    """Return every statement of a body, nested ones included, in source order."""
    found: list[Statement] = []
    _add_statements(body, found)
    return found


def _add_statements(body: Sequence[Statement], found: list[Statement]) -> None:
    for statement in body:
        found.append(statement)
        list_them = BLOCKS.get(type(statement))
        if list_them is not None:
            for block in list_them(statement):
                _add_statements(block.body, found)


def expressions_of(statement: Statement) -> Sequence[Expression]:
    """Return the expressions written directly in a statement, outside its blocks."""
    list_them = EXPRESSIONS.get(type(statement))
    return () if list_them is None else list_them(statement)


def children(expression: Expression) -> Sequence[Expression]:
    """Return the expressions directly inside an expression."""
    list_them = _CHILDREN.get(type(expression))
    return () if list_them is None else list_them(expression)


def descendants(expression: Expression) -> list[Expression]:
    """Return an expression and everything inside it, in source order."""
    found: list[Expression] = []
    _add([expression], found)
    return found


def expressions_in(body: Sequence[Statement]) -> list[Expression]:
    """Return every expression of a body, those inside others included."""
    found: list[Expression] = []
    for statement in statements(body):
        _add(expressions_of(statement), found)
    return found


def collect(
    expressions: Sequence[Expression], around: Node, found: list[Expression], parents: dict[Expression, Node]
) -> None:
    """Add the expressions directly in a node and everything inside them, in source order, each with its parent."""
    for expression in expressions:
        found.append(expression)
        parents[expression] = around
        list_them = _CHILDREN.get(type(expression))
        if list_them is not None:
            collect(list_them(expression), expression, found, parents)


def _add(expressions: Sequence[Expression], found: list[Expression]) -> None:
    for expression in expressions:
        found.append(expression)
        _add(children(expression), found)


def captures(pattern: Pattern) -> Iterator[NameExpr]:
    """Yield the names that a pattern of a match statement binds."""
    if isinstance(pattern, AsPattern):
        yield from _present(pattern.name)
    elif isinstance(pattern, StarredPattern):
        yield from _present(pattern.capture)
    elif isinstance(pattern, MappingPattern):
        yield from _present(pattern.rest)
    for part in _patterns_in(pattern):
        yield from captures(part)


def _patterns_in(pattern: Pattern) -> Sequence[Pattern]:
    if isinstance(pattern, AsPattern):
        return _present(pattern.pattern)
    if isinstance(pattern, OrPattern | SequencePattern):
        return pattern.patterns
    if isinstance(pattern, MappingPattern):
        return pattern.values
    return [*pattern.positionals, *pattern.keyword_values] if isinstance(pattern, ClassPattern) else ()


def _present(*parts: NodeT | None) -> list[NodeT]:
    return [part for part in parts if part is not None]


BLOCKS: Final[dict[type, Callable[[Any], Sequence[Block]]]] = {
    nodes.Block: lambda s: (s,),
    nodes.FuncDef: lambda s: (s.body,),
    nodes.ClassDef: lambda s: (s.defs,),
    nodes.Decorator: lambda s: (s.func.body,),
    # mypy takes the implementation out of the items when it comes to analyse them
    nodes.OverloadedFuncDef: lambda s: [block for item in s.unanalyzed_items for block in blocks(item)],
    nodes.IfStmt: lambda s: _present(*s.body, s.else_body),
    nodes.ForStmt: lambda s: _present(s.body, s.else_body),
    nodes.WhileStmt: lambda s: _present(s.body, s.else_body),
    nodes.WithStmt: lambda s: (s.body,),
    nodes.TryStmt: lambda s: _present(s.body, *s.handlers, s.else_body, s.finally_body),
    nodes.MatchStmt: lambda s: s.bodies,
}

EXPRESSIONS: Final[dict[type, Callable[[Any], Sequence[Expression]]]] = {
    nodes.AssignmentStmt: lambda s: (*s.lvalues, s.rvalue),
    nodes.OperatorAssignmentStmt: lambda s: (s.lvalue, s.rvalue),
    nodes.ExpressionStmt: lambda s: (s.expr,),
    nodes.DelStmt: lambda s: (s.expr,),
    nodes.ReturnStmt: lambda s: _present(s.expr),
    nodes.RaiseStmt: lambda s: _present(s.expr, s.from_expr),
    nodes.AssertStmt: lambda s: _present(s.expr, s.msg),
    nodes.WhileStmt: lambda s: (s.expr,),
    nodes.ForStmt: lambda s: (s.index, s.expr),
    nodes.IfStmt: lambda s: s.expr,
    nodes.WithStmt: lambda s: (*s.expr, *_present(*s.target)),
    nodes.MatchStmt: lambda s: (s.subject, *_present(*s.guards)),
    nodes.TryStmt: lambda s: _present(*s.types),
    nodes.FuncDef: lambda s: _present(*(argument.initializer for argument in s.arguments)),
    nodes.Decorator: lambda s: (*s.original_decorators, *expressions_of(s.func)),
    nodes.OverloadedFuncDef: lambda s: [part for item in s.unanalyzed_items for part in expressions_of(item)],
    nodes.ClassDef: lambda s: (*s.decorators, *s.base_type_exprs, *s.keywords.values()),
}

_CHILDREN: Final[dict[type, Callable[[Any], Sequence[Expression]]]] = {
    nodes.MemberExpr: lambda e: (e.expr,),
    nodes.StarExpr: lambda e: (e.expr,),
    nodes.CastExpr: lambda e: (e.expr,),
    nodes.AssertTypeExpr: lambda e: (e.expr,),
    nodes.UnaryExpr: lambda e: (e.expr,),
    nodes.AwaitExpr: lambda e: (e.expr,),
    nodes.YieldFromExpr: lambda e: (e.expr,),
    nodes.CallExpr: lambda e: (e.callee, *e.args),
    nodes.IndexExpr: lambda e: (e.base, e.index),
    nodes.TupleExpr: lambda e: e.items,
    nodes.ListExpr: lambda e: e.items,
    nodes.SetExpr: lambda e: e.items,
    nodes.DictExpr: lambda e: [part for item in e.items for part in item if part is not None],
    nodes.OpExpr: lambda e: (e.left, e.right),
    nodes.ComparisonExpr: lambda e: e.operands,
    nodes.ConditionalExpr: lambda e: (e.cond, e.if_expr, e.else_expr),
    nodes.AssignmentExpr: lambda e: (e.target, e.value),
    nodes.SliceExpr: lambda e: _present(e.begin_index, e.end_index, e.stride),
    nodes.ListComprehension: lambda e: (e.generator,),
    nodes.SetComprehension: lambda e: (e.generator,),
    nodes.GeneratorExpr: lambda e: (e.left_expr, *e.sequences, *(c for cs in e.condlists for c in cs)),
    nodes.DictionaryComprehension: lambda e: (
        *_present(e.key),
        e.value,
        *e.sequences,
        *(c for cs in e.condlists for c in cs),
    ),
    nodes.YieldExpr: lambda e: _present(e.expr),
    nodes.LambdaExpr: lambda e: [part for s in e.body.body for part in expressions_of(s)],
}
