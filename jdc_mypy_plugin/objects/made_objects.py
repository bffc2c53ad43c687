"""The class of what an expression makes, as the source of the module shows it where mypy takes it for anything."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)

from ..evaluate.calls.helpers import helper_of
from ..host.freshness import looked_at
from ..libraries.definition import is_none
from ..model.constructors import makes_itself
from ..model.functions.function_notes import JIT, class_noted, function_noted, note_of
from ..model.functions.said_values import MADE, RAN, UNKNOWN, Said, is_written_out
from ..model.replacing import REPLACE, adds_replace
from ..syntax import INDEX
from ..syntax.functions import class_named, returned_by
from ..syntax.names.flow import FLOW
from .functions_elsewhere import class_method_elsewhere
from .patched_functions import is_replaced

_DEEPEST: Final = 5
"""Calls in what calls return beyond which a class is taken for unknown."""


def returned_class(callee: Expression, tree: MypyFile, depth: int = _DEEPEST) -> TypeInfo | None:
    """Return the class of all objects that a function or a class method returns, one under `jax.jit` too."""
    elsewhere = _returned_elsewhere(callee, tree)
    if elsewhere is not None:
        return elsewhere
    if isinstance(callee, MemberExpr):
        return _returned_by_method(callee, tree, depth)
    helper = helper_of(callee, tree) if isinstance(callee, NameExpr) else None
    if helper is None or not isinstance(helper.function, FuncDef):
        return None
    results = [each for each in returned_by(helper.function.body.body) if each is not None and not is_none(each)]
    made = {class_made(each, tree, depth - 1) for each in results}
    return made.pop() if len(made) == 1 else None


def _returned_elsewhere(callee: Expression, tree: MypyFile) -> TypeInfo | None:
    """Return the class of the object that a function or a class method of another module makes at its end."""
    function = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(function, Decorator) and not function.func.info and _is_jitted(function.func):
        function = function.func
    of_class = class_method_elsewhere(callee, tree)
    if of_class is not None:
        note = note_of(of_class[1])
        is_own = note is not None and bool(note.result) and not note.result[1]
        return of_class[0] if is_own and makes_itself(of_class[0]) else None
    if not isinstance(function, FuncDef) or function.info or INDEX.of(tree).position(function) is not None:
        return None
    return _made_at_end(function, tree)


def _is_jitted(function: FuncDef) -> bool:
    note = note_of(function)
    return note is not None and note.made_by is not None and note.made_by[0] == JIT


def _made_at_end(function: FuncDef, tree: MypyFile, depth: int = _DEEPEST) -> TypeInfo | None:
    """Return the class of the object that a function or a method of another module is noted to make at its end.

    Or that a function makes which it calls there.
    """
    note = None if is_replaced(function, tree) else note_of(function)
    if note is None or not depth:
        return None
    is_result = is_written_out(note.result) and note.result[0] in (MADE, RAN)
    by: Said = note.result if is_result else note.makes or [UNKNOWN, UNKNOWN, False]
    if by[0] == RAN:
        called = function_noted(function, by[1])
        info = None if called is None else _made_at_end(called, tree, depth - 1)
    else:
        made = class_noted(function, by[1]) if by[0] == MADE else None
        info = made if made is not None and makes_itself(made) else None
    is_kept = info is not None and (is_result or not by[2] or adds_replace(info))
    return info if is_kept else None


def _returned_by_method(callee: MemberExpr, tree: MypyFile, depth: int) -> TypeInfo | None:
    """Return the class of all objects that ``State.start(...)`` returns, a class or static method, of a base too.

    So does ``env.reset(key)``, where the module shows the class of ``env``.
    """
    info = class_named(callee.expr)
    if info is None:
        return _returned_by_made(callee, tree, depth)
    symbol = info.get(callee.name)
    method = symbol.node if symbol is not None and isinstance(symbol.node, Decorator) else None
    if method is None or len(method.original_decorators) != 1:
        return None
    if INDEX.of(tree).position(method) is None or not (method.func.is_class or method.func.is_static):
        return None
    own = method.func.arguments[0].variable if method.func.is_class else None
    results = [each for each in returned_by(method.func.body.body) if each is not None and not is_none(each)]
    made = {_own_class(each, own, info) or class_made(each, tree, depth - 1) for each in results}
    return made.pop() if len(made) == 1 else None


def _returned_by_made(callee: MemberExpr, tree: MypyFile, depth: int) -> TypeInfo | None:
    """Return the class of all objects that a method returns whose own object the module makes."""
    owner = class_made(callee.expr, tree, depth - 1)
    if owner is None:
        return None
    looked_at(owner)
    symbol = owner.get(callee.name)
    method = symbol.node if symbol is not None and isinstance(symbol.node, FuncDef) else None
    if method is None or method.is_coroutine or method.is_generator or is_replaced(method, tree):
        return None
    if INDEX.of(tree).position(method) is None:
        return _made_at_end(method, tree)
    results = [each for each in returned_by(method.body.body) if each is not None and not is_none(each)]
    made = {class_made(each, tree, depth - 1) for each in results}
    return made.pop() if len(made) == 1 else None


def _own_class(value: Expression, own: Var | None, info: TypeInfo) -> TypeInfo | None:
    """Return the class of which ``cls(...)`` makes an object."""
    is_own = isinstance(value, CallExpr) and isinstance(value.callee, NameExpr) and value.callee.node is own
    return info if own is not None and is_own and makes_itself(info) else None


def class_made(value: object, tree: MypyFile, depth: int = _DEEPEST) -> TypeInfo | None:
    """Return the class of the object that an expression makes."""
    if depth < 0:
        return None
    if isinstance(value, NameExpr):
        return _held(value, tree, depth)
    if isinstance(value, ConditionalExpr):
        made = {class_made(each, tree, depth - 1) for each in (value.if_expr, value.else_expr) if not is_none(each)}
        return made.pop() if len(made) == 1 else None
    return _made_by(value, tree, depth) if isinstance(value, CallExpr) else None


def _held(name: NameExpr, tree: MypyFile, depth: int) -> TypeInfo | None:
    """Return the class of all objects that a variable of a function, which is not a parameter, ever holds."""
    variables = FLOW.of(tree).variables
    if name.node is None or name.node in variables.functions or name.name in variables.open_names:
        return None
    values = variables.writes_of(name.node).values
    made = {class_made(each, tree, depth - 1) for each in values if not _is_replaced(each, name)}
    info = made.pop() if len(made) == 1 else None
    is_kept = info is not None and (adds_replace(info) or not any(_is_replaced(each, name) for each in values))
    return info if is_kept else None


def _is_replaced(value: Expression | None, name: NameExpr) -> bool:
    """Return whether a value is that of ``state.replace(...)`` for the same variable, an object of the same class."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return (
        isinstance(callee, MemberExpr)
        and callee.name == REPLACE
        and isinstance(callee.expr, NameExpr)
        and callee.expr.node is name.node
    )


def _made_by(call: CallExpr, tree: MypyFile, depth: int) -> TypeInfo | None:
    callee = call.callee.base if isinstance(call.callee, IndexExpr) else call.callee
    info = class_named(callee)
    if info is not None:
        return info if makes_itself(info) else None
    if isinstance(callee, MemberExpr) and callee.name == REPLACE:
        owner = class_made(callee.expr, tree, depth - 1)
        return owner if owner is not None and adds_replace(owner) else None
    return returned_class(callee, tree, depth - 1)
