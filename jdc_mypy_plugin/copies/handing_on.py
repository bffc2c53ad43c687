"""Names that a statement hands on: if one is writable, which others are, in the functions and objects it reaches.

Each statement is read once, whatever turns out to be writable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncItem,
    MemberExpr,
    NameExpr,
    Statement,
    SuperExpr,
    Var,
    WithStmt,
)

from ..syntax.body import Body
from ..syntax.functions import Functions, aligned, aligned_to, class_named, parameters, receiver_of, without_receiver
from .keys import ANY_OBJECT, NOTHING, Keys, is_part_of, own
from .names import Names
from .special_methods import Operands, calls_of_expression, calls_of_statement

Edge = tuple[Keys, Keys]
"""If something of the first is writable, all of the second is."""


@dataclass(slots=True)
class Handing:
    """The names that one statement hands on, its blocks left out."""

    edges: list[Edge] = field(default_factory=list[Edge])
    receivers: Keys = NOTHING
    """The names that get the ``self`` of the method, by ``super().method()``."""
    entered: Keys = NOTHING
    """Attributes in which a with statement stores what it opens."""
    calls: list[tuple[Keys, CallExpr]] = field(default_factory=list[tuple[Keys, CallExpr]])
    """Each call, with what its arguments mention."""


class HandingOn:
    """Reads what the statements of a module hand on."""

    def __init__(self, names: Names, functions: Functions, copies: Keys) -> None:
        self._names = names
        self._functions = functions
        self._copies = copies
        self._read: dict[int, Handing] = {}

    def of(self, body: Body) -> Iterator[Handing]:
        """Yield what each statement of a body hands on."""
        for position, statement in zip(body.range, body.statements, strict=True):
            if position not in self._read:
                self._read[position] = self._handing(position, statement)
            yield self._read[position]

    def _handing(self, position: int, statement: Statement) -> Handing:
        found = Handing()
        found.edges.extend(self._special(calls_of_statement(statement)))
        found.edges.extend(self._stored(position, statement))
        for part in self._names.body.written_at(position):
            found.edges.extend(self._special(calls_of_expression(part)))
            if isinstance(part, MemberExpr):
                found.edges.extend(self._read_property(part))
            elif isinstance(part, CallExpr):
                found.edges.extend(self._given(part))
                found.receivers |= self._receivers(part)
                found.calls.append((NOTHING.union(*map(self._names.mentions.of, part.args)), part))
        if isinstance(statement, WithStmt):
            stored = (target for target in statement.target if isinstance(target, MemberExpr))
            found.entered = frozenset((ANY_OBJECT, target.name) for target in stored)
        return found

    def _special(self, calls: Iterable[Operands]) -> Iterator[Edge]:
        for operands, names in calls:
            functions = [function for name in names for function in self._functions.methods(name)]
            if functions:
                reached = own(variable for function in functions for variable in parameters(function))
                yield NOTHING.union(*map(self._names.mentions.of, operands)), reached

    def _stored(self, position: int, statement: Statement) -> Iterator[Edge]:
        """Yield the attributes in which a statement stores something, for whoever reads them elsewhere.

        Those of a copy are left out: whoever reads them has the copy.
        """
        for binding in self._names.bindings_at(position, statement):
            if isinstance(binding.target, MemberExpr) and not is_part_of(binding.target, self._copies):
                yield binding.mentions, frozenset([(ANY_OBJECT, binding.target.name)])

    def _read_property(self, part: MemberExpr) -> Iterator[Edge]:
        for function in self._functions.properties(part.name):
            yield self._names.mentions.of(part.expr), own(parameters(function)[:1])

    def _given(self, call: CallExpr) -> Iterator[Edge]:
        """Yield the parameters of functions of the module that a call gives something to."""
        mentions = self._names.mentions
        for function in self._functions.named(call.callee):
            receiver = receiver_of(call.callee, function)
            if receiver is not None:
                yield mentions.of(receiver), own(parameters(function)[:1])
            yield from self._aligned(aligned(call, function))
        made = class_named(call.callee)
        if made is not None:
            yield from self._given_to_methods(call, self._functions.method_of(made, "__init__"))
        elif self._may_be_object(call.callee):
            methods = list(self._functions.methods("__call__"))
            if not isinstance(call.callee, CallExpr):
                receivers = own(variable for method in methods for variable in parameters(method)[:1])
                yield mentions.of(call.callee), receivers
            yield from self._given_to_methods(call, methods)

    def _receivers(self, call: CallExpr) -> Keys:
        functions = self._functions.named(call.callee) if isinstance(call.callee, SuperExpr) else ()
        return own(variable for function in functions for variable in parameters(function)[:1])

    def _given_to_methods(self, call: CallExpr, methods: Iterable[FuncItem]) -> Iterator[Edge]:
        for method in methods:
            yield from self._aligned(aligned_to(call, without_receiver(method)))

    def _aligned(self, pairs: Iterable[tuple[Expression, list[Var]]]) -> Iterator[Edge]:
        return ((self._names.mentions.of(value), own(variables)) for value, variables in pairs)

    def _may_be_object(self, callee: Expression) -> bool:
        """Return whether what is called may be an object with ``__call__``."""
        if isinstance(callee, MemberExpr):
            return callee.name in self._functions.attributes
        return isinstance(callee.node, Var) if isinstance(callee, NameExpr) else not isinstance(callee, SuperExpr)
