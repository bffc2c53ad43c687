"""Follows a mutable copy beyond the function that makes it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    SuperExpr,
    Var,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)

from ..syntax.functions import (
    Functions,
    aligned,
    aligned_to,
    class_named,
    parameters,
    receiver_of,
    returned_by,
    without_receiver,
)
from ..syntax.walk import descendants, expressions_of, statements
from .callbacks import Handed, parameters_of_foreign_callbacks
from .names import ANY_OBJECT, Key, Keys, bindings, copied_in, is_part_of, mentions, parts
from .special_methods import calls_of_expression, calls_of_statement

_TAKE_NAMES: Final = frozenset(("setattr", "delattr", "hasattr"))
"""Functions that take the name of an attribute and never call it."""


class Reach:
    """Parameters of the functions that a copy is given to, and attributes that it is stored in.

    Found in rounds: a function that is given a copy may hand it on.
    """

    def __init__(self, tree: MypyFile) -> None:
        self._tree = tree
        self.functions = Functions(tree)
        blocks = (statement for statement in statements(tree.defs) if isinstance(statement, WithStmt))
        self._copies = frozenset[Key]().union(*map(copied_in, blocks))
        self.keys: Keys = parameters_of_foreign_callbacks(tree, self.functions)

    @functools.cached_property
    def _handed(self) -> Handed:
        return Handed(self._tree, self.functions)

    def follow(self, body: list[Statement], writable: Keys, *, own: bool = False) -> None:
        """Note what a body hands on and stores, given the names that are writable in it.

        ``own`` says that the ``self`` of the method whose body it is is one of them.
        """
        found: set[Key] = set()
        for statement in statements(body):
            for operands, names in calls_of_statement(statement):
                found.update(self._special(operands, names, writable))
            for expression in expressions_of(statement):
                for part in descendants(expression):
                    found.update((id(parameter), "") for parameter in self._reached(part, writable, own=own))
                    for operands, names in calls_of_expression(part):
                        found.update(self._special(operands, names, writable))
                    if isinstance(part, CallExpr) and any(mentions(argument, writable) for argument in part.args):
                        found.update(self._handed.called(self._called_by(part, writable)))
        found.update(_stored(body, writable, self._copies))
        if not found <= self.keys:
            self.keys |= found

    def follow_yields(self, body: list[Statement], writable: Keys, generator: FuncDef | Decorator) -> None:
        """Note a function that yields what is writable."""
        values = (part.expr for part in parts(body) if isinstance(part, YieldExpr | YieldFromExpr))
        if any(value is not None and mentions(value, writable) for value in values):
            self.keys |= {(id(generator), ""), (ANY_OBJECT, generator.name)}

    def follow_results(
        self, body: list[Statement], writable: Keys, function: FuncDef | Decorator | OverloadedFuncDef
    ) -> None:
        """Note a function that returns what is writable whatever it is called with."""
        results = [result for result in returned_by(body) if result is not None]
        if any(_is_writable(result, writable) for result in results):
            self.keys |= {(id(function), "")}
            if function.info:
                self.keys |= {(ANY_OBJECT, function.name)}

    def _special(self, operands: tuple[Expression, ...], names: tuple[str, ...], writable: Keys) -> Iterator[Key]:
        functions = [function for name in names for function in self.functions.methods(name)]
        if functions and any(mentions(operand, writable) for operand in operands):
            yield from ((id(variable), "") for function in functions for variable in parameters(function))

    def _reached(self, part: Expression, writable: Keys, *, own: bool) -> Iterator[Var]:
        if isinstance(part, MemberExpr) and mentions(part.expr, writable):
            for function in self.functions.properties(part.name):
                yield from parameters(function)[:1]
        elif isinstance(part, CallExpr):
            for function in self.functions.named(part.callee):
                yield from self._given(part, function, writable, own=own)
            yield from self._given_to_object(part, writable)

    def _given(self, call: CallExpr, function: FuncItem, writable: Keys, *, own: bool) -> Iterator[Var]:
        """Yield the parameters of a function of the module that a call gives something writable to."""
        receiver = receiver_of(call.callee, function)
        is_own = own and isinstance(call.callee, SuperExpr)
        if is_own or (receiver is not None and mentions(receiver, writable)):
            yield from parameters(function)[:1]
        for value, names in aligned(call, function):
            if mentions(value, writable):
                yield from names

    def _given_to_object(self, call: CallExpr, writable: Keys) -> Iterator[Var]:
        """Yield the parameters of ``__init__`` and ``__call__`` that get something writable."""
        made = class_named(call.callee)
        if made is not None:
            methods = list(self.functions.method_of(made, "__init__"))
        elif self._may_be_object(call.callee):
            methods = list(self.functions.methods("__call__"))
            if not isinstance(call.callee, CallExpr) and mentions(call.callee, writable):
                yield from (variable for method in methods for variable in parameters(method)[:1])
        else:
            return
        for method in methods:
            for value, names in aligned_to(call, without_receiver(method)):
                if mentions(value, writable):
                    yield from names

    def _may_be_object(self, callee: Expression) -> bool:
        """Return whether what is called may be an object with ``__call__``."""
        if isinstance(callee, MemberExpr):
            return callee.name in self.functions.attributes
        return isinstance(callee.node, Var) if isinstance(callee, NameExpr) else not isinstance(callee, SuperExpr)

    def _called_by(self, call: CallExpr, writable: Keys) -> Iterator[Expression]:
        """Yield what a call with something writable calls: the callee, and what the callee may call."""
        callee = call.callee
        if any(self.functions.named(callee)) or class_named(callee) is not None:
            return
        if not isinstance(callee, RefExpr) or callee.node is None or isinstance(callee.node, Var):
            yield callee
        if not isinstance(callee, NameExpr) or callee.name not in _TAKE_NAMES:
            yield from (argument for argument in call.args if not mentions(argument, writable))


def _is_writable(result: Expression, writable: Keys) -> bool:
    """Return whether a result may be writable; a function that is returned is not."""
    return mentions(result, writable) and not any(isinstance(part, LambdaExpr) for part in descendants(result))


def _stored(body: list[Statement], writable: Keys, copies: Keys) -> Iterator[Key]:
    """Yield the attributes in which a body stores what is writable, for whoever reads them elsewhere.

    Those of a copy are left out: whoever reads them has the copy.
    """
    for target, value in bindings(body):
        if isinstance(target, MemberExpr) and not is_part_of(target, copies) and mentions(value, writable):
            yield ANY_OBJECT, target.name
    for statement in statements(body):
        targets = statement.target if isinstance(statement, WithStmt) else ()
        yield from ((ANY_OBJECT, target.name) for target in targets if isinstance(target, MemberExpr))
