"""Dicts and lists that hold what they were written with, ``{"w": jnp.zeros((3, 4))}``, where they are read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    DictExpr,
    Expression,
    ForStmt,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    StrExpr,
    SymbolNode,
)

from .flow import FLOW
from .index import INDEX
from .per_module import PerModule

_READING: Final = frozenset(("items", "keys", "values", "copy", "get"))
"""Methods of a dict that change nothing. What the last three give may be changed, and is no array then."""
_PURE: Final = ("jax.", "jax._src.", "numpy.")
_BUILTINS: Final = frozenset(
    f"builtins.{name}"
    for name in ("len", "print", "sorted", "str", "repr", "zip", "enumerate", "tuple", "list", "sum")
)


def entry(written: Expression, key: str) -> Expression | None:
    """Return the value of a key in a dict that is written out; None where it is not there, or not clear."""
    if not isinstance(written, DictExpr) or any(not isinstance(each, StrExpr) for each, _ in written.items):
        return None
    found = [value for each, value in written.items if isinstance(each, StrExpr) and each.value == key]
    return found[-1] if found else None


def is_kept(name: NameExpr, written: DictExpr | ListExpr, module: MypyFile) -> bool:
    """Return whether a dict or a list still is what it was written as where a name reads it."""
    flow = FLOW.of(module)
    here = flow.statement_of(name)
    at = None if here is None else INDEX.of(module).position(here)
    if name.node is None or here is None or at is None:
        return False
    handed = list(_handed_out(name.node, written, module))
    if not handed:
        return True
    if any(each is None for each in handed) or flow.is_in_loop(at):
        return False
    function = flow.function_around(here)
    return all(
        flow.function_around(INDEX.of(module).body.statements[each]) is function and each >= at
        for each in handed
        if each is not None
    )


def _handed_out(variable: SymbolNode, written: Expression, module: MypyFile) -> Iterator[int | None]:
    """Yield where a dict or a list may change, by the position of the statement; None in a lambda."""
    index, flow = INDEX.of(module), FLOW.of(module)
    for reference in _REFERENCES.of(module).get(variable, ()):
        if _may_change(reference, written, module):
            statement = flow.statement_of(reference)
            yield None if statement is None else index.position(statement)


def _may_change(reference: NameExpr, written: Expression, module: MypyFile) -> bool:
    index = INDEX.of(module)
    value, held, around = _read(reference, written, module)
    if isinstance(around, AssignmentStmt):
        is_changed = value in around.lvalues and value is not reference
        return is_changed or (value is around.rvalue and _is_container(held))
    if isinstance(around, OperatorAssignmentStmt | DelStmt):
        return True
    if not _is_container(held) or isinstance(around, ReturnStmt | ComparisonExpr | ForStmt):
        return isinstance(around, ForStmt) and any(map(_is_container, _parts(held)))
    if isinstance(around, MemberExpr):
        return around.name not in _READING or not isinstance(index.parent(around), CallExpr)
    if isinstance(around, CallExpr) and isinstance(around.callee, RefExpr):
        callee = around.callee.fullname
        return not callee.startswith(_PURE) and callee not in _BUILTINS
    return True


def _read(reference: NameExpr, written: Expression, module: MypyFile) -> tuple[Expression, Expression, Node | None]:
    """Return ``params["a"]["b"]`` of a reference to ``params``, what it stands for, and what it is written in."""
    value: Expression = reference
    held: Expression = written
    around = INDEX.of(module).parent(value)
    while isinstance(around, IndexExpr) and around.base is value and isinstance(held, DictExpr | ListExpr):
        inner = _item(held, around.index)
        value, held = around, held if inner is None else inner
        around = INDEX.of(module).parent(value)
        if inner is None:
            break
    return value, held, around


def _item(held: DictExpr | ListExpr, key: Expression) -> Expression | None:
    """Return what a key or an index reads; None where it may be any item that somebody may change."""
    if isinstance(held, DictExpr):
        return entry(held, key.value) if isinstance(key, StrExpr) else None
    is_plain = bool(held.items) and not isinstance(key, SliceExpr) and not any(map(_is_container, held.items))
    return held.items[0] if is_plain else None


def _parts(held: Expression) -> Sequence[Expression]:
    if isinstance(held, DictExpr):
        return ()  # its keys
    return held.items if isinstance(held, ListExpr) else (held,)


def _is_container(held: Expression) -> bool:
    """Return whether a value that is written out may be changed by whoever gets it."""
    return isinstance(held, DictExpr | ListExpr)


def _references(module: MypyFile) -> dict[SymbolNode, list[NameExpr]]:
    found: dict[SymbolNode, list[NameExpr]] = defaultdict(list)
    for each in INDEX.of(module).body.expressions_of(NameExpr):
        if each.node is not None:
            found[each.node].append(each)
    return found


_REFERENCES: Final = PerModule(_references)
