"""Code whose errors the program may catch: in a ``try``, under a manager, and in functions under a decorator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    BreakStmt,
    CallExpr,
    ClassDef,
    Context,
    ContinueStmt,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TryStmt,
    TupleExpr,
    TypeInfo,
    Var,
    WithStmt,
    YieldExpr,
)
from mypy.types import CallableType, Instance, get_proper_type

from .index import INDEX
from .per_module import PerModule
from .ranges import Range, is_in, range_of
from .walk import descendants, expressions_of, statements

_UNRELATED: Final = frozenset(
    (
        *("ImportError", "ModuleNotFoundError", "KeyError", "LookupError", "AttributeError", "NameError"),
        *("OSError", "IOError", "FileNotFoundError", "FileExistsError", "PermissionError", "TimeoutError"),
        *("StopIteration", "KeyboardInterrupt", "SystemExit", "MemoryError", "EOFError", "UnicodeDecodeError"),
    )
)
"""Exceptions that no operation on arrays raises."""
_STACKS: Final = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
_ENTERING: Final = ("enter_context", "push", "enter_async_context", "push_async_exit")
"""Methods that put a manager on a stack of them."""


def may_be_caught(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands where the program may catch what an operation of JAX raises."""
    return is_in(node, _RANGES.of(module))


def _ranges(module: MypyFile) -> list[Range]:
    body = INDEX.of(module).body
    found = [each for attempt in body.statements_of(TryStmt) if _catches(attempt) for each in attempt.body.body]
    found += [each for attempt in body.statements_of(TryStmt) if _leaves(attempt) for each in _guarded(attempt)]
    for block in body.statements_of(WithStmt):
        found += block.body.body if _swallows(block, module) else ()
    ranges = [range_of(each) for each in found]
    decorated = body.statements_of(Decorator)
    return ranges + [range_of(each.func) for each in decorated if any(map(_guards, each.original_decorators))]


def _catches(attempt: TryStmt) -> bool:
    """Return whether a ``try`` has a handler for errors of operations on arrays."""
    return not all(caught is not None and _is_unrelated(caught) for caught in attempt.types)


def _is_unrelated(caught: Expression) -> bool:
    if isinstance(caught, TupleExpr):
        return all(map(_is_unrelated, caught.items))
    return isinstance(caught, NameExpr | MemberExpr) and caught.name in _UNRELATED


def _leaves(attempt: TryStmt) -> bool:
    """Return whether a ``finally`` goes elsewhere, which drops the error."""
    last = () if attempt.finally_body is None else attempt.finally_body.body
    return any(isinstance(each, ReturnStmt | BreakStmt | ContinueStmt) for each in statements(last))


def _guarded(attempt: TryStmt) -> Iterator[Statement]:
    for block in (attempt.body, *attempt.handlers, attempt.else_body):
        yield from () if block is None else block.body


def _guards(decorator: Expression) -> bool:
    """Return whether a decorator is a function or a class of a program that catches errors."""
    callee = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(callee, RefExpr) and _drops_errors(_body_of(callee.node))


def _body_of(node: Node | None) -> Sequence[Statement]:
    if isinstance(node, Decorator):
        return node.func.body.body
    if isinstance(node, FuncDef):
        return node.body.body
    return node.defn.defs.body if isinstance(node, TypeInfo) and isinstance(node.defn, ClassDef) else ()


def _drops_errors(body: Sequence[Statement]) -> bool:
    """Return whether code catches errors and does not raise them again."""
    attempts = (each for each in statements(body) if isinstance(each, TryStmt))
    return any(_leaves(each) or (_catches(each) and not _raises_again(each)) for each in attempts)


def _raises_again(attempt: TryStmt) -> bool:
    return all(bool(each.body) and isinstance(each.body[-1], RaiseStmt) for each in attempt.handlers)


def _swallows(block: WithStmt, module: MypyFile) -> bool:
    return any(_may_swallow(manager, block, module) for manager in block.expr)


def _may_swallow(manager: Expression, block: WithStmt, module: MypyFile) -> bool:
    """Return whether a manager of a ``with`` may keep an error to itself."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(callee, RefExpr) and callee.fullname in _STACKS:
        return any(_may_swallow(each, block, module) for each in _entered(block))
    if isinstance(node, Decorator):
        return _drops_errors(_body_of(node)) and any(True for _ in _yields(node))
    if isinstance(node, Var) and isinstance(manager, NameExpr):
        return any(_may_swallow(each, block, module) for each in _given(manager.name, module))
    return isinstance(node, TypeInfo) and keeps_errors(node)


def _given(name: str, module: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls whose results a module gives a name."""
    for statement in INDEX.of(module).body.statements_of(AssignmentStmt):
        is_it = any(isinstance(each, NameExpr) and each.name == name for each in statement.lvalues)
        if is_it and isinstance(statement.rvalue, CallExpr):
            yield statement.rvalue


def _entered(block: WithStmt) -> Iterator[Expression]:
    """Yield the managers that code under a stack of them enters."""
    for statement in statements(block.body.body):
        for expression in expressions_of(statement):
            for each in descendants(expression):
                callee = each.callee if isinstance(each, CallExpr) else None
                if isinstance(each, CallExpr) and isinstance(callee, MemberExpr) and callee.name in _ENTERING:
                    yield from each.args


def _yields(node: Decorator) -> Iterator[YieldExpr]:
    for statement in statements(node.func.body.body):
        for expression in expressions_of(statement):
            yield from (each for each in descendants(expression) if isinstance(each, YieldExpr))


def keeps_errors(info: TypeInfo) -> bool:
    """Return whether ``__exit__`` of a class may return true; mypy takes a declared `bool` for that as well."""
    symbol = info.get("__exit__")
    written = symbol.node if symbol is not None else None
    declared = written.type if isinstance(written, FuncDef) else None
    result = get_proper_type(declared.ret_type) if isinstance(declared, CallableType) else None
    if isinstance(result, Instance):
        return result.type.fullname == "builtins.bool"
    body = written.body.body if isinstance(written, FuncDef) and declared is None else ()
    returned = [each.expr for each in statements(body) if isinstance(each, ReturnStmt)]
    return any(each is not None and not _is_false(each) for each in returned)


def _is_false(value: Expression) -> bool:
    return isinstance(value, NameExpr) and value.fullname in ("builtins.None", "builtins.False")


_RANGES: Final = PerModule(_ranges)
