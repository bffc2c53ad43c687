"""The expressions of a module, each evaluated where the run comes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    CastExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetComprehension,
    SetExpr,
    StarExpr,
    SuperExpr,
    TupleExpr,
    UnaryExpr,
    YieldExpr,
    YieldFromExpr,
)

from jdc_operations.evaluation import evaluate_index, evaluate_property
from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Failure, Scalar, Text, Value

from ...evaluate.declared.batched import applied
from ...evaluate.operands import index_value
from ...evaluate.operation_values import in_mode
from ...evaluate.substitution import as_index
from ...evaluate.written_values import of_imported, of_python_name, written
from ...syntax.names.patched_names import PATCHED_ELSEWHERE
from ..array_attributes import judge
from ..attributes import attribute, inherited, special
from ..bounds import TooLongError
from ..enums import member_of
from ..frameworks.keys import some_of
from ..modules import is_installed, name_in_python
from ..thing_values import held_in, key_of, lifted, plain, truth
from ..things import (
    Chain,
    Class,
    Foreign,
    Frame,
    Held,
    Initial,
    Made,
    Member,
    Method,
    Named,
    Object,
    Own,
    Partly,
    Row,
    Stream,
    Table,
    Thing,
)
from ..tracers import BRANCH, CHOICE, need
from .containers import set_of
from .generators import yielded
from .items import entry, item, part_of_module
from .iteration import iterated
from .operators import is_method_of_array

if TYPE_CHECKING:
    from ..machine import Machine

_OF_HOLDERS: Final = ("value", "get_value", "set_value")
"""Attributes of what holds an array, which are not those of the array."""
_OPAQUE: Final = Member | Held | Own | Made | Partly | Named | Class | Foreign | Method | Stream


class Expressions:
    """Evaluates expressions."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes
        operators, comprehensions = machine.operators, machine.comprehensions
        self._kinds: Mapping[type[Expression], Callable[..., Thing]] = {
            NameExpr: self._name,
            MemberExpr: self._member,
            CallExpr: self._call,
            OpExpr: operators.of_two,
            UnaryExpr: operators.of_one,
            ComparisonExpr: operators.comparison,
            IndexExpr: self._index,
            TupleExpr: self._row,
            ListExpr: self._row,
            DictExpr: self._table,
            ListComprehension: self._list_comprehension,
            GeneratorExpr: comprehensions.generator,
            DictionaryComprehension: comprehensions.table,
            ConditionalExpr: self._conditional,
            LambdaExpr: self.function,
            AssignmentExpr: self._walrus,
            SetExpr: self._set,
            SetComprehension: self._set_comprehension,
            SuperExpr: self._super,
            **dict.fromkeys((YieldExpr, YieldFromExpr), self._yield),
        }

    def value(self, expression: Expression, frame: Frame) -> Thing:
        """Return the value of an expression."""
        self._machine.step()
        literal = written(expression)
        if literal is not None and not isinstance(expression, OpExpr | UnaryExpr):
            return _exact(expression, literal)
        read = self._kinds.get(type(expression))
        if read is not None:
            made = read(expression, frame)
            self._machine.hidden.of_read(made)
            return made
        self._machine.effects.note()
        return UNKNOWN

    def _yield(self, expression: YieldExpr | YieldFromExpr, frame: Frame) -> Thing:
        return yielded(expression, frame, self._machine)

    def _list_comprehension(self, expression: ListComprehension, frame: Frame) -> Thing:
        return self._machine.comprehensions.all_of(expression.generator, frame)

    def operand(self, expression: Expression, frame: Frame) -> Value:
        """Return the value of an expression as an operand of an operation on arrays."""
        return plain(self.value(expression, frame))

    def result(self, at: Expression, found: Value | Failure) -> Thing:
        """Return what an operation gives; one that raises is noted."""
        if isinstance(found, Failure):
            return self._machine.fail(at, found)
        return lifted(in_mode(found), self._changes.regions)

    def function(self, function: LambdaExpr | FuncDef, frame: Frame, around: Frame | None = None) -> Own:
        """Return a function with the defaults that its parameters have from here on; ``around`` is what it sees."""
        given = [each for each in function.arguments if each.initializer is not None]
        defaults = {each.variable.name: self.value(each.initializer, frame) for each in given if each.initializer}
        return Own(function, around or frame, defaults)

    def _call(self, call: CallExpr, frame: Frame) -> Thing:
        if isinstance(call.analyzed, CastExpr):
            return self.value(call.analyzed.expr, frame)
        return self._machine.calls.called(call, frame)

    def _name(self, name: NameExpr, frame: Frame) -> Thing:
        imported = self._machine.imported(name)
        if imported:
            return self._imported(name, imported)
        around: Frame | None = frame
        while around is not None:
            if name.name in around.variables:
                self._machine.stale.read(around, name.name, around.variables[name.name])
                return around.variables[name.name]
            around = around.outer
        if name.name == "__name__":
            return Text("__main__" if self._machine.is_at_home else self._machine.home.tree.fullname)
        if python := name_in_python(name, self._machine.home):
            return of_python_name(python) or Named(python)
        constant = self._machine.scope.constant(name)
        return Scalar("int", constant) if isinstance(constant, int) and not isinstance(constant, bool) else UNKNOWN

    def _imported(self, reference: RefExpr, name: str) -> Thing:
        if name == "sys.modules":
            raise TooLongError
        if name.endswith(".TYPE_CHECKING"):
            return Scalar("bool", value=False)
        if name in self._machine.patched or name.rpartition(".")[2] in PATCHED_ELSEWHERE.of(self._machine.scope.tree):
            return UNKNOWN
        known = of_imported(name)
        if known is not None:
            return known
        constant = self._machine.scope.constant(reference)
        self._machine.constants.append(reference)
        if isinstance(constant, int) and not isinstance(constant, bool):
            return Scalar("int", constant)
        own = None if is_installed(name) else self._machine.others.named(name)
        return Named(name) if own is None else own

    def _member(self, member: MemberExpr, frame: Frame) -> Thing:
        imported = self._machine.imported(member)
        if imported:
            return self._imported(member, imported)
        owner = self.value(member.expr, frame)
        judge(member, owner, self._machine)
        owner = owner if member.name in _OF_HOLDERS or isinstance(owner, Member) else held_in(owner)
        if isinstance(owner, _OPAQUE):
            made = attribute(owner, member.name, self._machine)
            self._machine.stale.read(owner, member.name, made)
            return made
        array = plain(owner)
        if array is UNKNOWN or isinstance(array, Text):
            return Method(owner, member.name)
        if member.name == "at":
            return self.result(member, evaluate_property(array, "at"))
        found = applied(lambda put: evaluate_property(put(array), member.name), (array,))
        if found is UNKNOWN:
            return Method(owner, member.name)
        return self._machine.tracers.result(self.result(member, found), [owner])

    def _index(self, expression: IndexExpr, frame: Frame) -> Thing:  # noqa: PLR0911 - one for each kind
        base = held_in(self.value(expression.base, frame))
        if isinstance(base, Class | Named):
            is_enum = isinstance(base, Class) and base.info.is_enum
            return self._member_of(base, expression.index, frame) if is_enum else base
        if isinstance(base, Table | Row):
            return self._in_container(base, expression, frame)
        index = index_value(expression.index, lambda each: self.operand(each, frame))
        if isinstance(base, Chain):
            place = index.value if isinstance(index, Scalar) else None
            is_there = isinstance(place, int) and base.items is not None and place in range(len(base.items))
            return base.items[place] if is_there and base.items and isinstance(place, int) else UNKNOWN
        if isinstance(base, Object) and base.info is not None and base.info.is_named_tuple:
            if base.attributes is None:
                return UNKNOWN
            row = Row(frozenset(), items=[*base.attributes.values()], is_list=False)
            return item(row, index, expression, self._machine)
        if isinstance(base, Initial):
            return part_of_module(base, index)
        if isinstance(base, Foreign):
            return base
        if isinstance(base, Object):
            method = special(base, "__getitem__", self._machine)
            if method is not None:
                return self._machine.calls.apply(method, [lifted(index, self._changes.regions)], {}, None)
            self._changes.forget(base)
        if isinstance(base, Own) or is_method_of_array(base):
            return self._machine.fail(expression, Failure("functions take no index; this one is not called"))
        if isinstance(base, ArrayValue):
            self._machine.donated.used(expression.base, base, frame)
        part = self._part_of_array(expression, plain(base), as_index(index))
        return self._machine.tracers.result(part, [base])

    def _in_container(self, base: Table | Row, expression: IndexExpr, frame: Frame) -> Thing:
        """Return an item of a list or a tuple, or an entry of a dict."""
        member = self._member_in(expression.index, frame) if isinstance(base, Table) else None
        if isinstance(base, Table) and member is not None:
            return entry(base, member, expression, self._machine)
        index = index_value(expression.index, lambda each: self.operand(each, frame))
        if isinstance(index, ArrayValue):
            kind = "dict" if isinstance(base, Table) else "list" if base.is_list else "tuple"
            need(f"the index of a {kind}", expression.index, index, CHOICE, self._machine)
        if isinstance(base, Table):
            return entry(base, index, expression, self._machine)
        return item(base, index, expression, self._machine)

    def _member_of(self, enum: Thing, name: Expression, frame: Frame) -> Thing:
        """Return what ``Kind["NAME"]`` gives."""
        return member_of(enum, self.value(name, frame), by_name=True) if isinstance(enum, Class) else UNKNOWN

    def _member_in(self, key: Expression, frame: Frame) -> Thing | None:
        """Return the member of an enum that is a key of a dict; None of any other key."""
        found = self.value(key, frame) if isinstance(key, NameExpr | MemberExpr) else None
        return found if isinstance(found, Member) else None

    def _part_of_array(self, expression: IndexExpr, array: Value, index: Value) -> Thing:
        if array is UNKNOWN:
            return UNKNOWN
        if isinstance(array, AtView):
            return self.result(expression, evaluate_index(array, index))
        keys = some_of(array, index)
        if keys is not None:
            return keys
        return self.result(expression, applied(lambda put: evaluate_index(put(array), put(index)), (array, index)))

    def _row(self, expression: TupleExpr | ListExpr, frame: Frame) -> Thing:
        items: list[Thing] | None = []
        for each in expression.items:
            if not isinstance(each, StarExpr):
                made = self.value(each, frame)
                if items is not None:
                    items.append(made)
                continue
            spread = iterated(self.value(each.expr, frame), self._machine).items
            items = None if spread is None or items is None else [*items, *spread]
        return Row(self._changes.regions, items=items, is_list=isinstance(expression, ListExpr))

    def _set(self, expression: SetExpr, frame: Frame) -> Thing:
        return set_of([self.value(each, frame) for each in expression.items], self._machine)

    def _set_comprehension(self, expression: SetComprehension, frame: Frame) -> Thing:
        made = self._machine.comprehensions.all_of(expression.generator, frame)
        items = made.items if isinstance(made, Row) else None
        return UNKNOWN if items is None else set_of(items, self._machine)

    def _table(self, expression: DictExpr, frame: Frame) -> Thing:
        table = Table(self._changes.regions, entries={})
        for key, value in expression.items:
            made = self.value(value, frame)
            name = None if key is None else key_of(self.value(key, frame))
            if key is None and isinstance(made, Table) and made.entries is not None and table.entries is not None:
                table.entries.update(made.entries)
            elif name is None or table.entries is None:
                table.entries = None
            else:
                table.entries[name] = made
        return table

    def _conditional(self, expression: ConditionalExpr, frame: Frame) -> Thing:
        condition = self._machine.stale.condition(expression.cond, frame)
        need("`if` ... `else`", expression.cond, condition, BRANCH, self._machine)
        known = truth(condition)
        if known is not None:
            chosen, skipped = (expression.if_expr, expression.else_expr)[:: 1 if known else -1]
            self._machine.effects.of_skipped_part(skipped)
            return self.value(chosen, frame)
        with self._changes.perhaps():
            one, other = self.value(expression.if_expr, frame), self.value(expression.else_expr, frame)
        return self._changes.either(one, other)

    def _super(self, expression: SuperExpr, frame: Frame) -> Thing:
        """Return a method of a base: ``super().__init__``."""
        around: Frame | None = frame
        while around is not None and around.receiver is None:
            around = around.outer
        owner = None if around is None else around.receiver
        found = inherited(owner, expression, self._machine) if isinstance(owner, Object) else None
        if owner is not None and (found is UNKNOWN or (found is None and expression.name != "__init__")):
            self._changes.forget(owner)
        return Named("builtins.object") if found is None and expression.name == "__init__" else found or UNKNOWN

    def _walrus(self, expression: AssignmentExpr, frame: Frame) -> Thing:
        made = self.value(expression.value, frame)
        around = frame
        while around.is_inner and around.outer is not None:
            around = around.outer
        self._machine.statements.assign(expression.target, made, around, expression)
        return made


def _exact(expression: Expression, literal: Value) -> Value:
    """Return a literal with the number that it is."""
    return Scalar("int", expression.value) if isinstance(expression, IntExpr) else literal
