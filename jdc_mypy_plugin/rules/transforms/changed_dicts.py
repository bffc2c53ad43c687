"""Dicts of which the function of a loop changes the keys in place: ``carry["new"] = x``, ``carry.pop("old")``.

The function gives back the dict that it got, a part of it, or a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    IfStmt,
    IndexExpr,
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
    StrExpr,
    SymbolNode,
    TupleExpr,
    Var,
)

from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import row
from .trees import Key, Tree, lasting

_READING: Final = ("get", "items", "keys", "values", "copy")
_DICT: Final = "builtins.dict"
_READS: Final = (AssignmentStmt, ExpressionStmt, IfStmt, OperatorAssignmentStmt, ReturnStmt)
_HARMLESS: Final = ("builtins.len", "builtins.print", "builtins.sorted", "builtins.list")


class _Edit(NamedTuple):
    """A place that sets a key or takes one out; an empty ``key`` is one that is not written out."""

    key: str
    at: Expression
    is_set: bool


_Edits = list[_Edit]


def dicts_given_back(first: Tree, function: FuncItem, parameter: Var, module: MypyFile) -> Mapping[SymbolNode, Tree]:
    """Return what dicts in variables are at the end of a function that changes their keys."""
    if not isinstance(function, FuncDef):
        return {}
    found: dict[SymbolNode, Tree] = {}
    for variable, tree in _started(first, function, parameter, module).items():
        edits = _edits_of(variable, module)
        ended = None if not edits else _ended(tree, edits, function, module)
        if ended is not None:
            found[variable] = ended
    return found


def _started(first: Tree, function: FuncDef, parameter: Var, module: MypyFile) -> dict[SymbolNode, Tree]:
    """Return the variables of a function that hold the dict that goes in, a copy of it, or a part that is a dict."""
    found: dict[SymbolNode, Tree] = {parameter: first}
    for statement in function.body.body:
        target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1 or target is None:
            continue
        if isinstance(target, NameExpr):
            source = _copied(statement.rvalue)
            whole = None if source is None or source is target.node else found.get(source)
            if whole is not None and source is not None and target.node is not None:
                found.update({} if _edits_of(source, module) != [] else {target.node: whole})
        elif isinstance(statement.rvalue, NameExpr) and statement.rvalue.node is parameter:
            found.update(_unpacked(target, first))
    writes = FLOW.of(module).variables.writes_of
    return {
        variable: tree
        for variable, tree in found.items()
        if tree.what == "dict" and (variable is parameter or len(writes(variable).positions) == 1)
    }


def _unpacked(target: Expression, whole: Tree) -> Iterator[tuple[SymbolNode, Tree]]:
    """Yield what each variable of ``params, stats = carry`` holds."""
    items = row(target)
    if whole.what in ("tuple", "list") and len(items) == len(whole.parts):
        for item, part in zip(items, whole.parts.values(), strict=True):
            if isinstance(item, NameExpr) and item.node is not None and part is not None:
                yield item.node, part


def _copied(value: Node) -> SymbolNode | None:
    """Return the variable of which ``dict(x)``, ``x.copy()`` and ``{**x}`` make a copy."""
    given: Expression | None = None
    if isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr):
        given = value.callee.expr if value.callee.name == "copy" and not value.args else None
    elif isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname == _DICT:
        given = value.args[0] if value.arg_names == [None] else None
    elif isinstance(value, DictExpr) and len(value.items) == 1 and value.items[0][0] is None:
        given = value.items[0][1]
    return given.node if isinstance(given, NameExpr) else None


def _ended(first: Tree, edits: _Edits, function: FuncDef, module: MypyFile) -> Tree | None:
    """Return a dict as it is at the end; None where it may have the keys that it had."""
    placed = [(_position(edit, function, module), edit) for edit in edits]
    if not all(edit.is_set for edit in edits) and any(position is None for position, _ in placed):
        return None
    certain = [(position, edit.is_set, edit) for position, edit in placed if position is not None]
    parts: dict[Key, Tree | None] = {key: part and lasting(part) for key, part in first.parts.items()}
    for _, is_set, edit in sorted(certain, key=lambda each: each[:2]):  # a statement sets what it has computed
        parts.pop(edit.key, None)
        if is_set:
            parts[edit.key] = None
    changed = [edit.at for *_, edit in certain if (edit.key in parts) != (edit.key in first.parts)]
    return Tree("dict", changed[0], parts) if changed else None


def _position(edit: _Edit, function: FuncDef, module: MypyFile) -> int | None:
    """Return which statement of a function always makes an edit; None where one may, or makes one of any key."""
    index = INDEX.of(module)
    around = index.parent(edit.at)
    while isinstance(around, CallExpr | IndexExpr | MemberExpr | TupleExpr | OpExpr):
        if isinstance(around, OpExpr) and around.op in ("and", "or"):
            return None
        around = index.parent(around)
    places = (at for at, each in enumerate(function.body.body) if each is around)
    return next(places, None) if edit.key else None


def _edits_of(variable: SymbolNode, module: MypyFile) -> _Edits | None:
    """Return the edits of a dict; None where a reference may do anything with it."""
    found: _Edits = []
    for name in REFERENCES.of(module).get(variable, ()):
        edits = _edits(name, variable, module)
        if edits is None:
            return None
        found += edits
    return found


def _edits(name: NameExpr, variable: SymbolNode, module: MypyFile) -> _Edits | None:
    index = INDEX.of(module)
    around = index.parent(name)
    if isinstance(around, IndexExpr) and around.base is name:
        return _item_edits(around, index)
    if isinstance(around, MemberExpr):
        return _method_edits(around, index.parent(around))
    if isinstance(around, CallExpr | DictExpr | ComparisonExpr):
        return [] if _only_reads(name, around) else None
    side, statement = _outermost(name, index)
    is_given = variable in FLOW.of(module).variables.functions
    is_kept = isinstance(statement, AssignmentStmt) and _keeps(statement, side, None if is_given else variable)
    return [] if is_kept or isinstance(statement, ReturnStmt) else None


def _keeps(statement: AssignmentStmt, side: Expression, variable: SymbolNode | None) -> bool:
    """Return whether an assignment unpacks a tuple with a dict, binds its variable, or copies it to its own name."""
    if side is statement.rvalue:
        return isinstance(side, NameExpr) and all(bool(row(each)) for each in statement.lvalues)
    return variable is not None or (isinstance(side, NameExpr) and _copied(statement.rvalue) is side.node)


def _outermost(part: Expression, index: ModuleIndex) -> tuple[Expression, Node | None]:
    """Return the tuple or list that an expression is a part of in the end, and what that is in."""
    around = index.parent(part)
    while isinstance(around, TupleExpr | ListExpr | StarExpr):
        part, around = around, index.parent(around)
    return part, around


def _only_reads(name: NameExpr, around: CallExpr | DictExpr | ComparisonExpr) -> bool:
    """Return whether an expression reads a dict and keeps it nowhere."""
    if isinstance(around, DictExpr):
        return any(key is None and value is name for key, value in around.items)
    callee = around.callee if isinstance(around, CallExpr) else None
    if not isinstance(callee, RefExpr):
        return callee is None
    return callee.fullname in (_DICT, *_HARMLESS) or callee.fullname.startswith("jax.")


def _item_edits(item: IndexExpr, index: ModuleIndex) -> _Edits | None:
    side, statement = _outermost(item, index)
    key = item.index.value if isinstance(item.index, StrExpr) else ""
    if isinstance(statement, DelStmt):
        return [_Edit(key, item, is_set=False)]
    if isinstance(statement, AssignmentStmt) and side in statement.lvalues:
        return [_Edit(key, item, is_set=True)]
    return None if isinstance(statement, Statement) and not isinstance(statement, _READS) else []


def _method_edits(method: MemberExpr, call: Node | None) -> _Edits | None:
    if not isinstance(call, CallExpr) or call.callee is not method:
        return None
    if method.name in _READING:
        return []
    key = call.args[0] if call.args else None
    return [_Edit(key.value, call, is_set=False)] if method.name == "pop" and isinstance(key, StrExpr) else None
