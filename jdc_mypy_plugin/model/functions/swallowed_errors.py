"""Code whose errors the program may catch: in a ``try``, under a manager, and in functions under a decorator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    Statement,
    TryStmt,
    TypeInfo,
    Var,
    WithStmt,
)
from mypy.types import CallableType, Instance, get_proper_type

from ...syntax import INDEX
from ...syntax.failures.error_handlers import catches, drops_errors, leaves, may_return_true
from ...syntax.per_module import PerModule
from ...syntax.ranges import Range, is_in, range_of
from ...syntax.walk import descendants, expressions_of, statements
from .function_notes import is_noted_to_keep_errors

_STACKS: Final = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
_ENTERING: Final = ("enter_context", "push", "enter_async_context", "push_async_exit")
"""Methods that put a manager on a stack of them."""


def may_be_caught(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands where the program may catch what an operation of JAX raises."""
    return is_in(node, _RANGES.of(module)) or is_under_swallowing_manager(node, module)


def is_under_swallowing_manager(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands under a manager, or in a lambda for a function, that keeps errors to itself."""
    return is_in(node, _MANAGED.of(module))


def _managed(module: MypyFile) -> list[Range]:
    body = INDEX.of(module).body
    found = [each for block in body.statements_of(WithStmt) if _swallows(block, module) for each in block.body.body]
    lambdas = [
        argument
        for call in body.expressions_of(CallExpr)
        for argument in call.args
        if isinstance(argument, LambdaExpr) and _guards(call, module)
    ]
    return [*map(range_of, found), *map(range_of, lambdas)]


def _ranges(module: MypyFile) -> list[Range]:
    body = INDEX.of(module).body
    found = [each for attempt in body.statements_of(TryStmt) if catches(attempt) for each in attempt.body.body]
    found += [each for attempt in body.statements_of(TryStmt) if leaves(attempt) for each in _guarded(attempt)]
    ranges = [range_of(each) for each in found]
    decorated = body.statements_of(Decorator)
    return ranges + [
        range_of(each.func) for each in decorated if any(_guards(made, module) for made in each.original_decorators)
    ]


def _guarded(attempt: TryStmt) -> Iterator[Statement]:
    for block in (attempt.body, *attempt.handlers, attempt.else_body):
        yield from () if block is None else block.body


def _guards(decorator: Expression, module: MypyFile) -> bool:
    """Return whether a decorator, or what is called, is a function or a class of a program that catches errors."""
    callee = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(callee, RefExpr) and _keeps(callee.node, module)


def _keeps(node: Node | None, module: MypyFile) -> bool:
    """Return whether a function or a class keeps errors to itself; of another module, by what is noted of it."""
    if not isinstance(node, Decorator | FuncDef | TypeInfo):
        return False
    if not node.fullname.startswith(f"{module.fullname}."):
        return is_noted_to_keep_errors(node.fullname)
    return drops_errors(_body_of(node))


def _body_of(node: Decorator | FuncDef | TypeInfo) -> Sequence[Statement]:
    if isinstance(node, Decorator):
        return node.func.body.body
    return node.body.body if isinstance(node, FuncDef) else node.defn.defs.body


def _swallows(block: WithStmt, module: MypyFile) -> bool:
    return any(_may_swallow(manager, block, module) for manager in block.expr)


def _may_swallow(manager: Expression, block: WithStmt, module: MypyFile) -> bool:
    """Return whether a manager of a ``with`` may keep an error to itself."""
    callee = manager.callee if isinstance(manager, CallExpr) else manager
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(callee, RefExpr) and callee.fullname in _STACKS:
        return any(_may_swallow(each, block, module) for each in _entered(block))
    if isinstance(node, Decorator):
        return _keeps(node, module)
    if isinstance(node, Var) and isinstance(manager, NameExpr):
        held = get_proper_type(node.type)
        if isinstance(held, Instance) and keeps_errors(held.type):
            return True
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


def keeps_errors(info: TypeInfo) -> bool:
    """Return whether ``__exit__`` of a class may return true; mypy takes a declared `bool` for that as well."""
    symbol = info.get("__exit__")
    written = symbol.node if symbol is not None else None
    declared = written.type if isinstance(written, FuncDef) else None
    result = get_proper_type(declared.ret_type) if isinstance(declared, CallableType) else None
    if isinstance(result, Instance):
        return result.type.fullname == "builtins.bool"
    if not isinstance(written, FuncDef) or declared is not None:
        return False
    return may_return_true(written.body.body) or is_noted_to_keep_errors(written.info.fullname)


_RANGES: Final = PerModule(_ranges)
_MANAGED: Final = PerModule(_managed)
