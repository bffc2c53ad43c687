"""The names of a traced function: where each is bound, and what a parameter is unpacked into."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, Instance, ProperType, TupleType, Type

from ..host.known_types import known_type
from ..syntax import INDEX
from ..syntax.body import Body
from ..syntax.names.targets import By, handed_on, row, unpacked
from ..syntax.per_module import PerModule
from ..syntax.ranges import Position
from ..syntax.values.kept_dicts import is_kept
from ..typefacts.arrays import is_certainly_array
from ..typefacts.leaves import ITEMS

NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex"))
_OF_NUMBERS: Final = frozenset(
    (
        *("__lt__", "__le__", "__gt__", "__ge__", "__index__", "__int__", "__float__", "__array__", "__bool__"),
        *("__getitem__", "__mod__", "__format__", "__array_ufunc__", "__array_function__", "__jax_array__"),
    )
)
NEVER: Final = (sys.maxsize, 0)
_READING: Final = frozenset(("items", "keys", "values", "get"))
"""Methods of a dict that change nothing."""


def _acts_as_number(tree: MypyFile) -> bool:
    """Return whether a class of the module is a number or ordered: a pytree of it may be compared and counted."""
    body = INDEX.of(tree).body
    methods = (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator)))
    if any(each.name in _OF_NUMBERS for each in methods):
        return True
    bases = (base for each in body.statements_of(ClassDef) for base in each.base_type_exprs)
    return any(isinstance(base, NameExpr) and base.fullname in NUMBERS for base in bases)


ORDERED: Final = PerModule(_acts_as_number)
"""True of a module that has such a class."""


def bindings_of(body: Body) -> Mapping[object, list[Position]]:
    """Return where each variable is bound: behind the value where one is assigned."""
    found: defaultdict[object, list[Position]] = defaultdict(list)
    for target in body.targets:
        value = target.value if target.by is By.ASSIGN else None
        position = (target.expression.line, target.expression.column)
        if value is not None and value.end_line is not None and value.end_column is not None:
            position = value.end_line, value.end_column
        for each in unpacked(target.expression):
            if isinstance(each, NameExpr):
                found[each.node].append(position)
    return found


def assigned_values(body: Body, parts: Container[Expression]) -> Mapping[Var, Sequence[Expression]]:
    """Return what is assigned to each variable that nothing but plain and augmented assignments to it bind.

    To be unpacked of a parameter, as ``parts`` are, is not an assignment of its own.
    """
    found: defaultdict[Var, list[Expression]] = defaultdict(list)
    others: set[object] = set()
    for target in body.targets:
        name, value = target.expression, target.value
        if target.by not in (By.ASSIGN, By.UPDATE) or not isinstance(name, NameExpr) or value is None:
            names = (each for each in unpacked(name) if isinstance(each, NameExpr) and each not in parts)
            others.update(each.node for each in names)
        elif isinstance(name.node, Var) and name not in parts:
            found[name.node].append(name if target.by is By.UPDATE else value)
    return {variable: values for variable, values in found.items() if variable not in others}


def counters(body: Body) -> set[object]:
    """Return the variables that count in ``for i in range(n):``."""
    return {
        each.index.node
        for each in body.statements_of(ForStmt)
        if isinstance(each.index, NameExpr) and isinstance(each.expr, CallExpr) and _is_range(each.expr.callee)
    }


def _is_range(callee: Expression) -> bool:
    return isinstance(callee, NameExpr) and callee.fullname == "builtins.range"


def is_number(expression: Expression, counting: Container[object], api: TypeChecker) -> bool:
    """Return whether an expression is a number of Python, evidently, by its type or since a loop counts with it."""
    written = expression.expr if isinstance(expression, UnaryExpr) else expression
    if isinstance(written, IntExpr | FloatExpr):
        return True
    variable = expression.node if isinstance(expression, NameExpr) else None
    if variable in counting:
        return True
    declared = variable.type if isinstance(variable, Var) else api.lookup_type_or_none(expression)
    kind = known_type(declared)
    return isinstance(kind, Instance) and kind.type.fullname in NUMBERS


class Part(NamedTuple):
    """A name that a parameter is unpacked into."""

    name: NameExpr
    variable: Var
    type: Type
    others: Sequence[Position]
    """The places where the variable is bound again."""


def parts_of_parameters(
    body: Body, traced: Mapping[Var, Type], bindings: Mapping[object, list[Position]]
) -> Iterator[Part]:
    """Yield the names that a parameter is unpacked into before they are bound otherwise, ``i, x = carry``."""
    for statement in body.statements_of(AssignmentStmt):
        value = statement.rvalue
        variable = value.node if isinstance(value, NameExpr) else None
        kind = traced.get(variable) if isinstance(variable, Var) else None
        if kind is None or not (value.line, value.column) < min(bindings.get(variable, [NEVER])):
            continue
        for name, part in _parts(statement.lvalues[0], kind) if len(statement.lvalues) == 1 else ():
            if isinstance(name.node, Var):
                here, *others = sorted(bindings[name.node])
                if here == (value.end_line, value.end_column) and here not in others:
                    yield Part(name, name.node, part, others)


def _parts(target: Expression, held: Type) -> Iterator[tuple[NameExpr, Type]]:
    """Yield the names that a value is unpacked into, each with its type: those of ``(x, y), z`` too."""
    kind, items = known_type(held), row(target)
    if isinstance(kind, TupleType):
        types: Sequence[Type] = kind.items
    else:
        each = kind if isinstance(kind, AnyType) else _item_of(kind)
        types = [] if each is None else [each] * len(items)
    for item, part in zip(items, types, strict=True) if len(items) == len(types) else ():
        if isinstance(item, NameExpr):
            yield item, part
        else:
            yield from _parts(item, part)


def rows_of_parameters(
    body: Body,
    type_of: Callable[[Expression], Type | None],
    bindings: Mapping[object, list[Position]],
    tree: MypyFile,
) -> Iterator[tuple[Var, Type]]:
    """Yield the names that stand for the rows of a tracer in ``for x in xs``, with the type of a row."""
    for bound, rows in _loops(body):
        target, held = _held_in_dict(bound, rows, body, tree) or (bound, None)
        if not isinstance(target, NameExpr) or not isinstance(target.node, Var) or len(bindings[target.node]) != 1:
            continue
        declared = type_of(rows if held is None else held)
        kind = None if declared is None else _row_type(declared) if held is None else _value_of(known_type(declared))
        if kind is not None:
            yield target.node, kind


def _held_in_dict(
    target: Expression, rows: Expression, body: Body, tree: MypyFile
) -> tuple[Expression, Expression] | None:
    """Return what a loop over ``d.values()`` or ``d.items()`` binds to the values of a dict, with that dict.

    The function must not change the dict, whose name or field that is.
    """
    if not isinstance(rows, CallExpr) or not isinstance(rows.callee, MemberExpr) or rows.args:
        return None
    held, items = rows.callee.expr, row(target)
    bound = {"values": target, "items": items[1] if len(items) == 2 else None}.get(rows.callee.name)
    if isinstance(held, NameExpr):
        is_same = is_kept(held, None, tree)
    else:
        is_same = isinstance(held, MemberExpr) and not is_changed(held.name, body)
    return (bound, held) if bound is not None and is_same else None


def is_changed(field: str, body: Body) -> bool:
    """Return whether a function may change what a field holds, by an item or a method: ``self.rows.update(...)``."""
    items = (part.base for each in body.targets for part in unpacked(each.expression) if isinstance(part, IndexExpr))
    calls = (each.callee for each in body.expressions_of(CallExpr) if isinstance(each.callee, MemberExpr))
    owners = (*items, *(each.expr for each in calls if each.name not in _READING))
    return any(isinstance(each, MemberExpr) and each.name == field for each in owners)


def _loops(body: Body) -> Iterator[tuple[Expression, Expression]]:
    """Yield the target of each loop and comprehension with what it goes along."""
    loops = [(each.index, each.expr) for each in body.statements_of(ForStmt)]
    for made in body.expressions_of(GeneratorExpr):
        loops += zip(made.indices, made.sequences, strict=True)
    for mapping in body.expressions_of(DictionaryComprehension):
        loops += zip(mapping.indices, mapping.sequences, strict=True)
    for target, rows in loops:
        yield from handed_on(target, rows)


def _row_type(declared: Type) -> Type | None:
    """Return the type of the rows of an array, and of a list or a tuple of arrays."""
    if is_certainly_array(declared):
        return declared
    return _item_of(known_type(declared))


def _value_of(kind: ProperType) -> Type | None:
    """Return the type of the values of a dict."""
    is_dict = isinstance(kind, Instance) and ITEMS.get(kind.type.fullname) == 1 and len(kind.args) == 2
    return kind.args[1] if isinstance(kind, Instance) and is_dict else None


def _item_of(kind: ProperType) -> Type | None:
    """Return the type of the items of a list, or of a tuple of any length."""
    is_listed = isinstance(kind, Instance) and kind.type.fullname in ("builtins.list", "builtins.tuple")
    return kind.args[0] if isinstance(kind, Instance) and is_listed and len(kind.args) == 1 else None
