"""The statements of a module, one after the other."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    Block,
    BreakStmt,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    ContinueStmt,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    Import,
    ImportAll,
    ImportFrom,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    PassStmt,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    TempNode,
    TryStmt,
    TupleExpr,
    WhileStmt,
    WithStmt,
)

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, show

from ..libraries.registry import COPIERS
from ..syntax.walk import descendants, expressions_of, statements
from .attributes import written_to
from .classes import defined, named_tuple
from .containers import stored
from .iteration import Iterated, iterated
from .things import Frame, Row, Thing, truth

if TYPE_CHECKING:
    from .machine import Machine

_PASSES: Final = 5
"""Turns of a loop of unknown length after which what still changes in it is unknown."""


class EndedError(Exception):
    """Raised where the program is certain to end."""


class Then(enum.Enum):
    """How the run goes on behind a statement."""

    ON = "on"
    PERHAPS = "some of the run goes elsewhere"
    RETURN = "the function is left"
    BREAK = "the loop is left"
    CONTINUE = "the turn is left"
    RAISE = "the program ends"


class Statements:
    """Follows statements."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes
        self._kinds: Mapping[type[Statement], Callable[..., Then]] = {
            ExpressionStmt: self._expression,
            AssignmentStmt: self._assignment,
            OperatorAssignmentStmt: self._in_place,
            ReturnStmt: self._return,
            IfStmt: self._if,
            ForStmt: self._for,
            WhileStmt: self._while,
            WithStmt: self._with,
            TryStmt: self._try,
            FuncDef: self._function,
            Decorator: self._decorated,
            ClassDef: self._class,
            OverloadedFuncDef: self._overloaded,
            AssertStmt: self._assert,
            RaiseStmt: lambda *_: self._end(),
            BreakStmt: lambda *_: Then.BREAK,
            ContinueStmt: lambda *_: Then.CONTINUE,
            **dict.fromkeys((PassStmt, Import, ImportFrom, ImportAll), lambda *_: Then.ON),
        }

    def block(self, body: Sequence[Statement], frame: Frame) -> Then:
        """Follow statements; behind one that may leave, the others may not run."""
        for position, statement in enumerate(body):
            then = self._kinds.get(type(statement), self._unknown)(statement, frame)
            if then is Then.PERHAPS:
                with self._changes.perhaps():
                    self.block(body[position + 1 :], frame)
            if then is not Then.ON:
                return then
        return Then.ON

    def _end(self) -> Then:
        """End the program where it is certain to come here."""
        if not self._changes.regions:
            raise EndedError
        return Then.RAISE

    def _unknown(self, statement: Statement, frame: Frame) -> Then:
        """Forget all that a statement mentions which is not understood."""
        for name in _names(statement):
            around: Frame | None = frame
            while around is not None:
                self._changes.forget(around.variables.get(name.name, UNKNOWN))
                around = around.outer
            frame.variables[name.name] = UNKNOWN
        return Then.PERHAPS if _has(statement, ReturnStmt) else Then.ON

    def _expression(self, statement: ExpressionStmt, frame: Frame) -> Then:
        self._machine.expressions.value(statement.expr, frame)
        return Then.ON

    def _assignment(self, statement: AssignmentStmt, frame: Frame) -> Then:
        if statement.is_alias_def and isinstance(statement.lvalues[0], NameExpr):
            return Then.ON
        if statement.rvalue is None or _is_bare(statement.rvalue):
            return Then.ON
        made: Thing | None = named_tuple(statement.rvalue, frame, self._machine)
        made = self._machine.expressions.value(statement.rvalue, frame) if made is None else made
        for target in statement.lvalues:
            self.assign(target, made, frame, statement.rvalue)
        return Then.ON

    def assign(self, target: Expression, thing: Thing, frame: Frame, at: Expression) -> None:
        """Give a target a value: a name, an attribute, an item, or several of these."""
        if isinstance(target, NameExpr):
            is_shared = target.name in self._machine.shared
            self._changes.bind(frame, target.name, UNKNOWN if is_shared else thing)
        elif isinstance(target, MemberExpr):
            owner = self._machine.expressions.value(target.expr, frame)
            if isinstance(owner, ArrayValue):
                self.assign(target.expr, UNKNOWN, frame, at)  # the shape of an array of NumPy
            else:
                written_to(owner, target.name, thing, self._machine)
        elif isinstance(target, IndexExpr):
            stored(target, thing, frame, self._machine)
        elif isinstance(target, TupleExpr | ListExpr):
            self._unpack(target.items, thing, frame, at)
        elif isinstance(target, StarExpr):
            self.assign(target.expr, thing, frame, at)

    def _unpack(self, targets: Sequence[Expression], thing: Thing, frame: Frame, at: Expression) -> None:
        over = iterated(thing, self._machine)
        star = next((place for place, each in enumerate(targets) if isinstance(each, StarExpr)), None)
        if over.items is None:
            for each in targets:
                self.assign(each, UNKNOWN if isinstance(each, StarExpr) else over.item, frame, at)
            return
        items, least = over.items, len(targets) - (star is not None)
        if len(items) < least or (star is None and len(items) != least):
            if isinstance(thing, Row | ArrayValue):
                names = f"{'at least ' if star is not None else ''}{least} {'name' if least == 1 else 'names'}"
                self._machine.fail(at, Failure(f"{len(items)} values do not unpack into {names}"), of_names=True)
            items = [UNKNOWN] * least
        if star is not None:
            rest = len(items) - (len(targets) - star - 1)
            middle = Row(self._changes.regions, items=items[star:rest])
            items = [*items[:star], middle, *items[rest:]]
        for each, item in zip(targets, items, strict=True):
            self.assign(each, item, frame, at)

    def _in_place(self, statement: OperatorAssignmentStmt, frame: Frame) -> Then:
        former = self._machine.expressions.value(statement.lvalue, frame)
        operand = self._machine.expressions.value(statement.rvalue, frame)
        if isinstance(former, Row) and former.is_list:
            more = iterated(operand, self._machine).items
            is_known = statement.op == "+" and more is not None and former.items is not None
            self._changes.resize(former, [*(former.items or ()), *(more or ())] if is_known else None)
            return Then.ON
        made = self._machine.expressions.operated(statement.rvalue, statement.op, former, operand)
        if isinstance(former, ArrayValue) and former.library != "jax":
            made = former if isinstance(made, ArrayValue) and made.shape == former.shape else UNKNOWN
        self.assign(statement.lvalue, made, frame, statement.rvalue)
        return Then.ON

    def _return(self, statement: ReturnStmt, frame: Frame) -> Then:
        made = NONE if statement.expr is None else self._machine.expressions.value(statement.expr, frame)
        frame.result = made if frame.result is None else self._changes.either(frame.result, made)
        return Then.RETURN

    def _assert(self, statement: AssertStmt, frame: Frame) -> Then:
        known = truth(self._machine.expressions.value(statement.expr, frame))
        if known is False:
            self._judge(statement.expr, frame)
            return self._end()
        return Then.ON

    def _judge(self, condition: Expression, frame: Frame) -> None:
        """Note ``assert x.shape == (3, 4)`` of another shape."""
        if not isinstance(condition, ComparisonExpr) or condition.operators != ["=="]:
            return
        for each in condition.operands:
            if isinstance(each, MemberExpr) and each.name == "shape":
                array = self._machine.expressions.operand(each.expr, frame)
                if isinstance(array, ArrayValue) and array.shape is not None:
                    self._machine.fail(condition, Failure(f"the assertion fails: the shape is {show(array.shape)}"))

    def _if(self, statement: IfStmt, frame: Frame) -> Then:
        ends: list[Then] = []
        for condition, body in zip(statement.expr, statement.body, strict=True):
            known = truth(self._machine.expressions.value(condition, frame))
            if known is True and not ends:
                return self.block(body.body, frame)
            if known is not False:
                ends.append(self._perhaps(body, frame))
        if statement.else_body is None:
            return _common([*ends, Then.ON])
        if not ends:
            return self.block(statement.else_body.body, frame)
        return _common([*ends, self._perhaps(statement.else_body, frame)])

    def _perhaps(self, block: Block, frame: Frame) -> Then:
        with self._changes.perhaps():
            then = self.block(block.body, frame)
        return Then.ON if then in (Then.ON, Then.RAISE) else Then.PERHAPS

    def _for(self, statement: ForStmt, frame: Frame) -> Then:
        over = iterated(self._machine.expressions.value(statement.expr, frame), self._machine)
        if over.items is None:
            return self._any_turn(statement, over, frame)
        for place, item in enumerate(over.items):
            self.assign(statement.index, item, frame, statement.expr)
            then = self.block(statement.body.body, frame)
            if then is Then.PERHAPS:
                for other in over.items[place + 1 :]:
                    with self._changes.perhaps():
                        self.assign(statement.index, other, frame, statement.expr)
                        self.block(statement.body.body, frame)
                return Then.PERHAPS if _has(statement, ReturnStmt) else Then.ON
            if then in (Then.RETURN, Then.RAISE):
                return then
            if then is Then.BREAK:
                return Then.ON
        return Then.ON if statement.else_body is None else self.block(statement.else_body.body, frame)

    def _any_turn(self, statement: ForStmt, over: Iterated, frame: Frame) -> Then:
        """Follow a loop that goes round for an unknown number of times."""
        if over.is_some:
            self.assign(statement.index, over.item, frame, statement.expr)
            self.block(statement.body.body, frame)
        else:
            with self._changes.perhaps(is_meant=True):
                self.assign(statement.index, over.item, frame, statement.expr)
                self.block(statement.body.body, frame)
        with self._changes.perhaps():
            self._turns(statement, over.item, frame)
        return Then.PERHAPS if _has(statement, ReturnStmt) else Then.ON

    def _while(self, statement: WhileStmt, frame: Frame) -> Then:
        known = truth(self._machine.expressions.value(statement.expr, frame))
        if known is False:
            return Then.ON
        if known is True:
            self.block(statement.body.body, frame)
        with self._changes.perhaps():
            self._turns(statement, UNKNOWN, frame)
        return Then.PERHAPS if _has(statement, ReturnStmt) else Then.ON

    def _turns(self, statement: ForStmt | WhileStmt, item: Thing, frame: Frame) -> None:
        """Follow turns of a loop that may not come about, until they make nothing less known."""
        for _ in range(_PASSES):
            before = self._changes.count
            if isinstance(statement, ForStmt):
                self.assign(statement.index, item, frame, statement.expr)
            else:
                self._machine.expressions.value(statement.expr, frame)
            self.block(statement.body.body, frame)
            if self._changes.count == before:
                return
        self._unknown(statement, frame)

    def _with(self, statement: WithStmt, frame: Frame) -> Then:
        for manager, target in zip(statement.expr, statement.target, strict=True):
            made = self._machine.expressions.value(manager, frame)
            if target is not None:
                self.assign(target, made, frame, manager)
        if all(map(_lets_pass, statement.expr)):
            return self.block(statement.body.body, frame)
        return self._perhaps(statement.body, frame)

    def _try(self, statement: TryStmt, frame: Frame) -> Then:
        blocks = [statement.body, *statement.handlers]
        ends = [self._perhaps(each, frame) for each in blocks]
        if statement.else_body is not None:
            ends.append(self._perhaps(statement.else_body, frame))
        last = Then.ON if statement.finally_body is None else self.block(statement.finally_body.body, frame)
        return last if last is Then.RETURN else _common([*ends, last])

    def _function(self, statement: FuncDef, frame: Frame) -> Then:
        self._changes.bind(frame, statement.name, self._machine.expressions.function(statement, frame))
        return Then.ON

    def _overloaded(self, statement: OverloadedFuncDef, frame: Frame) -> Then:
        self._changes.bind(frame, statement.name, UNKNOWN)
        return Then.ON

    def _decorated(self, statement: Decorator, frame: Frame) -> Then:
        made = self._machine.calls.decorated(statement, frame)
        self._changes.bind(frame, statement.name, made)
        return Then.ON

    def _class(self, statement: ClassDef, frame: Frame) -> Then:
        if statement.info:
            self._changes.bind(frame, statement.name, defined(statement, frame, self._machine))
        return Then.ON


def _common(ends: Sequence[Then]) -> Then:
    """Return how the run goes on behind one of several blocks."""
    return ends[0] if all(each is ends[0] for each in ends) else Then.PERHAPS


def _has(statement: Statement, kind: type[Statement]) -> bool:
    return any(isinstance(each, kind) for each in statements([statement]))


def _names(statement: Statement) -> Iterator[NameExpr]:
    """Yield the names that a statement mentions."""
    for inner in statements([statement]):
        for expression in expressions_of(inner):
            yield from (each for each in descendants(expression) if isinstance(each, NameExpr))


def _lets_pass(manager: Expression) -> bool:
    """Return whether a block under a manager runs to its end or the program does not go on."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name in COPIERS or name.startswith(("jax.", "jax._src.", "builtins.open", "equinox.", "numpy."))


def _is_bare(value: Expression) -> bool:
    """Return whether a statement declares a variable, and gives it no value."""
    return isinstance(value, TempNode)
