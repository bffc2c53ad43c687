"""``jdc-carry``: a list or a tuple in a carry gets one more item in each turn, ``hist=[*carry.hist, x]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import Instance, ProperType, TupleType

from jdc_spec.rules import CARRY

from ...evaluate import Evaluator, evaluator_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.registry import REPLACE_FUNCTIONS
from ...model.classes import model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row, targets, targets_within
from ...syntax.walk import descendants
from ..places import LOOP, Loop, asked
from .carried_trees import Carried, carried, given_back_first
from .changed_copies import what_is_replaced, writes_replace
from .changed_objects import assigned_once
from .own_calls import called_function
from .trees import Key, Tree

_ROWS: Final = ("builtins.list", "builtins.tuple")
_SHORTENING: Final = ("clear", "pop", "remove")
"""Methods that take items out of a list."""
_BINDING: Final = (AssignmentExpr, GeneratorExpr, DictionaryComprehension)
_DEPTH: Final = 3
"""How many methods are followed."""
Path = tuple[Key, ...]


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report the parts of a carry that a turn makes longer, whatever they are at first."""
    around = carried(site)
    returned = None if around is None else given_back_first(around.function, is_scan=site.name == "jax.lax.scan")
    if around is None or returned is None:
        return
    reader = _Reader(site, around, (around.parameter, ()))
    touched = () if not isinstance(around.function, FuncDef) else tuple(_changed_parts(around, reader, site))
    grown = (*reader.grown(returned, ()), *_appended(around, reader, returned), *_assigned(around, reader, returned))
    for path, value in grown:
        if any(each is None or _overlap(each, path) for each in touched):
            continue
        if not any(evaluator_of(site.api).mismatches(site.node, site.name)):
            message = (
                f"this part of the carry has more items after each turn of {site.name}: the carry must keep its "
                "tree, and JAX raises a TypeError; give the item back as a result of the turn, or write it into an "
                "array that has its whole size at first"
            )
            yield Diagnostic(CARRY, message, value)


def _appended(around: Carried, reader: _Reader, returned: Expression) -> Iterator[tuple[Path, Expression]]:
    """Yield the lists to which each turn appends an item in place, if the function gives them back."""
    given = [path for path, value in reader.parts(returned, ()) if reader.path(value) == path]
    bound = list(_bound(around, reader))
    for statement in around.function.body.body if isinstance(around.function, FuncDef) else ():
        call = statement.expr if isinstance(statement, ExpressionStmt) else None
        callee = call.callee if isinstance(call, CallExpr) else None
        if not isinstance(callee, MemberExpr) or callee.name != "append" or call is None:
            continue
        path = reader.path(callee.expr)
        if path is None or not reader.is_list(path) or any(_overlap(each, path) for each in bound):
            continue
        if any(path[: len(each)] == each for each in given):
            yield path, call


def _bound(around: Carried, reader: _Reader) -> Iterator[Path]:
    """Yield the parts of the carry that a function assigns."""
    body = INDEX.of(reader.module).inside(around.function) if isinstance(around.function, FuncDef) else None
    for statement in () if body is None else body.statements:
        for target in targets(statement):
            path = None if isinstance(target.expression, NameExpr) else reader.path(target.expression)
            if path is not None:
                yield path


def _assigned(around: Carried, reader: _Reader, returned: Expression) -> Iterator[tuple[Path, Expression]]:
    """Yield ``carry.rows = [*carry.rows, x]``, and ``carry.rows += [x]``, if the function gives the carry back."""
    if reader.path(returned) == ():
        for field, value in assigned_once(around.first, around.function, around.parameter, reader.module):
            if reader.grows(value, (field,)):
                yield (field,), value


class _Reader:
    """Reads which part of the carry an expression of the function is."""

    def __init__(self, site: Loop, around: Carried, held: tuple[SymbolNode, Path], depth: int = _DEPTH) -> None:
        self._site, self._around, self._depth = site, around, depth
        self._held = held
        """The variable that holds the carry, or a part of it, and the place of that."""
        self._evaluator: Evaluator = evaluator_of(site.api)
        self.module = site.api.tree
        self._flow = FLOW.of(self.module)

    def grown(self, value: Expression, path: Path) -> Iterator[tuple[Path, Expression]]:
        """Yield the parts that get another item, with the expressions that show it."""
        for place, part in self.parts(value, path):
            source = self._source(part)
            inside = self._inside(source) if isinstance(source, CallExpr) else None
            if self.grows(part, place):
                yield place, part
            elif inside is not None:
                yield from ((each, source) for each, _ in inside[0].grown(inside[1], place))

    def _inside(self, call: CallExpr) -> tuple[_Reader, Expression] | None:
        """Return what a method of a part of the carry returns, if it does nothing else, with what reads that."""
        at = self.path(call.callee.expr) if isinstance(call.callee, MemberExpr) else None
        found = None if at is None or not self._depth else called_function(call, self._class_at(at), self._site.api)
        if at is None or found is None or found.receiver is None or not isinstance(found.function, FuncDef):
            return None
        *before, last = found.function.body.body
        is_plain = all(isinstance(each, ExpressionStmt) and isinstance(each.expr, StrExpr) for each in before)
        if not is_plain or not isinstance(last, ReturnStmt) or last.expr is None:
            return None
        return _Reader(self._site, self._around, (found.receiver, at), self._depth - 1), last.expr

    def parts(self, value: Expression, path: Path) -> Iterator[tuple[Path, Expression]]:
        """Yield the parts of what a function gives back, with the places that they have there."""
        source = self._source(value)
        if isinstance(source, TupleExpr) and not _has_star(source):
            for index, item in enumerate(source.items):
                yield from self.parts(item, (*path, index))
        elif isinstance(source, CallExpr):
            fields = list(self._fields(source))
            yield from (((*path, name), given) for name, given in fields)
            if not fields:
                yield path, source
        else:
            yield path, source

    def _fields(self, call: CallExpr) -> Iterator[tuple[str, Expression]]:
        """Yield the data fields that a call gives an object: one of the class, or a copy of a part of the carry."""
        owner = class_named(call.callee)
        replaced = what_is_replaced(call) if owner is None else None
        at = None if replaced is None else self.path(replaced)
        info = owner if at is None else self._class_at(at)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return
        if at is not None and writes_replace(info, call):
            return
        given = arguments_of(call, info) if owner is not None else dict(_keywords(call))
        yield from ((name, each) for name, each in given.items() if _is_data(info, name))

    def _class_at(self, path: Path) -> TypeInfo | None:
        tree = self._first(path)
        return None if tree is None else tree.info

    def _first(self, path: Path) -> Tree | None:
        """Return what is at a place of the first carry."""
        tree: Tree | None = self._around.first
        for key in path:
            tree = None if tree is None else tree.parts.get(key)
        return tree

    def grows(self, value: Expression, path: Path) -> bool:
        """Return whether an expression is the part at a place with another item."""
        source = self._source(value)
        if isinstance(source, TupleExpr | ListExpr):
            stars = [item for item in source.items if isinstance(item, StarExpr)]
            return len(stars) < len(source.items) and any(self.path(each.expr) == path for each in stars)
        if not isinstance(source, OpExpr) or source.op != "+" or not self._is_row(path):
            return False
        sides = ((source.left, source.right), (source.right, source.left))
        return any(self.path(one) == path and bool(row(other)) and not _has_star(other) for one, other in sides)

    def is_list(self, path: Path) -> bool:
        """Return whether the part at a place is a list for certain."""
        tree = self._first(path)
        declared = self._declared(path) if tree is None else None
        is_declared = isinstance(declared, Instance) and declared.type.fullname == _ROWS[0]
        return is_declared or (tree is not None and tree.what == "list")

    def _is_row(self, path: Path) -> bool:
        """Return whether the part at a place is a list or a tuple, by the first carry or by its annotation."""
        tree = self._first(path)
        if tree is not None:
            return tree.what in ("list", "tuple") and tree.info is None
        declared = self._declared(path)
        is_list = isinstance(declared, Instance) and declared.type.fullname in _ROWS
        return is_list or isinstance(declared, TupleType)

    def _declared(self, path: Path) -> ProperType | None:
        """Return the type of the field at a place."""
        info = self._class_at(path[:-1]) if path else None
        model = None if info is None else model_of(info)
        return None if model is None or not isinstance(path[-1], str) else known_type(model.type_of(path[-1]))

    def path(self, expression: Expression) -> Path | None:
        """Return the place in the carry that an expression reads; None where it reads no part of it."""
        source = self._source(expression)
        if isinstance(source, NameExpr):
            return self._held[1] if source.node is self._held[0] else None
        if isinstance(source, MemberExpr):
            owner, key = self.path(source.expr), source.name
            return None if owner is None else (*owner, key)
        if isinstance(source, IndexExpr) and isinstance(source.index, IntExpr | StrExpr):
            owner = self.path(source.base)
            return None if owner is None else (*owner, source.index.value)
        return None

    def _source(self, expression: Expression) -> Expression:
        source = self._evaluator.source(expression)
        held = self._flow.value_at(source) if isinstance(source, NameExpr) else None
        return held if isinstance(held, Expression) else source


def _changed_parts(around: Carried, reader: _Reader, site: Loop) -> Iterator[Path | None]:
    """Yield the parts of a carry out of which a function may take items; None where it may be any part."""
    body = INDEX.of(site.api.tree).inside(around.function) if isinstance(around.function, FuncDef) else None
    if body is None:
        return
    held = _holders(around.parameter, body)
    for changed in _changed(body):
        if _mentions(changed, held):
            yield reader.path(changed)


def _changed(body: Body) -> Iterator[Expression]:
    """Yield what a function may make shorter: itself, or by a call for its effect or of a function of the module."""
    for call in body.expressions_of(CallExpr):
        if isinstance(call.callee, MemberExpr) and call.callee.name in _SHORTENING:
            yield call.callee.expr
        is_function = isinstance(call.callee, NameExpr) and isinstance(call.callee.node, FuncDef)
        if is_function and not _is_harmless(call.callee):
            yield from call.args
    for statement in body.statements_of(ExpressionStmt):
        if isinstance(statement.expr, CallExpr) and not _is_harmless(statement.expr.callee):
            callee = statement.expr.callee
            is_growing = isinstance(callee, MemberExpr) and callee.name == "append"
            owner = callee.expr if isinstance(callee, MemberExpr) else callee
            yield from statement.expr.args if is_growing else (owner, *statement.expr.args)
    targets = [each.expr for each in body.statements_of(DelStmt)]
    targets += [to for each in body.statements_of(AssignmentStmt) for to in each.lvalues if _is_slice(to)]
    for target in targets:
        yield from (each.base for each in (row(target) or [target]) if isinstance(each, IndexExpr))


def _holders(parameter: Var, body: Body) -> set[SymbolNode | None]:
    """Return the variables through which a function may reach what its parameter holds."""
    inner = (*body.expressions_of(LambdaExpr), *body.statements_of(FuncDef))
    held: set[SymbolNode | None] = {parameter, *(each.variable for one in inner for each in one.arguments)}
    within = [each for kind in _BINDING for part in body.expressions_of(kind) for each in targets_within(part)]
    bound = [*within, *(each for statement in body.statements for each in targets(statement))]
    before = 0
    while before != len(held):
        before = len(held)
        for target in bound:
            if target.value is not None and _mentions(target.value, held):
                held.update(each.node for each in descendants(target.expression) if isinstance(each, NameExpr))
    return held


def _mentions(value: Expression, variables: set[SymbolNode | None]) -> bool:
    return any(isinstance(each, NameExpr) and each.node in variables for each in descendants(value))


def _overlap(one: Path, other: Path) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _is_harmless(callee: Expression) -> bool:
    """Return whether a call changes nothing that it is given, as `jax.debug.print` and `dataclasses.replace`."""
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    return name.startswith("jax.") or name == "builtins.print" or name in REPLACE_FUNCTIONS


def _is_slice(target: Expression) -> bool:
    return isinstance(target, IndexExpr) and isinstance(target.index, SliceExpr)


def _has_star(display: Expression) -> bool:
    return any(isinstance(item, StarExpr) for item in row(display))


def _keywords(call: CallExpr) -> Iterator[tuple[str, Expression]]:
    return ((name, value) for name, value in zip(call.arg_names, call.args, strict=True) if name is not None)


def _is_data(info: TypeInfo, name: str) -> bool:
    model = model_of(info)
    return model is not None and name in model.fields and model.role_of(name) == "data"
