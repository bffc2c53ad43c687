"""Names that may stand for a mutable copy, or for a part of one.

``with jdc.copy_and_mutate(state) as copy:`` makes ``copy`` and everything in it writable until the block ends. A
name is followed generously: whatever a writable name was put into, taken out of, matched with or handed to is
writable too. A context manager that the plugin does not know may hand out a mutable copy as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
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
    RefExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
    WithStmt,
)

from jdc_spec.libraries import COPIERS

from .walk import captures, descendants, expressions_of, statements

MAKER: Final = "copy_and_mutate"

Key = tuple[int, str]
"""Identity of a name or of an attribute of one: the variable's id and the dotted rest.

An attribute that a writable value was stored in has the id 0: any object's attribute of that name is writable.
"""
_ANY_OBJECT: Final = 0

Keys = frozenset[Key]


class Reach:
    """What a mutable copy reaches beyond the function that makes it.

    That is parameters of the functions that it is given to, and attributes that it is stored in. Found in rounds: a
    function that is given a copy may hand it on.
    """

    def __init__(self, tree: MypyFile) -> None:
        self.keys: Keys = frozenset()
        self._functions: dict[str, list[FuncItem]] = {}
        for name, function in _functions(tree.defs):
            self._functions.setdefault(name, []).append(function)

    def follow(self, body: list[Statement], writable: Keys) -> None:
        """Note what a body hands on and stores, given the names that are writable in it."""
        found: set[Key] = set()
        for part in _parts(body):
            if isinstance(part, CallExpr):
                found.update((id(parameter), "") for parameter in self._given(part, writable))
        found.update(_stored(body, writable))
        self.keys |= found

    def _given(self, call: CallExpr, writable: Keys) -> Iterator[Var]:
        """Yield the parameters of functions of the module that a call gives something writable to."""
        callee = call.callee
        receiver = callee.expr if isinstance(callee, MemberExpr) else None
        for function in self._named(callee):
            parameters = [argument.variable for argument in function.arguments]
            if receiver is not None and function.info and parameters:
                if mentions(receiver, writable):
                    yield parameters[0]
                parameters = parameters[1:]
            yield from _bound(call, parameters, writable)
        if any(mentions(argument, writable) for argument in call.args):
            for value in _values(call):
                for function in self._named(value):
                    yield from (item.variable for item in function.arguments)

    def _named(self, expression: Expression) -> Iterable[FuncItem]:
        return self._functions.get(expression.name, ()) if isinstance(expression, NameExpr | MemberExpr) else ()


def copiers_named(tree: MypyFile) -> frozenset[str]:
    """Return the full names of every ``copy_and_mutate`` that a module names; "" for one that mypy does not know."""
    named = (part for part in _parts(tree.defs) if isinstance(part, NameExpr | MemberExpr))
    return frozenset(part.fullname for part in named if part.name == MAKER)


def sole_copier(named: frozenset[str]) -> str | None:
    """Return the full name of ``copy_and_mutate`` where a module names one library's and no other."""
    return next(iter(named)) if len(named) == 1 and named <= COPIERS else None


def copied_in(statement: WithStmt) -> Keys:
    """Return the targets of a with statement that are certain to be the copy that ``copy_and_mutate`` makes."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if isinstance(manager, CallExpr) and isinstance(manager.callee, RefExpr) and isinstance(target, NameExpr):
            found.update(_keys(target) if manager.callee.fullname in COPIERS else ())
    return frozenset(found)


def is_part_of(expression: Expression, names: Keys) -> bool:
    """Return whether an expression is one of these names, or read from one by attributes and items alone."""
    while isinstance(expression, MemberExpr | IndexExpr):
        expression = expression.expr if isinstance(expression, MemberExpr) else expression.base
    return _key(expression) in names


def opened(statement: WithStmt) -> Keys:
    """Return the names that a with statement may make writable: its targets, and the object it is called on."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if target is not None:
            found.update(_keys(target))
        if isinstance(manager, CallExpr) and isinstance(manager.callee, MemberExpr):
            found.update(_keys(manager.callee.expr))
    return frozenset(found)


def opened_in(body: list[Statement]) -> Keys:
    """Return the names that the with statements of a body make writable, and what they are put into."""
    found = [opened(statement) for statement in statements(body) if isinstance(statement, WithStmt)]
    return aliases(body, frozenset[Key]().union(*found)) if found else frozenset()


def made_in(body: list[Statement]) -> Keys:
    """Return the names bound to a call of ``copy_and_mutate`` itself, as with an ``ExitStack``."""
    found: set[Key] = set()
    for target, value in _bindings(body):
        if any(isinstance(part, NameExpr | MemberExpr) and part.name == MAKER for part in descendants(value)):
            found.update(_keys(target))
    return aliases(body, frozenset(found)) if found else frozenset()


def aliases(body: list[Statement], writable: Keys) -> Keys:
    """Add the names of a body that are bound to anything in which a writable name occurs."""
    bindings = list(_bindings(body))
    while True:
        found = set(writable)
        for target, value in bindings:
            if mentions(value, writable):
                found.update(_keys(target))
        if len(found) == len(writable):
            return writable
        writable = frozenset(found)


def mentions(expression: Expression, writable: Keys) -> bool:
    """Return whether a writable name occurs in an expression."""
    return any(
        _key(part) in writable or (isinstance(part, MemberExpr) and (_ANY_OBJECT, part.name) in writable)
        for part in descendants(expression)
    )


def _stored(body: list[Statement], writable: Keys) -> Iterator[Key]:
    """Yield the attributes in which a body stores what is writable, for whoever reads them elsewhere."""
    for target, value in _bindings(body):
        if isinstance(target, MemberExpr) and mentions(value, writable):
            yield _ANY_OBJECT, target.name
    for statement in statements(body):
        targets = statement.target if isinstance(statement, WithStmt) else ()
        yield from ((_ANY_OBJECT, target.name) for target in targets if isinstance(target, MemberExpr))


def _functions(body: list[Statement]) -> Iterator[tuple[str, FuncItem]]:
    for statement in statements(body):
        if isinstance(statement, FuncDef):
            yield statement.name, statement
        elif isinstance(statement, Decorator):
            yield statement.name, statement.func
        elif isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, LambdaExpr):
            yield from ((name.name, statement.rvalue) for name in statement.lvalues if isinstance(name, NameExpr))


def _parts(body: list[Statement]) -> Iterator[Expression]:
    for statement in statements(body):
        for expression in expressions_of(statement):
            yield from descendants(expression)


def _bindings(body: list[Statement]) -> Iterator[tuple[Expression, Expression]]:
    """Yield names and what is put into them; the targets of a with statement are left to `opened`."""
    for statement in statements(body):
        if isinstance(statement, AssignmentStmt):
            yield from ((target, statement.rvalue) for target in statement.lvalues)
        elif isinstance(statement, OperatorAssignmentStmt):
            yield statement.lvalue, statement.rvalue
        elif isinstance(statement, ForStmt):
            yield statement.index, statement.expr
        elif isinstance(statement, MatchStmt):
            yield from ((name, statement.subject) for pattern in statement.patterns for name in captures(pattern))
        elif isinstance(statement, FuncDef):
            yield from _defaults(statement)
        for expression in expressions_of(statement):
            for part in descendants(expression):
                yield from _bindings_within(part)


def _bindings_within(part: Expression) -> Iterator[tuple[Expression, Expression]]:
    if isinstance(part, AssignmentExpr):
        yield part.target, part.value
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        yield from zip(part.indices, part.sequences, strict=True)
    elif isinstance(part, CallExpr):
        yield from _handed_over(part)


def _handed_over(call: CallExpr) -> Iterator[tuple[Expression, Expression]]:
    """Yield what a call may put into its receiver, ``queue.append(x)``, and into parameters of a lambda."""
    if isinstance(call.callee, MemberExpr) and _is_container(call.callee.expr):
        yield from ((call.callee.expr, argument) for argument in call.args)
    for part in (call.callee, *call.args):
        if isinstance(part, LambdaExpr):
            yield from ((name, other) for name in _names(part) for other in call.args if other is not part)


def _values(call: CallExpr) -> Iterator[Expression]:
    """Yield what a call is given, ``f`` and ``x`` in ``map(partial(f, x), ...)`` too; not the functions it calls."""
    for argument in call.args:
        yield argument
        if isinstance(argument, CallExpr):
            yield from _values(argument)


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


def _bound(call: CallExpr, parameters: list[Var], writable: Keys) -> Iterator[Var]:
    """Yield the parameters whose argument is writable; all of them where a writable argument is starred."""
    positional = iter(parameters)
    for value, kind, keyword in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        parameter = next(positional, None) if kind.is_positional() else _of_name(keyword, parameters)
        if mentions(value, writable):
            yield from parameters if parameter is None else [parameter]


def _of_name(name: str | None, parameters: list[Var]) -> Var | None:
    return next((parameter for parameter in parameters if parameter.name == name), None)


def _keys(target: Expression) -> Iterator[Key]:
    if isinstance(target, NameExpr | MemberExpr):
        key = _key(target)
        if key is not None:
            yield key
    elif isinstance(target, IndexExpr):
        yield from _keys(target.base)
    elif isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from _keys(item)
    elif isinstance(target, StarExpr):
        yield from _keys(target.expr)


def _key(expression: Expression) -> Key | None:
    if isinstance(expression, NameExpr) and expression.node is not None:
        return id(expression.node), ""
    if isinstance(expression, MemberExpr):
        base = _key(expression.expr)
        return None if base is None else (base[0], f"{base[1]}.{expression.name}")
    return None
