"""The statements in which each variable of a module gets a value."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    ReturnStmt,
    StarExpr,
    Statement,
    SymbolNode,
    Var,
)

from ..functions import parameters
from ..index import ModuleIndex
from .targets import By, paired, parts, row, targets, unpacked

_BINDS_NOTHING: Final = frozenset((ExpressionStmt, ReturnStmt))
"""The commonest statements without targets, which are not asked for any."""
_BINDING: Final = frozenset((AssignmentExpr, LambdaExpr, GeneratorExpr, DictionaryComprehension))
"""The classes of expressions that bind names."""


@dataclass(slots=True)
class Writes:
    """The statements that bind one variable, in source order."""

    positions: list[int] = field(default_factory=list[int])
    """Those of the statements in the module."""
    values: list[Expression | None] = field(default_factory=list[Expression | None])
    """None where the value is not written out, the item of a loop say, or where ``:=`` may be passed over."""
    only: Expression | None = None
    """The value of the last one by itself: that of ``:=`` too, and none that is unpacked."""
    line: int = 0
    """The line of the last one."""


NO_WRITES: Final = Writes()


class Variables:
    """The variables of one module, with what binds them; names that mypy left open are told apart by their text."""

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index
        self._writes: dict[SymbolNode, Writes] = defaultdict(Writes)
        self.open_names: set[str] = set()
        """Names that are also those of functions and classes, or are bound in code that mypy does not reach."""
        self.unnamed: dict[str, list[int]] = defaultdict(list)
        """Positions that bind a name to what mypy takes for no variable: ``x: T = ...`` of an ``x`` bound before."""
        self.defined: dict[str, list[int]] = defaultdict(list)
        """Positions that define a function or a class of a name, methods left out."""
        for position, statement in enumerate(index.body.statements):
            self._read(position, statement)
        self.iterated: dict[SymbolNode | None, Expression] = {}
        """The items that comprehensions without conditions bind, each as ``x[int()]``: some item of ``x``."""
        self._of_lambdas = set(self._read_expressions())
        self._read_resizes()
        self.functions: dict[SymbolNode, FuncItem] = {
            variable: function for function in _functions(index) for variable in parameters(function)
        }
        """The function that each parameter is one of, lambdas left out."""

    def writes_of(self, variable: SymbolNode | None) -> Writes:
        """Return what binds a variable, but for the calls of the function that it is a parameter of."""
        return NO_WRITES if variable is None else self._writes.get(variable, NO_WRITES)

    def is_written(self, name: NameExpr) -> bool:
        """Return whether this module gives a name a value."""
        node = name.node
        return node is not None and (
            node in self._writes or node in self.functions or node in self._of_lambdas or name.name in self.open_names
        )

    def bound_once(self, name: NameExpr) -> Writes | None:
        """Return the only write of a variable; None where there are more, or none."""
        node = name.node
        writes = self.writes_of(node)
        if len(writes.positions) != 1 or name.name in self.open_names:
            return None
        return None if node in self.functions or node in self._of_lambdas else writes

    def _read(self, position: int, statement: Statement) -> None:
        kind = type(statement)
        if kind in _BINDS_NOTHING:
            return
        if isinstance(statement, AssignmentStmt):
            for target in statement.lvalues:
                if isinstance(target, NameExpr):
                    self._add(position, target, statement.rvalue, statement.rvalue)
                else:
                    self._assign(position, target, statement.rvalue)
        elif isinstance(statement, OperatorAssignmentStmt) and isinstance(statement.lvalue, NameExpr):
            self._add(position, statement.lvalue, in_place(statement), None)
        elif isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef):
            for name in _defined(statement):
                self.open_names.add(name)
                self.defined[name].append(position)
        else:
            for each in targets(statement):
                if each.by is By.ITERATE and each.value is not None:
                    self._assign_item(position, each.expression, each.value)
                else:
                    self._assign(position, each.expression, each.value if each.by is By.ASSIGN else None)

    def _assign(self, position: int, target: Expression, value: Expression | None) -> None:
        pairs: list[tuple[Expression, Expression | None]] = [*paired(target, value)]
        for expression, given in pairs or [(target, value)]:
            items = parts(expression)
            if isinstance(expression, NameExpr):
                self._add(position, expression, given, given)
            elif given is not None and items:
                self._unpack(position, items, given)
            else:
                self._unpack_unknown(position, expression)

    def _assign_item(self, position: int, target: Expression, value: Expression) -> None:
        """Add what ``for row in x`` binds, with ``x[int()]``: some item of ``x``."""
        some = some_item(value, target)
        items = parts(target)
        if isinstance(target, NameExpr):
            self._add(position, target, some, None)
        elif items:
            self._unpack(position, items, some)
        else:
            self._unpack_unknown(position, target)

    def _unpack(self, position: int, items: Sequence[Expression], value: Expression) -> None:
        """Add the names of ``a, b = value`` with ``value[0]`` and ``value[1]``, which the module does not write.

        Items behind ``*rest`` count from the end.
        """
        star = next((number for number, item in enumerate(items) if isinstance(item, StarExpr)), len(items))
        for number, item in enumerate(items):
            part = _part(value, number if number < star else number - len(items), item)
            inner = parts(item)
            if isinstance(item, NameExpr):
                self._add(position, item, part, part)
            elif inner:
                self._unpack(position, inner, part)
            else:
                self._unpack_unknown(position, item)

    def _unpack_unknown(self, position: int, target: Expression) -> None:
        for each in unpacked(target):
            bound = each.expr if isinstance(each, MemberExpr) else each  # x.shape = ... gives x another shape
            if isinstance(bound, NameExpr):
                self._add(position, bound, None, None)

    def _add(self, position: int, name: NameExpr, value: Expression | None, only: Expression | None) -> None:
        if name.node is None:
            self.open_names.add(name.name)
            self.unnamed[name.name].append(position)
            return
        writes = self._writes[name.node]
        writes.positions.append(position)
        writes.values.append(value)
        writes.only, writes.line = only, name.line

    def _add_within(self, position: int, name: NameExpr, only: Expression | None) -> None:
        """Add what an expression inside a statement binds, which comes before what the statement binds itself."""
        if name.node is None:
            self.open_names.add(name.name)
            return
        writes = self._writes[name.node]
        at = bisect_left(writes.positions, position)
        writes.positions.insert(at, position)
        writes.values.insert(at, None)
        writes.only, writes.line = only, name.line

    def _read_expressions(self) -> Iterator[Var]:
        """Add what expressions bind; yield the parameters of lambdas."""
        for position, each in self._index.placed(_BINDING):
            if isinstance(each, AssignmentExpr):
                self._add_within(position, each.target, each.value)
            elif isinstance(each, LambdaExpr):
                yield from (argument.variable for argument in each.arguments)
            elif isinstance(each, GeneratorExpr | DictionaryComprehension):
                is_whole = not any(each.condlists)
                for target, sequence in zip(each.indices, each.sequences, strict=True):
                    if isinstance(target, NameExpr):
                        self._add_within(position, target, None)
                    if is_whole:
                        self._iterate(target, some_item(sequence, target))

    def _iterate(self, target: Expression, value: Expression) -> None:
        if isinstance(target, NameExpr) and target.node is not None:
            self.iterated[target.node] = value
        for number, item in enumerate(row(target)):
            self._iterate(item, _part(value, number, item))

    def _read_resizes(self) -> None:
        """Add ``x.resize(...)``, which gives the array another shape."""
        for call in self._index.body.expressions_of(CallExpr):
            callee = call.callee
            if not (isinstance(callee, MemberExpr) and callee.name == "resize" and isinstance(callee.expr, NameExpr)):
                continue
            if not isinstance(callee.expr.node, MypyFile):
                position = self._index.position_of(call)
                if position is not None:
                    self._add_within(position, callee.expr, None)


def in_place(statement: OperatorAssignmentStmt) -> OpExpr:
    """Return ``target += value`` as an expression, whose operator is ``+=``."""
    made = OpExpr(f"{statement.op}=", statement.lvalue, statement.rvalue)
    made.set_line(statement)
    return made


def some_item(value: Expression, at: Expression) -> IndexExpr:
    """Return ``x[int()]``, which stands for any item of what a loop goes along."""
    some = IndexExpr(value, CallExpr(_int(), [], [], []))
    some.set_line(at)
    return some


def is_some_item(key: Expression) -> bool:
    """Return whether a key is that of what a loop binds, ``x[int()]``, which of a mapping is a key and no value."""
    return (
        isinstance(key, CallExpr)
        and not key.args
        and isinstance(key.callee, NameExpr)
        and key.callee.fullname == "builtins.int"
    )


def _part(value: Expression, number: int, at: Expression) -> IndexExpr:
    part = IndexExpr(value, IntExpr(number))
    part.set_line(at)
    return part


def _int() -> NameExpr:
    named = NameExpr("int")
    named._fullname = "builtins.int"  # pyright: ignore[reportPrivateUsage] - as mypy's own analysis does
    return named


def _defined(statement: Statement) -> Iterator[str]:
    """Yield the names of functions and classes that a statement defines; those of methods are not variables."""
    if isinstance(statement, OverloadedFuncDef):
        for item in statement.unanalyzed_items:
            yield from _defined(item)
    function = statement.func if isinstance(statement, Decorator) else statement
    if isinstance(function, ClassDef) or (isinstance(function, FuncDef) and not function.info):
        yield function.name


def _functions(index: ModuleIndex) -> Iterator[FuncItem]:
    yield from index.body.statements_of(FuncDef)
    yield from (each.func for each in index.body.statements_of(Decorator))
    for overloaded in index.body.statements_of(OverloadedFuncDef):
        for item in overloaded.unanalyzed_items:
            yield item.func if isinstance(item, Decorator) else item
