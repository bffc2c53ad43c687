"""Names that may stand for a mutable copy, or for a part of one.

``with jdc.copy_and_mutate(state) as copy:`` makes ``copy`` and everything in it writable until the block ends. A
name is followed generously: whatever a writable name was put into, taken out of, matched with or handed to is
writable too. A context manager that the plugin does not know may hand out a mutable copy as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    RefExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
    WithStmt,
)

from ..libraries.registry import COPIERS
from ..syntax.functions import Functions
from ..syntax.walk import blocks, captures, descendants, expressions_of, statements

MAKER: Final = "copy_and_mutate"

Key = tuple[int, str]
"""Identity of a name or of an attribute of one: the variable's id and the dotted rest.

An attribute that a writable value was stored in has the id 0: any object's attribute of that name is writable.
"""
ANY_OBJECT: Final = 0

Keys = frozenset[Key]


def copiers_named(tree: MypyFile) -> frozenset[str]:
    """Return the full names of every ``copy_and_mutate`` that a module names; "" for one that mypy does not know."""
    named = (part for part in parts(tree.defs) if isinstance(part, NameExpr | MemberExpr))
    return frozenset(part.fullname for part in named if part.name == MAKER)


def sole_copier(named: frozenset[str]) -> str | None:
    """Return the full name of ``copy_and_mutate`` where a module names one library's and no other."""
    return next(iter(named)) if len(named) == 1 and named <= COPIERS else None


def copied_in(statement: WithStmt) -> Keys:
    """Return the targets of a with statement that are certain to be the copy that ``copy_and_mutate`` makes."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if isinstance(manager, CallExpr) and isinstance(manager.callee, RefExpr) and isinstance(target, NameExpr):
            found.update(keys(target) if manager.callee.fullname in COPIERS else ())
    return frozenset(found)


def is_part_of(expression: Expression, names: Keys) -> bool:
    """Return whether an expression is one of these names, or read from one by attributes and items alone."""
    while isinstance(expression, MemberExpr | IndexExpr):
        expression = expression.expr if isinstance(expression, MemberExpr) else expression.base
    return key(expression) in names


def opened(statement: WithStmt) -> Keys:
    """Return the names that a with statement may make writable: its targets, and the object it is called on."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if target is not None:
            found.update(keys(target))
        if isinstance(manager, CallExpr) and isinstance(manager.callee, MemberExpr):
            found.update(keys(manager.callee.expr))
    return frozenset(found)


def opened_in(body: list[Statement]) -> Keys:
    """Return the names that the with statements of a body make writable, and what they are put into."""
    found = [opened(statement) for statement in statements(body) if isinstance(statement, WithStmt)]
    return aliases(body, frozenset[Key]().union(*found)) if found else frozenset()


def opened_outside_functions(body: list[Statement]) -> Keys:
    """Return the names that with statements of a module make writable, those in functions and classes left out."""
    found: Keys = frozenset()
    for statement in body:
        if isinstance(statement, WithStmt):
            found |= aliases(statement.body.body, opened(statement))
        if not isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef):
            for block in blocks(statement):
                found |= opened_outside_functions(block.body)
    return found


def made_in(body: list[Statement]) -> Keys:
    """Return the names bound to a call of ``copy_and_mutate`` itself, as with an ``ExitStack``."""
    found: set[Key] = set()
    for target, value in bindings(body):
        if any(isinstance(part, NameExpr | MemberExpr) and part.name == MAKER for part in descendants(value)):
            found.update(keys(target))
    return aliases(body, frozenset(found)) if found else frozenset()


def without_replaced(statement: Statement, rest: list[Statement], writable: Keys, functions: Functions) -> Keys:
    """Leave out a name that a statement binds to a new object for good, made of nothing writable.

    ``rest`` is what follows the statement in its body.
    """
    made = functions.constructions(statement.rvalue) if isinstance(statement, AssignmentStmt) else []
    if not made or any(mentions(call, writable) for call in made):
        return writable
    after = list(statements(rest))
    if any(isinstance(other, FuncDef | Decorator | ClassDef) for other in after):
        return writable
    later = {found for target, _ in bindings(rest) for found in keys(target)}
    later.update(*(opened(other) for other in after if isinstance(other, WithStmt)))
    names = {found for target in _names_assigned(statement) for found in keys(target)}
    return writable - (names - later)


def _names_assigned(statement: Statement) -> list[NameExpr]:
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    return [target for target in targets if isinstance(target, NameExpr)]


def aliases(body: list[Statement], writable: Keys) -> Keys:
    """Add the names of a body that are bound to anything in which a writable name occurs."""
    bound = list(bindings(body))
    while True:
        found = set(writable)
        for target, value in bound:
            if mentions(value, writable):
                found.update(keys(target))
        if len(found) == len(writable):
            return writable
        writable = frozenset(found)


def mentions(expression: Expression, writable: Keys) -> bool:
    """Return whether a writable name occurs in an expression."""
    return any(
        key(part) in writable or (isinstance(part, MemberExpr) and (ANY_OBJECT, part.name) in writable)
        for part in descendants(expression)
    )


def parts(body: list[Statement]) -> Iterator[Expression]:
    """Yield every expression of a body, those inside others too."""
    for statement in statements(body):
        for expression in expressions_of(statement):
            yield from descendants(expression)


def bindings(body: list[Statement]) -> Iterator[tuple[Expression, Expression]]:
    """Yield names and what is put into them; the targets of a with statement are left to `opened`."""
    for statement in statements(body):
        yield from _bound_by(statement)
        for expression in expressions_of(statement):
            for part in descendants(expression):
                yield from _bound_within(part)


def _bound_by(statement: Statement) -> Iterator[tuple[Expression, Expression]]:
    if isinstance(statement, AssignmentStmt):
        for target in statement.lvalues:
            yield from _matched(target, statement.rvalue)
    elif isinstance(statement, OperatorAssignmentStmt):
        yield statement.lvalue, statement.rvalue
    elif isinstance(statement, ForStmt):
        yield from _items(statement.index, statement.expr)
    elif isinstance(statement, MatchStmt):
        yield from ((name, statement.subject) for pattern in statement.patterns for name in captures(pattern))
    elif isinstance(statement, FuncDef):
        yield from _defaults(statement)


def _bound_within(part: Expression) -> Iterator[tuple[Expression, Expression]]:
    if isinstance(part, AssignmentExpr):
        yield part.target, part.value
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        for target, sequence in zip(part.indices, part.sequences, strict=True):
            yield from _items(target, sequence)
    elif isinstance(part, CallExpr):
        yield from _handed_over(part)


def _matched(target: Expression, value: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Yield each target of ``a, b = x, y`` with its own value."""
    targets, values = _row(target), _row(value)
    if targets and len(targets) == len(values):
        for item, given in zip(targets, values, strict=True):
            yield from _matched(item, given)
    else:
        yield target, value


def _items(target: Expression, sequence: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Yield each target of ``for a, b in zip(x, y)`` with its own sequence."""
    targets, name, given = _row(target), "", []
    if isinstance(sequence, CallExpr) and isinstance(sequence.callee, RefExpr):
        name, given = sequence.callee.fullname, _positional(sequence)
    if name == "builtins.zip" and targets and len(targets) == len(given):
        for item, one in zip(targets, given, strict=True):
            yield from _items(item, one)
    elif name == "builtins.enumerate" and len(targets) == 2 and given:
        yield from _items(targets[1], given[0])
    else:
        yield target, sequence


def _row(expression: Expression) -> list[Expression]:
    """Return the items of a tuple or list that is written out, nothing where one is starred."""
    items = expression.items if isinstance(expression, TupleExpr | ListExpr) else []
    return [] if any(isinstance(item, StarExpr) for item in items) else items


def _positional(call: CallExpr) -> list[Expression]:
    """Return the positional arguments of a call, nothing where one is starred."""
    if any(kind.is_star() for kind in call.arg_kinds):
        return []
    return [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_positional()]


def _handed_over(call: CallExpr) -> Iterator[tuple[Expression, Expression]]:
    """Yield what a call may put into its receiver, ``queue.append(x)``, and into parameters of a lambda."""
    if isinstance(call.callee, MemberExpr) and _is_container(call.callee.expr):
        yield from ((call.callee.expr, argument) for argument in call.args)
    for part in (call.callee, *call.args):
        if isinstance(part, LambdaExpr):
            yield from ((name, other) for name in _names(part) for other in call.args if other is not part)


def _is_container(receiver: Expression) -> bool:
    """Return whether a receiver may keep what it is given: an object other than ``self``, no module and no class."""
    root = receiver
    while isinstance(root, MemberExpr | IndexExpr):
        root = root.expr if isinstance(root, MemberExpr) else root.base
    return isinstance(root, NameExpr) and isinstance(root.node, Var) and not (root is receiver and root.node.is_self)


def _names(function: FuncItem) -> Iterator[NameExpr]:
    for argument in function.arguments:
        name = NameExpr(argument.variable.name)
        name.node = argument.variable
        yield name


def _defaults(function: FuncDef) -> Iterator[tuple[Expression, Expression]]:
    for name, argument in zip(_names(function), function.arguments, strict=True):
        if argument.initializer is not None:
            yield name, argument.initializer


def keys(target: Expression) -> Iterator[Key]:
    """Yield the names and attributes that a target stands for; that of a container for a target inside it."""
    if isinstance(target, NameExpr | MemberExpr):
        found = key(target)
        if found is not None:
            yield found
    elif isinstance(target, IndexExpr):
        yield from keys(target.base)
    elif isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from keys(item)
    elif isinstance(target, StarExpr):
        yield from keys(target.expr)


def key(expression: Expression) -> Key | None:
    """Return the key of a name or of an attribute of one; None for every other expression."""
    if isinstance(expression, NameExpr) and expression.node is not None:
        return id(expression.node), ""
    if isinstance(expression, MemberExpr):
        base = key(expression.expr)
        return None if base is None else (base[0], f"{base[1]}.{expression.name}")
    return None
