"""The statements of a module, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    GeneratorExpr,
    IfStmt,
    Import,
    ImportAll,
    ImportFrom,
    IndexExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    PassStmt,
    RaiseStmt,
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

from ...syntax.values.unread_results import unread_name
from ..attributes import special, written_to
from ..bounds import TooLongError
from ..classes import defined, named_tuple
from ..reach import names_in
from ..thing_values import truth
from ..things import Frame, Object, Row, Table, Thing
from ..tracers import BRANCH, need
from .containers import stored
from .iteration import iterated
from .managers import follow_with
from .matches import ends_of
from .operators import METHODS
from .turns import Then, Turns, has

if TYPE_CHECKING:
    from ..machine import Machine

_OVERLOAD: Final = ("typing.overload", "typing_extensions.overload")


class Statements:
    """Follows statements."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes
        turns = Turns(machine)
        self._kinds: Mapping[type[Statement], Callable[..., Then]] = {
            ExpressionStmt: self._expression,
            AssignmentStmt: self._assignment,
            OperatorAssignmentStmt: self._in_place,
            ReturnStmt: self._return,
            IfStmt: self._if,
            MatchStmt: self._match,
            ForStmt: turns.over,
            WhileStmt: turns.as_long,
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
            **dict.fromkeys((Import, ImportFrom, ImportAll), self._import),
            PassStmt: lambda *_: Then.ON,
        }

    def block(self, body: Sequence[Statement], frame: Frame) -> Then:
        """Follow statements; behind one that may leave, the others may not run."""
        for position, statement in enumerate(body):
            then = self._kinds.get(type(statement), self.unknown)(statement, frame)
            if then is Then.PERHAPS:
                with self._changes.perhaps(is_chosen=True):
                    self.block(body[position + 1 :], frame)
            if then is not Then.ON:
                return then
        return Then.ON

    def _end(self) -> Then:
        self._machine.end()
        return Then.RAISE

    def unknown(self, statement: Statement, frame: Frame) -> Then:
        """Forget all that a statement mentions which is not understood."""
        self._machine.effects.note()
        for name in names_in(statement):
            around: Frame | None = frame
            while around is not None:
                self._changes.forget(around.variables.get(name.name, UNKNOWN))
                around = around.outer
            frame.variables[name.name] = UNKNOWN
        if has(statement, ReturnStmt):
            frame.result = UNKNOWN
        is_left = any(has(statement, kind) for kind in (ReturnStmt, BreakStmt, ContinueStmt))
        return Then.PERHAPS if is_left and not isinstance(statement, ForStmt | WhileStmt) else Then.ON

    def _expression(self, statement: ExpressionStmt, frame: Frame) -> Then:
        if isinstance(statement.expr, CallExpr):
            with self._machine.stale.aside(statement.expr.callee):
                self._machine.discards.follow(statement.expr, frame)
        else:
            self._machine.expressions.value(statement.expr, frame)
        return Then.ON

    def _assignment(self, statement: AssignmentStmt, frame: Frame) -> Then:
        if statement.is_alias_def and isinstance(statement.lvalues[0], NameExpr):
            return Then.ON
        if _is_bare(statement.rvalue):
            return Then.ON
        first = self._machine.stale.count
        made: Thing | None = named_tuple(statement.rvalue, frame, self._machine)
        made = self._assigned(statement, frame) if made is None else made
        self._machine.stale.keep(first, made, statement.lvalues, frame)
        for target in statement.lvalues:
            self.assign(target, made, frame, statement.rvalue)
        return Then.ON

    def _assigned(self, statement: AssignmentStmt, frame: Frame) -> Thing:
        """Return what targets are given; a generator is gone over at once where it is unpacked."""
        value, targets = statement.rvalue, statement.lvalues
        if isinstance(value, GeneratorExpr) and len(targets) == 1 and isinstance(targets[0], TupleExpr | ListExpr):
            return self._machine.comprehensions.all_of(value, frame)
        if isinstance(value, CallExpr) and self._machine.is_at_home and unread_name(value, self._machine.home.tree):
            return self._machine.discards.follow(value, frame)
        return self._machine.expressions.value(value, frame)

    def assign(self, target: Expression, thing: Thing, frame: Frame, at: Expression) -> None:
        """Give a target a value: a name, an attribute, an item, or several of these."""
        if isinstance(target, NameExpr):
            self._machine.bind(frame, target.name, thing)
        elif isinstance(target, MemberExpr):
            owner = self._machine.expressions.value(target.expr, frame)
            if isinstance(owner, ArrayValue):
                raise TooLongError  # the shape of an array of NumPy, which other names may stand for
            written_to(owner, target.name, thing, self._machine, target)
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
            is_known = isinstance(thing, Object) and thing.attributes is not None
            if is_known or isinstance(thing, Row | Table | ArrayValue):
                names = f"{'at least ' if star is not None else ''}{least} {'name' if least == 1 else 'names'}"
                values = "1 value does" if len(items) == 1 else f"{len(items)} values do"
                self._machine.fail(at, Failure(f"{values} not unpack into {names}"), of_names=True)
            items = list[Thing]([UNKNOWN] * least)
        if self._machine.tracers.by(thing) is not None:
            items = [*map(self._machine.tracers.made, items)]
        if star is not None:
            rest = len(items) - (len(targets) - star - 1)
            middle = Row(self._changes.regions, items=items[star:rest])
            items = [*items[:star], middle, *items[rest:]]
        for each, item in zip(targets, items, strict=True):
            self.assign(each, item, frame, at)

    def _in_place(self, statement: OperatorAssignmentStmt, frame: Frame) -> Then:
        former = self._machine.expressions.value(statement.lvalue, frame)
        operand = self._machine.expressions.value(statement.rvalue, frame)
        self._machine.donated.used(statement.lvalue, former, frame)
        self._machine.donated.used(statement.rvalue, operand, frame)
        if isinstance(former, Row) and former.is_list:
            more = iterated(operand, self._machine).items
            is_known = statement.op == "+" and more is not None and former.items is not None
            self._changes.resize(former, [*(former.items or ()), *(more or ())] if is_known else None)
            return Then.ON
        if isinstance(former, Table):
            self._changes.forget(former)
        if (in_place := special(former, f"__i{METHODS.get(statement.op, '')}__", self._machine)) is not None:
            made = self._machine.calls.apply(in_place, [operand], {}, None)
        else:
            made = self._machine.operators.operated(statement.rvalue, statement.op, former, operand)
        if isinstance(former, ArrayValue) and former.library != "jax":
            self._machine.effects.note()
            made = former if isinstance(made, ArrayValue) and made.shape == former.shape else UNKNOWN
        elif former is UNKNOWN:
            self._machine.effects.note()
        self.assign(statement.lvalue, made, frame, statement.rvalue)
        return Then.ON

    def _return(self, statement: ReturnStmt, frame: Frame) -> Then:
        made = NONE if statement.expr is None else self._machine.expressions.value(statement.expr, frame)
        frame.result = made if frame.result is None else self._changes.either(frame.result, made)
        return Then.RETURN

    def _assert(self, statement: AssertStmt, frame: Frame) -> Then:
        self._machine.effects.note()
        met = self._machine.stale.condition(statement.expr, frame)
        need("`assert`", statement.expr, met, "checkify or chex", self._machine)
        if truth(met) is not False:
            return Then.ON
        self._judge(statement.expr, frame)
        return self._end()

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
            met = self._machine.stale.condition(condition, frame)
            need("`if`", condition, met, BRANCH, self._machine)
            known = truth(met)
            if known is True and not ends:
                skipped = [each.body for each in statement.body if each is not body]
                skipped.extend(() if statement.else_body is None else (statement.else_body.body,))
                self._machine.effects.of_skipped(skipped)
                return self.block(body.body, frame)
            if known is False:
                self._machine.effects.of_skipped([body.body])
            else:
                ends.append(self.perhaps(body, frame, is_chosen=True))
        if statement.else_body is None:
            return _common([*ends, Then.ON])
        if not ends:
            return self.block(statement.else_body.body, frame)
        return _common([*ends, self.perhaps(statement.else_body, frame, is_chosen=True)])

    def _match(self, statement: MatchStmt, frame: Frame) -> Then:
        self._machine.effects.note()
        return _common(ends_of(statement, frame, self._machine))

    def perhaps(self, block: Block, frame: Frame, *, is_chosen: bool = False) -> Then:
        """Follow a block that may not run."""
        with self._changes.perhaps(is_chosen=is_chosen):
            then = self.block(block.body, frame)
        return Then.ON if then in (Then.ON, Then.RAISE) else Then.PERHAPS

    def _with(self, statement: WithStmt, frame: Frame) -> Then:
        return follow_with(statement, frame, self._machine)

    def _try(self, statement: TryStmt, frame: Frame) -> Then:
        self._machine.effects.note()
        if not statement.handlers and statement.finally_body is not None:
            then = self.block(statement.body.body, frame)
            last = self.block(statement.finally_body.body, frame)
            return then if last is Then.ON else last
        blocks = [statement.body, *statement.handlers]
        ends = [self.perhaps(each, frame) for each in blocks]
        if statement.else_body is not None:
            ends.append(self.perhaps(statement.else_body, frame))
        last = Then.ON if statement.finally_body is None else self.block(statement.finally_body.body, frame)
        return last if last is Then.RETURN else _common([*ends, last])

    def _import(self, statement: Import | ImportFrom | ImportAll, frame: Frame) -> Then:
        """Let go of what a name has stood for that an import gives another meaning."""
        ids = [each for each, _ in statement.ids] if isinstance(statement, Import) else [statement.id]
        self._machine.hidden.of_import(ids)
        if isinstance(statement, ImportAll):
            names = list(frame.variables)
        elif isinstance(statement, ImportFrom):
            names = [alias or name for name, alias in statement.names]
        else:
            names = [alias or name.partition(".")[0] for name, alias in statement.ids]
        for name in names:
            if name in frame.variables:
                self._changes.forget(frame.variables[name])
                frame.variables[name] = UNKNOWN
        return Then.ON

    def _function(self, statement: FuncDef, frame: Frame) -> Then:
        self._machine.bind(frame, statement.name, self._machine.expressions.function(statement, frame))
        return Then.ON

    def _overloaded(self, statement: OverloadedFuncDef, frame: Frame) -> Then:
        """Take the implementation of a function under ``@overload``, which is the last of that name."""
        last = statement.impl or statement.items[-1]
        if all(each is last or self._is_of_types(each) for each in statement.items):
            return self._function(last, frame) if isinstance(last, FuncDef) else self._decorated(last, frame)
        self._changes.bind(frame, statement.name, UNKNOWN)
        return Then.ON

    def _is_of_types(self, item: FuncDef | Decorator) -> bool:
        """Return whether a function is there for type checkers alone."""
        decorators = item.original_decorators if isinstance(item, Decorator) else ()
        return any(self._machine.imported(each) in _OVERLOAD for each in decorators)

    def _decorated(self, statement: Decorator, frame: Frame) -> Then:
        made = self._machine.calls.decorated(statement, frame)
        self._machine.bind(frame, statement.name, made)
        return Then.ON

    def _class(self, statement: ClassDef, frame: Frame) -> Then:
        if statement.info:
            self._machine.bind(frame, statement.name, defined(statement, frame, self._machine))
        else:
            self._changes.bind(frame, statement.name, UNKNOWN)
        return Then.ON


def _common(ends: Sequence[Then]) -> Then:
    """Return how the run goes on behind one of several blocks."""
    return ends[0] if all(each is ends[0] for each in ends) else Then.PERHAPS


def _is_bare(value: Expression) -> bool:
    """Return whether a statement declares a variable, and gives it no value."""
    return isinstance(value, TempNode)
