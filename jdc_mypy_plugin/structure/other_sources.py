"""How else a tree, or the function that applies it, may come to names than through the init functions of a module."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    RefExpr,
    StrExpr,
)

from ..syntax.index import INDEX
from ..syntax.walk import descendants, expressions_in
from .computed_keys import has_computed_names
from .exported_names import APPLY, SETS_APPLY, exported_name
from .references import branches, function_named


@dataclass(slots=True)
class OtherSources:
    """Other sources of names and functions than the init functions of a module."""

    functions: set[FuncDef] = field(default_factory=set[FuncDef])
    """Functions that are applied to other trees too, or may be."""
    is_open: bool = False
    """True if it gives trees names that are not written in it, or functions that are not known."""
    words: frozenset[str] = frozenset()
    """Its strings and the keywords of its calls, any of which may be a key of a tree."""


def find_other_sources(tree: MypyFile, linked: set[Expression], applied: set[FuncDef]) -> OtherSources:
    """Look through a module; ``linked`` are the references that are understood, ``applied`` the apply functions."""
    index = INDEX.of(tree)
    found = OtherSources(is_open=has_computed_names(index.body))
    for statement in index.body.statements_of(AssignmentStmt):
        _note(statement.rvalue, linked, found)
    for literal in index.body.expressions_of(DictExpr):
        for key, value in literal.items:
            _note(value, linked, found, is_apply=isinstance(key, StrExpr) and key.value == "apply")
    for call in index.body.expressions_of(CallExpr):
        if _sets_apply(call) or exported_name(call) not in ("", APPLY):
            for value in call.args:
                _note(value, linked, found, is_apply=_sets_apply(call))
    for function in applied:
        found.functions.update(mentioned for mentioned in _mentioned(function) if mentioned is not function)
    return found


def words(tree: MypyFile, without: Collection[Expression | None]) -> Iterator[str]:
    """Yield the string literals of a module, but for some, and the keywords of its calls."""
    body = INDEX.of(tree).body
    yield from (literal.value for literal in body.expressions_of(StrExpr) if literal not in without)
    for call in body.expressions_of(CallExpr):
        yield from (name for name in call.arg_names if name is not None)


def _note(value: Expression, linked: set[Expression], found: OtherSources, *, is_apply: bool = False) -> None:
    """Note the function that a value is; where it becomes an apply function, all that it may call."""
    for reference in branches(value):
        parts = descendants(reference) if is_apply else (reference,)
        functions = {part: function_named(part) for part in parts if part not in linked}
        found.functions.update(function for function in functions.values() if function is not None)
        found.is_open |= is_apply and isinstance(reference, RefExpr) and functions.get(reference, ...) is None


def _sets_apply(call: CallExpr) -> bool:
    return isinstance(call.callee, MemberExpr) and call.callee.name in SETS_APPLY


def _mentioned(function: FuncDef) -> Iterator[FuncDef]:
    for part in expressions_in(function.body.body):
        mentioned = function_named(part) if isinstance(part, RefExpr) else None
        if mentioned is not None:
            yield mentioned
