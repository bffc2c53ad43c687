"""Code that is written to fail or never runs: tests of an error, and what catches the error that jdc would report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TryStmt,
    TupleExpr,
    Var,
    WithStmt,
)

from ..body import Body
from ..index import INDEX
from ..names.targets import targets
from ..per_module import PerModule
from ..ranges import Range, is_in, range_of
from .settled_conditions import Conditions
from .tests_of_failure import only_tells, wants_failure
from .unrun_code import unrun

_CHECKS: Final = ("raises", "suppress", "warns")
_KINDS_OF_CHECK: Final = ("assertRaises", "assert_raises", "assertWarns", "assert_warns")
"""Names under which pytest and contextlib expect an exception or a warning, and how others begin."""
_UNTESTED: Final = ("xfail", "expectedFailure", "skip")
"""Decorators of tests that are known to fail, or that do not run."""
_EXCEPTIONS: Final = ("Error", "Exception")
"""How the names of exceptions end."""

_CAUGHT: Final = frozenset(
    (
        "AttributeError",
        "FrozenInstanceError",
        "AnnotationError",
        "MalformedAnnotationError",
        "MutationError",
        "StaticFieldError",
    )
)
"""Exceptions that nobody catches but to see a mistake that jdc knows. `Exception` may be caught for other reasons."""

_ANY: Final = ("Exception", "BaseException")


def is_expected_to_fail(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands where an exception is expected, or in code that does not run."""
    return is_in(node, _RANGES.of(module))


def is_tried(node: Context, module: MypyFile, error: str) -> bool:
    """Return whether a node stands in a ``try`` that catches an exception of this name."""
    return any(
        is_in(node, map(range_of, attempt.body.body))
        for attempt in INDEX.of(module).body.statements_of(TryStmt)
        if any(_catches(caught, (error,)) for caught in attempt.types)
    )


def expects_failures(body: Body) -> bool:
    """Return whether code of a body expects an exception."""
    return any(True for _ in _expecting(body))


def _ranges(module: MypyFile) -> list[Range]:
    body = INDEX.of(module).body
    found = [*map(range_of, _expecting(body)), *unrun(body, Conditions(module).holds)]
    local = [*_local_definitions(body), *_lambdas(body)] if found else []
    count = -1
    while count != len(found):  # a class may be used in a function that is only called there
        count = len(found)
        found += [each.range for each in local if each.range not in found and each.is_used_only_in(found)]
    return found


class _LocalDefinition(NamedTuple):
    """A function, a class, a method or a lambda of a test."""

    range: Range
    uses: Sequence[NameExpr | MemberExpr]
    """The uses of its name where it has one: in the function around it, or in the module."""

    def is_used_only_in(self, ranges: Sequence[Range]) -> bool:
        return bool(self.uses) and all(is_in(use, ranges) for use in self.uses)


def _local_definitions(body: Body) -> Iterator[_LocalDefinition]:
    """Yield what functions define, and the functions and methods of a module, which other modules do not use."""
    named: dict[str, list[NameExpr]] = defaultdict(list)
    for name in body.expressions_of(NameExpr):
        named[name.name].append(name)
    members: dict[str, list[MemberExpr]] = defaultdict(list)
    for member in body.expressions_of(MemberExpr):
        members[member.name].append(member)
    for position, statement in enumerate(body.statements):
        owner = body.owner_at(position)
        around = body.statements[owner] if owner >= 0 else None
        if not isinstance(statement, FuncDef | Decorator | ClassDef):
            continue
        own = range_of(statement)
        if isinstance(around, FuncDef | Decorator):
            outer = range_of(around)
            uses = [use for use in named[statement.name] if is_in(use, [outer]) and not is_in(use, [own])]
            yield _LocalDefinition(own, uses)
        elif not isinstance(statement, ClassDef) and (around is None or isinstance(around, ClassDef)):
            everywhere = [*(named[statement.name] if around is None else ()), *members[statement.name]]
            yield _LocalDefinition(own, [use for use in everywhere if not is_in(use, [own])])


def _lambdas(body: Body) -> Iterator[_LocalDefinition]:
    """Yield lambdas that a name, the name of a loop or a parameter of a test stands for, once for each such name."""
    lambdas = body.expressions_of(LambdaExpr)
    for held, around, names in _held_in(body):
        inside = [each for each in lambdas if is_in(each, [held])]
        for name in names if inside else ():
            uses = [
                use
                for use in body.expressions_of(NameExpr)
                if use.name == name.name and is_in(use, [around]) and use is not name
            ]
            yield from (_LocalDefinition(range_of(each), uses) for each in inside)


def _held_in(body: Body) -> Iterator[tuple[Range, Range, Sequence[NameExpr | Var]]]:
    """Yield where lambdas may stand, where their names are used, and those names."""
    for loop in body.statements_of(ForStmt):
        targets: Sequence[Expression] = [loop.index]
        if isinstance(loop.index, TupleExpr | ListExpr):
            targets = loop.index.items
        yield range_of(loop.expr), range_of(loop), [each for each in targets if isinstance(each, NameExpr)]
    for decorated in body.statements_of(Decorator):
        parameters = [each.variable for each in decorated.func.arguments]
        for decorator in decorated.original_decorators:
            yield range_of(decorator), range_of(decorated.func), parameters
    for position, statement in enumerate(body.statements):
        if isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, LambdaExpr):
            owner = body.owner_at(position)
            around = body.statements[owner] if owner >= 0 else None
            if around is not None:
                names = [each for each in statement.lvalues if isinstance(each, NameExpr)]
                yield range_of(statement), range_of(around), names


_RANGES: Final = PerModule(_ranges)


def _expecting(body: Body) -> Iterator[Context]:
    for block in body.statements_of(WithStmt):
        if any(_is_check(manager) for manager in block.expr):
            yield from block.body.body
    for attempt in body.statements_of(TryStmt):
        if any(_catches(caught) for caught in attempt.types) or wants_failure(attempt) or _tries_a_write(attempt):
            yield from attempt.body.body
    for call in body.expressions_of(CallExpr) if any(map(_tells_failure, body.spellings())) else ():
        if len(call.args) > 1 and (_is_check(call) or any(map(_is_exception, call.args))):
            yield call
    for decorated in body.statements_of(Decorator):
        if any(_last(each) in _UNTESTED for each in decorated.original_decorators):
            yield decorated.func


def _tries_a_write(attempt: TryStmt) -> bool:
    """Return whether a ``try`` does nothing but to write into something, and catches whatever that raises."""
    written = attempt.body.body[0] if only_tells(attempt) else None
    is_write = written is not None and any(
        isinstance(each.expression, IndexExpr | MemberExpr) for each in targets(written)
    )
    return is_write and any(caught is None or _catches(caught, _ANY) for caught in attempt.types)


def _last(decorator: Expression) -> str:
    function = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return function.name if isinstance(function, NameExpr | MemberExpr) else ""


def _is_check(manager: Expression) -> bool:
    callee = manager.callee if isinstance(manager, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and _names_check(callee.name)


def _names_check(name: str) -> bool:
    return name in _CHECKS or name.startswith(_KINDS_OF_CHECK)


def _tells_failure(name: str) -> bool:
    """Return whether a name is that of a check or of an exception."""
    return _names_check(name) or name.endswith(_EXCEPTIONS)


def _is_exception(argument: Expression) -> bool:
    """Return whether an argument is an exception: ``assert_fails(step, TypeError)`` expects it of the function."""
    return isinstance(argument, NameExpr | MemberExpr) and argument.name.endswith(_EXCEPTIONS)


def _catches(caught: Expression | None, names: Collection[str] = _CAUGHT) -> bool:
    if isinstance(caught, TupleExpr):
        return any(_catches(item, names) for item in caught.items)
    return isinstance(caught, NameExpr | MemberExpr) and caught.name in names
