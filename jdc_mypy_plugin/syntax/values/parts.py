"""Values that are only taken apart and put together again: attributes of an object in tuples, lists and dicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ..arguments import positional


class Whole(NamedTuple):
    """The object itself."""


class Attribute(NamedTuple):
    """One attribute of the object."""

    name: str


class Row(NamedTuple):
    """A tuple or a list; None, in which there is nothing, is an empty one."""

    items: Sequence[Value]


class Table(NamedTuple):
    """A dict whose keys are strings."""

    items: dict[str, Value]


class Missing(NamedTuple):
    """A part that a tuple or a dict has not, so that to ask for it raises an error."""

    asks: str
    """The words for the read that fails: ``asks for "x"``."""


Value = Whole | Attribute | Row | Table | Missing | None
"""The value of an expression, as far as it is known; None is anything else."""

_ROWS: Final = ("builtins.tuple", "builtins.list")


class Parts(dict[str, Value]):
    """The value of each local name, as far as a function without branches has run."""

    def of(self, expression: Expression | None) -> Value:
        """Return what an expression is."""
        value: Value = None
        match expression:
            case NameExpr():
                value = Row(()) if expression.name == "None" else self.get(expression.name)
            case MemberExpr() if isinstance(self.of(expression.expr), Whole):
                value = Attribute(expression.name)
            case TupleExpr() | ListExpr():
                value = self._row(expression.items)
            case DictExpr():
                value = self._table(expression)
            case CallExpr():
                value = self._call(expression)
            case IndexExpr():
                value = _item(self.of(expression.base), expression.index)
            case OpExpr(op="+"):
                value = _joined(self.of(expression.left), self.of(expression.right))
            case _:
                pass
        return value

    def assign(self, target: Expression, value: Value) -> bool:
        """Run an assignment to names and to items of a dict; return whether it was understood."""
        for each, part in pairs(target, value):
            table = self.of(each.base) if isinstance(each, IndexExpr) else None
            if isinstance(each, NameExpr):
                self[each.name] = part
            elif isinstance(each, IndexExpr) and isinstance(table, Table) and isinstance(each.index, StrExpr):
                table.items[each.index.value] = part
            else:
                return False
        return True

    def _row(self, items: Sequence[Expression]) -> Value:
        found: list[Value] = []
        for item in items:
            if not isinstance(item, StarExpr):
                found.append(self.of(item))
                continue
            inside = self.of(item.expr)
            if not isinstance(inside, Row):
                return None
            found.extend(inside.items)
        return Row(found)

    def _table(self, expression: DictExpr) -> Value:
        found: dict[str, Value] = {}
        for key, value in expression.items:
            part = self.of(value)
            if isinstance(key, StrExpr):
                found[key.value] = part
            elif key is None and isinstance(part, Table):
                found.update(part.items)
            else:
                return None
        return Table(found)

    def _call(self, call: CallExpr) -> Value:
        name = (call.callee.fullname or f"builtins.{call.callee.name}") if isinstance(call.callee, NameExpr) else ""
        given = positional(call)
        if name == "builtins.dict" and not given and None not in call.arg_names:
            return Table({str(key): self.of(value) for key, value in zip(call.arg_names, call.args, strict=True)})
        if not call.args and name in _ROWS:
            return Row(())
        if len(given) != 1 or len(call.args) != 1:
            return None
        part = self.of(given[0])
        if name == "builtins.dict":
            return Table(dict(part.items)) if isinstance(part, Table) else None
        if name == "builtins.reversed":
            return Row(part.items[::-1]) if isinstance(part, Row) else None
        return part if name in _ROWS and isinstance(part, Row) else None


def pairs(target: Expression, value: Value) -> Iterator[tuple[Expression, Value]]:
    """Yield each name and attribute that a target binds, with the part of the value that it gets."""
    if not isinstance(target, TupleExpr | ListExpr):
        yield target, value
        return
    items = list(target.items)
    starred = next((index for index, each in enumerate(items) if isinstance(each, StarExpr)), None)
    parts: list[Value] = [None] * len(items)
    if isinstance(value, Row) and starred is None:
        is_even = len(items) == len(value.items)
        missing = Missing(f"unpacks {len(items)} values of {len(value.items)}")
        parts = list(value.items) if is_even else [missing] * len(items)
    elif isinstance(value, Row) and starred is not None and len(items) - 1 <= len(value.items):
        after = len(value.items) - (len(items) - 1 - starred)
        parts = [*value.items[:starred], Row(value.items[starred:after]), *value.items[after:]]
    for item, part in zip(items, parts, strict=True):
        yield from pairs(item.expr if isinstance(item, StarExpr) else item, part)


def is_docstring(statement: Statement) -> bool:
    """Return whether a statement is a string."""
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)


def steps(function: FuncItem) -> Sequence[Statement]:
    """Return the statements of a function but for its docstring."""
    return [each for each in function.body.body if not is_docstring(each)]


def attributes_in(value: Value) -> Iterator[str]:
    """Yield the names of the attributes in a value."""
    if isinstance(value, Attribute):
        yield value.name
    elif isinstance(value, Row):
        for item in value.items:
            yield from attributes_in(item)
    elif isinstance(value, Table):
        for item in value.items.values():
            yield from attributes_in(item)


def _joined(left: Value, right: Value) -> Value:
    return Row([*left.items, *right.items]) if isinstance(left, Row) and isinstance(right, Row) else None


def _item(whole: Value, index: Expression) -> Value:
    if isinstance(whole, Table) and isinstance(index, StrExpr):
        return whole.items.get(index.value, Missing(f'asks for "{index.value}"'))
    if not isinstance(whole, Row):
        return None
    if isinstance(index, SliceExpr):
        bounds = [index.begin_index, index.end_index, index.stride]
        numbers = [None if each is None else _number(each) for each in bounds]
        is_known = all((each is None) == (number is None) for each, number in zip(bounds, numbers, strict=True))
        return Row(whole.items[slice(*numbers)]) if is_known and numbers[2] != 0 else None
    at = _number(index)
    if at is None:
        return None
    is_there = -len(whole.items) <= at < len(whole.items)
    return whole.items[at] if is_there else Missing(f"asks for item {at} of {len(whole.items)}")


def _number(expression: Expression) -> int | None:
    if isinstance(expression, UnaryExpr) and expression.op == "-" and isinstance(expression.expr, IntExpr):
        return -expression.expr.value
    return expression.value if isinstance(expression, IntExpr) else None
