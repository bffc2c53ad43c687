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
    SetExpr,
    StarExpr,
    SuperExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_operations.evaluation import evaluate_index, evaluate_operator, evaluate_property
from jdc_operations.values import UNKNOWN, AtView, Failure, Items, Scalar, Text, Value

from ..evaluate.batched import applied
from ..evaluate.operands import index_value
from ..evaluate.operation_values import in_mode
from ..evaluate.substitution import as_index
from ..evaluate.written_values import of_imported, written
from .attributes import attribute, inherited
from .iteration import iterated
from .numbers import compared, of_numbers
from .things import (
    Class,
    Foreign,
    Frame,
    Held,
    Made,
    Method,
    Named,
    Object,
    Own,
    Partly,
    Row,
    Stream,
    Table,
    Thing,
    is_none,
    key_of,
    lifted,
    plain,
    truth,
)

if TYPE_CHECKING:
    from .machine import Machine

_OPAQUE: Final = Held | Own | Made | Partly | Named | Class | Foreign | Method | Stream
_LONGEST: Final = 256
"""Items beyond which a list is taken for unknown."""


class Expressions:
    """Evaluates expressions."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._changes = machine.changes
        self._kinds: Mapping[type[Expression], Callable[..., Thing]] = {
            NameExpr: self._name,
            MemberExpr: self._member,
            CallExpr: self._call,
            OpExpr: self._operator,
            UnaryExpr: self._unary,
            ComparisonExpr: self._comparison,
            IndexExpr: self._index,
            TupleExpr: self._row,
            ListExpr: self._row,
            DictExpr: self._table,
            ListComprehension: lambda each, frame: self._comprehension(each.generator, frame),
            GeneratorExpr: self._comprehension,
            DictionaryComprehension: self._table_comprehension,
            ConditionalExpr: self._conditional,
            LambdaExpr: self.function,
            AssignmentExpr: self._walrus,
            CastExpr: lambda each, frame: self.value(each.expr, frame),
            SetExpr: self._each,
            SuperExpr: self._super,
        }

    def value(self, expression: Expression, frame: Frame) -> Thing:
        """Return the value of an expression."""
        self._machine.step()
        literal = written(expression)
        if literal is not None and not isinstance(expression, OpExpr | UnaryExpr):
            return _exact(expression, literal)
        read = self._kinds.get(type(expression))
        return UNKNOWN if read is None else read(expression, frame)

    def operand(self, expression: Expression, frame: Frame) -> Value:
        """Return the value of an expression as an operand of an operation on arrays."""
        return plain(self.value(expression, frame))

    def result(self, at: Expression, found: Value | Failure) -> Thing:
        """Return what an operation gives; one that raises is noted."""
        if isinstance(found, Failure):
            return self._machine.fail(at, found)
        return lifted(in_mode(found), self._changes.regions)

    def function(self, function: LambdaExpr | FuncDef, frame: Frame) -> Own:
        """Return a function with the defaults that its parameters have from here on."""
        given = [each for each in function.arguments if each.initializer is not None]
        defaults = {each.variable.name: self.value(each.initializer, frame) for each in given if each.initializer}
        return Own(function, frame, defaults)

    def _call(self, call: CallExpr, frame: Frame) -> Thing:
        return self._machine.calls.called(call, frame)

    def _name(self, name: NameExpr, frame: Frame) -> Thing:
        imported = self._machine.imported(name)
        if imported:
            return self._imported(name, imported)
        around: Frame | None = frame
        while around is not None:
            if name.name in around.variables:
                return around.variables[name.name]
            around = around.outer
        if name.name == "__name__":
            return Text("__main__")
        if name.fullname.startswith("builtins."):
            return Named(name.fullname)
        constant = self._machine.scope.constant(name)
        return Scalar("int", constant) if isinstance(constant, int) and not isinstance(constant, bool) else UNKNOWN

    def _imported(self, reference: RefExpr, name: str) -> Thing:
        if name.endswith(".TYPE_CHECKING"):
            return Scalar("bool", value=False)
        known = of_imported(name)
        if known is not None:
            return known
        constant = self._machine.scope.constant(reference)
        self._machine.constants.append(reference)
        if isinstance(constant, int) and not isinstance(constant, bool):
            return Scalar("int", constant)
        return Named(name)

    def _member(self, member: MemberExpr, frame: Frame) -> Thing:
        imported = self._machine.imported(member)
        if imported:
            return self._imported(member, imported)
        owner = self.value(member.expr, frame)
        if isinstance(owner, _OPAQUE):
            return attribute(owner, member.name, self._machine)
        array = plain(owner)
        if array is UNKNOWN or isinstance(array, Text):
            return Method(owner, member.name)
        if member.name == "at":
            return self.result(member, evaluate_property(array, "at"))
        found = applied(lambda put: evaluate_property(put(array), member.name), (array,))
        return Method(owner, member.name) if found is UNKNOWN else self.result(member, found)

    def _operator(self, expression: OpExpr, frame: Frame) -> Thing:
        if expression.op in ("and", "or"):
            return self._choice(expression, frame)
        left, right = self.value(expression.left, frame), self.value(expression.right, frame)
        return self.operated(expression, expression.op, left, right)

    def operated(self, at: Expression, operator: str, left: Thing, right: Thing) -> Thing:
        """Return what an operator makes of two things."""
        operator = operator.removesuffix("=") if operator not in ("==", "<=", ">=", "!=") else operator
        joined = self._joined(operator, left, right)
        if joined is not None:
            return joined
        if isinstance(left, Scalar) and isinstance(right, Scalar):
            return of_numbers(operator, left, right)
        if isinstance(left, Object) or isinstance(right, Object):
            self._changes.forget(left)
            self._changes.forget(right)
            return UNKNOWN
        one, other = plain(left), plain(right)
        if one is UNKNOWN or other is UNKNOWN:
            return UNKNOWN
        return self.result(at, applied(lambda put: evaluate_operator(operator, put(one), put(other)), (one, other)))

    def _joined(self, operator: str, left: Thing, right: Thing) -> Thing | None:
        """Return what ``+`` makes of two lists or tuples, and ``*`` of one and a number."""
        if isinstance(left, Scalar) and isinstance(right, Row):
            left, right = right, left
        if not isinstance(left, Row) or (not isinstance(right, Row | Scalar)):
            return None
        regions = self._changes.regions
        if operator == "+" and isinstance(right, Row):
            is_known = left.items is not None and right.items is not None
            items = [*(left.items or ()), *(right.items or ())] if is_known else None
            return Row(regions, items=items, is_list=left.is_list)
        if operator == "*" and isinstance(right, Scalar):
            times = right.value if isinstance(right.value, int) else None
            is_short = times is not None and left.items is not None and times * len(left.items) <= _LONGEST
            items = left.items * times if is_short and left.items is not None and times is not None else None
            return Row(regions, items=items, is_list=left.is_list)
        return None

    def _choice(self, expression: OpExpr, frame: Frame) -> Thing:
        left = self.value(expression.left, frame)
        known = truth(left)
        if known is not None:
            return left if known is (expression.op == "or") else self.value(expression.right, frame)
        with self._changes.perhaps():
            right = self.value(expression.right, frame)
        return self._changes.either(left, right)

    def _unary(self, expression: UnaryExpr, frame: Frame) -> Thing:
        operand = self.value(expression.expr, frame)
        if expression.op == "not":
            known = truth(operand)
            return Scalar("bool", None if known is None else not known)
        if isinstance(operand, Scalar):
            return of_numbers(expression.op, operand)
        one = plain(operand)
        if one is UNKNOWN:
            return UNKNOWN
        return self.result(expression, applied(lambda put: evaluate_operator(expression.op, put(one)), (one,)))

    def _comparison(self, expression: ComparisonExpr, frame: Frame) -> Thing:
        things = [self.value(each, frame) for each in expression.operands]
        if len(things) > 2:
            return UNKNOWN
        left, right = things
        operator = expression.operators[0]
        if operator in ("is", "is not"):
            known = is_none(left) if is_none(right) else None
            return Scalar("bool", None if known is None else known is (operator == "is"))
        found = compared(operator, left, right)
        return self.operated(expression, operator, left, right) if found is None else found

    def _index(self, expression: IndexExpr, frame: Frame) -> Thing:  # noqa: PLR0911 - one for each kind
        base = self.value(expression.base, frame)
        if isinstance(base, Class | Named):
            return base
        index = index_value(expression.index, lambda each: self.operand(each, frame))
        if isinstance(base, Table):
            key = key_of(lifted(index, frozenset()))
            return UNKNOWN if base.entries is None else base.entries.get(key, UNKNOWN)
        if isinstance(base, Row):
            return self._item(base, index)
        if isinstance(base, Object) and base.info is not None and base.info.is_named_tuple:
            return self._item(Row(frozenset(), items=[*(base.attributes or {}).values()], is_list=False), index)
        if isinstance(base, Foreign):
            return base
        array, at = plain(base), as_index(index)
        if array is UNKNOWN:
            return UNKNOWN
        if isinstance(array, AtView):
            return self.result(expression, evaluate_index(array, at))
        return self.result(expression, applied(lambda put: evaluate_index(put(array), put(at)), (array, at)))

    def _item(self, row: Row, index: Value) -> Thing:
        """Return an item of a list, or a part of it."""
        if row.items is None:
            return UNKNOWN
        marks = Items(tuple(Scalar("int", place) for place in range(len(row.items))), is_list=True)
        found = evaluate_index(marks, index)
        if isinstance(found, Scalar) and isinstance(found.value, int):
            return row.items[found.value]
        if isinstance(found, Items):
            chosen = [
                row.items[each.value]
                for each in found.items
                if isinstance(each, Scalar) and isinstance(each.value, int)
            ]
            return Row(self._changes.regions, items=chosen, is_list=row.is_list)
        made = row.items[0] if row.items else UNKNOWN
        for each in row.items[1:]:
            made = self._changes.either(made, each)
        return made

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

    def _each(self, expression: SetExpr, frame: Frame) -> Thing:
        for each in expression.items:
            self._changes.forget(self.value(each, frame))
        return UNKNOWN

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

    def _comprehension(self, expression: GeneratorExpr, frame: Frame) -> Thing:
        inner = Frame(self._changes.regions, frame, receiver=frame.receiver)
        made = self._rows(expression, inner, lambda: self.value(expression.left_expr, inner))
        return Row(self._changes.regions, items=made)

    def _table_comprehension(self, expression: DictionaryComprehension, frame: Frame) -> Thing:
        inner = Frame(self._changes.regions, frame, receiver=frame.receiver)

        def entry() -> Thing:
            key = UNKNOWN if expression.key is None else self.value(expression.key, inner)
            value = self.value(expression.value, inner)
            return Row(self._changes.regions, items=[key, value], is_list=False)

        made = self._rows(expression, inner, entry)
        pairs = [each.items for each in made or () if isinstance(each, Row) and each.items is not None]
        keys = [key_of(each[0]) for each in pairs]
        is_known = made is not None and None not in keys
        entries = dict(zip(keys, (each[1] for each in pairs), strict=True)) if is_known else None
        return Table(self._changes.regions, entries=entries)

    def _rows(
        self, loop: GeneratorExpr | DictionaryComprehension, frame: Frame, make: Callable[[], Thing], depth: int = 0
    ) -> list[Thing] | None:
        """Return what a comprehension makes, one for each turn; None where it is not known how many there are."""
        over = iterated(self.value(loop.sequences[depth], frame), self._machine)
        made: list[Thing] | None = []
        if over.items is None:
            with self._changes.perhaps():
                self._turn(loop, frame, make, depth, over.item)
            return None
        for item in over.items:
            turn = self._turn(loop, frame, make, depth, item)
            made = None if turn is None or made is None else [*made, *turn]
        return made

    def _turn(
        self,
        loop: GeneratorExpr | DictionaryComprehension,
        frame: Frame,
        make: Callable[[], Thing],
        depth: int,
        item: Thing,
    ) -> list[Thing] | None:
        self._machine.statements.assign(loop.indices[depth], item, frame, loop.indices[depth])
        for condition in loop.condlists[depth]:
            holds = truth(self.value(condition, frame))
            if holds is False:
                return []
            if holds is None:
                with self._changes.perhaps():
                    self._inner(loop, frame, make, depth)
                return None
        return self._inner(loop, frame, make, depth)

    def _inner(
        self, loop: GeneratorExpr | DictionaryComprehension, frame: Frame, make: Callable[[], Thing], depth: int
    ) -> list[Thing] | None:
        return self._rows(loop, frame, make, depth + 1) if depth + 1 < len(loop.sequences) else [make()]

    def _conditional(self, expression: ConditionalExpr, frame: Frame) -> Thing:
        known = truth(self.value(expression.cond, frame))
        if known is not None:
            return self.value(expression.if_expr if known else expression.else_expr, frame)
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
        if found is None and owner is not None and expression.name != "__init__":
            self._changes.forget(owner)
        return Named("builtins.object") if found is None and expression.name == "__init__" else found or UNKNOWN

    def _walrus(self, expression: AssignmentExpr, frame: Frame) -> Thing:
        made = self.value(expression.value, frame)
        self._machine.statements.assign(expression.target, made, frame, expression)
        return made


def _exact(expression: Expression, literal: Value) -> Value:
    """Return a literal with the number that it is."""
    return Scalar("int", expression.value) if isinstance(expression, IntExpr) else literal
