"""Objects whose fields the function of a loop or a branch assigns before it gives them back.

``carry.cache = carry.x * 2`` puts an array into a field that was None. The object is the carry itself, of a class
that is not frozen, or the copy that ``copy_and_mutate`` makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    WithStmt,
)

from ...libraries.registry import COPIERS
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...typefacts.mutable import is_frozen
from .changed_copies import what_is_replaced
from .trees import Key, Tree, lasting

_COPYING: Final = ("replace", "_replace")
_DEPTH: Final = 2
"""How many calls are followed."""
Read = Callable[[Expression], Tree | None]


class _Write(NamedTuple):
    """A field that a function assigns; ``value`` is None where it may not, or where the value is not written out."""

    field: str
    value: Expression | None


def objects_given_back(
    first: Tree, function: FuncItem, parameter: SymbolNode, read: Read, module: MypyFile
) -> Mapping[SymbolNode, Tree]:
    """Return what objects in variables are at the end of a function that does no more than assign their fields."""
    if first.what != "object" or first.info is None:
        return {}
    found: dict[SymbolNode, Tree] = {}
    for variable in _started(first, function, parameter):
        writes = _writes(variable, function, first.info, module)
        if writes is not None:
            found[variable] = _ended(first, writes, read)
    return found


def assigned_once(
    first: Tree, function: FuncItem, parameter: SymbolNode, module: MypyFile
) -> Iterator[tuple[str, Expression]]:
    """Yield the fields that a function always gives a new value, and once, in the object that it is given."""
    if first.what != "object" or first.info is None or is_frozen(first.info):
        return
    writes = _writes(parameter, function, first.info, module) or []
    names = [write.field for write in writes]
    for field, value in writes:
        if value is not None and names.count(field) == 1:
            yield field, value


def _started(first: Tree, function: FuncItem, parameter: SymbolNode) -> Iterator[SymbolNode]:
    """Yield the variables that hold the object itself, if it can be changed, and copies that can."""
    if first.info is not None and not is_frozen(first.info):
        yield parameter
    for statement in function.body.body:
        copy = _copy(statement)
        if copy is not None and copy[0].node is parameter and copy[1].node is not None:
            yield copy[1].node


def _copy(statement: Statement) -> tuple[NameExpr, NameExpr] | None:
    """Return what ``with copy_and_mutate(state) as new`` copies, and the name of the copy."""
    if not isinstance(statement, WithStmt) or len(statement.expr) != 1:
        return None
    manager, target = statement.expr[0], statement.target[0]
    if not isinstance(manager, CallExpr) or not isinstance(manager.callee, RefExpr) or not manager.args:
        return None
    is_copier = manager.callee.fullname in COPIERS
    copied = manager.args[0]
    return (copied, target) if is_copier and isinstance(copied, NameExpr) and isinstance(target, NameExpr) else None


def _ended(first: Tree, writes: list[_Write], read: Read) -> Tree:
    """Return an object as it is after some writes."""
    assert first.info is not None
    model = model_of(first.info)
    parts: dict[Key, Tree | None] = {key: part and lasting(part) for key, part in first.parts.items()}
    statics = dict(first.statics)
    for write in writes:
        if model is not None and write.field in model.fields and model.role_of(write.field) == "static":
            statics.pop(write.field, None)
            if write.value is not None:
                statics[write.field] = write.value
        else:
            parts[write.field] = None if write.value is None else read(write.value)
    shown = next((write.value for write in reversed(writes) if write.value is not None), first.at)
    return first._replace(at=shown, parts=parts, statics=statics)


def _writes(
    variable: SymbolNode, function: FuncItem, info: TypeInfo, module: MypyFile, depth: int = 0
) -> list[_Write] | None:
    """Return the writes to fields of an object, in order; None where a reference may do anything with it."""
    index, flow = INDEX.of(module), FLOW.of(module)
    found: list[tuple[tuple[int, int], _Write]] = []
    for name in REFERENCES.of(module).get(variable, ()):
        around = index.parent(name)
        if isinstance(function, FuncDef) and flow.function_over(name) is not function:
            return None  # nobody knows when a function inside runs
        if isinstance(around, MemberExpr):
            above = index.parent(around)
            if isinstance(above, CallExpr) and above.callee is around and around.name not in _COPYING:
                inside = _written_by(around.name, info, module, depth)
                if inside is None:
                    return None
                found.extend(((around.line, around.column), write) for write in inside)
                continue
            write = _written(around, function, module)
            if write is not None:
                found.append(((around.line, around.column), write))
        elif not _is_harmless(name, module):
            return None
    return [write for _, write in sorted(found, key=lambda each: each[0])]


def _written_by(method: str, info: TypeInfo, module: MypyFile, depth: int) -> list[_Write] | None:
    """Return the fields that a method of the module may write; None where it may do anything with its object."""
    symbol = info.get(method)
    function = None if symbol is None else symbol.node
    if not isinstance(function, FuncDef) or INDEX.of(module).position(function) is None:
        return None
    if not function.arguments or depth == _DEPTH:
        return None
    writes = _writes(function.arguments[0].variable, function, info, module, depth + 1)
    return None if writes is None else [each._replace(value=None) for each in writes]


def _written(read: MemberExpr, function: FuncItem, module: MypyFile) -> _Write | None:
    """Return the write that an attribute, or a part of one, is the target of."""
    index = INDEX.of(module)
    part, statement = _outermost(read, index)
    if isinstance(statement, AssignmentStmt) and part in statement.lvalues:
        is_plain = part is read and len(statement.lvalues) == 1 and _always(statement, function)
        return _Write(read.name, statement.rvalue if is_plain else None)
    if isinstance(statement, OperatorAssignmentStmt) and part is statement.lvalue:
        is_plain = part is read and _always(statement, function)
        return _Write(read.name, _updated(statement) if is_plain else None)
    is_read = isinstance(statement, Expression | AssignmentStmt | ExpressionStmt | IfStmt | ReturnStmt)
    return None if is_read else _Write(read.name, None)


def _outermost(part: Expression, index: ModuleIndex) -> tuple[Expression, Node | None]:
    """Return the attribute, tuple or list that an expression is a part of in the end, and what that is in."""
    around = index.parent(part)
    while isinstance(around, MemberExpr | IndexExpr | TupleExpr | ListExpr | StarExpr):
        part, around = around, index.parent(around)
    return part, around


def _updated(statement: OperatorAssignmentStmt) -> OpExpr:
    """Return ``carry.step + 1`` of ``carry.step += 1``."""
    made = OpExpr(statement.op, statement.lvalue, statement.rvalue)
    made.set_line(statement)
    return made


def _always(statement: Statement, function: FuncItem) -> bool:
    """Return whether a function always runs a statement."""
    bodies = [function.body, *(each.body for each in function.body.body if isinstance(each, WithStmt))]
    return any(each is statement for body in bodies for each in body.body)


def _is_harmless(name: NameExpr, module: MypyFile) -> bool:
    """Return whether a function returns the object, makes a copy of it, or binds its name."""
    index = INDEX.of(module)
    part, around = _outermost(name, index)
    if isinstance(around, ReturnStmt | LambdaExpr):
        return True
    if isinstance(around, CallExpr) and what_is_replaced(around) is name:
        return True
    above = index.parent(around) if isinstance(around, CallExpr) else around
    copy = _copy(above) if isinstance(above, WithStmt) and part is name else None
    return copy is not None and name is copy[0 if isinstance(around, CallExpr) else 1]
