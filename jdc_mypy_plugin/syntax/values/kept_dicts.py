"""Dicts and lists that hold what they were written with, ``{"w": jnp.zeros((3, 4))}``, where they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

from mypy.nodes import (
    ARG_NAMED,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    DictExpr,
    DictionaryComprehension,
    EllipsisExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)

from ...host.freshness import is_settled
from ..arguments import bound, by_keyword
from ..functions import parameters
from ..index import INDEX, ModuleIndex
from ..names.flow import FLOW
from ..names.references import REFERENCES
from ..per_module import PerModule

_READING: Final = frozenset(("items", "keys", "values", "copy", "get"))
"""Methods of a dict that change nothing. The results of the last three may be changed, and are not arrays then."""
_PURE: Final = ("jax.", "jax._src.", "numpy.")
_REBUILDING: Final = frozenset(
    f"jax._src.api.{name}" for name in ("grad", "value_and_grad", "vmap", "jacfwd", "jacrev", "jacobian", "hessian")
)
_LEAVING: Final = frozenset(("functools.reduce", "_functools.reduce")) | frozenset(
    f"builtins.{name}"
    for name in (
        *("len", "print", "sorted", "str", "repr", "reversed", "zip", "enumerate", "tuple", "list", "sum"),
        *("iter", "next"),
    )
)

_DEEPEST: Final = 4
"""Functions that hand a dict on, beyond which one may change it."""


def is_dict(written: Expression | None) -> TypeGuard[DictExpr | CallExpr]:
    """Return whether an expression writes a dict out: ``{"w": x}``, or ``dict(w=x)``."""
    if not isinstance(written, CallExpr):
        return isinstance(written, DictExpr)
    is_made = isinstance(written.callee, NameExpr) and written.callee.fullname == "builtins.dict"
    return is_made and all(kind is ARG_NAMED for kind in written.arg_kinds)


def entry(written: Expression, key: str) -> Expression | None:
    """Return the value of a key in a dict that is written out; None where it is not there, or not clear."""
    if is_dict(written) and isinstance(written, CallExpr):
        return by_keyword(written, key)
    if not isinstance(written, DictExpr) or any(not isinstance(each, StrExpr) for each, _ in written.items):
        return None
    found = [value for each, value in written.items if isinstance(each, StrExpr) and each.value == key]
    return found[-1] if found else None


def is_kept(name: NameExpr, written: Expression | None, module: MypyFile) -> bool:
    """Return whether a dict or a list still is what it was written as where a name reads it.

    ``written`` may be another expression that makes a list, and None where a function is given it.
    """
    flow = FLOW.of(module)
    here = flow.statement_of(name)
    at = None if here is None else INDEX.of(module).position(here)
    if name.node is None or here is None or at is None:
        return False
    known = _HANDED.of(module) if is_settled() else {}
    if (name.node, written) not in known:
        handed = list(_handed_out(name.node, written, module))
        known[name.node, written] = None if None in handed else [each for each in handed if each is not None]
    places = known[name.node, written]
    if not places:
        return places is not None
    if places[0] < at or flow.is_in_loop(at):
        return False
    function = flow.function_around(here)
    statements = INDEX.of(module).body.statements
    return all(flow.function_around(statements[each]) is function and each >= at for each in places)


def kept_item(read: IndexExpr, module: MypyFile) -> Expression | None:
    """Return what ``MOVES["up"]`` was written with in a dict that nothing changes."""
    name, key = read.base, read.index
    written = FLOW.of(module).variables.bound_once(name) if isinstance(name, NameExpr) else None
    values = [] if written is None else written.values
    if not isinstance(name, NameExpr) or not isinstance(key, StrExpr) or len(values) != 1 or values[0] is None:
        return None
    return entry(values[0], key.value) if is_kept(name, values[0], module) else None


_HANDED: Final = PerModule[dict[tuple[SymbolNode, Expression | None], Sequence[int] | None]](lambda _: {})
"""The places where the dicts and lists of a module may change: each place that reads one asks for them."""


def keeps_items(variable: SymbolNode, module: MypyFile) -> bool:
    """Return whether nothing may change the items of a list or a dict that a function is given."""
    references = REFERENCES.of(module).get(variable, ())
    return all(_reads_item(each, module) or not _may_change(each, None, module) for each in references)


def _reads_item(reference: NameExpr, module: MypyFile) -> bool:
    """Return whether a name is that of a container of which code reads items, or asks whether it has any."""
    index = INDEX.of(module)
    item = index.parent(reference)
    if isinstance(item, GeneratorExpr | DictionaryComprehension):
        return reference in item.sequences
    if not isinstance(item, IndexExpr) or item.base is not reference:
        return isinstance(item, IfStmt | WhileStmt | UnaryExpr)
    return not index.is_written(item) and not _is_target(item, index)


def _handed_out(variable: SymbolNode, written: Expression | None, module: MypyFile) -> Iterator[int | None]:
    """Yield where a dict or a list may change, by the position of the statement; None in a lambda."""
    index, flow = INDEX.of(module), FLOW.of(module)
    for reference in REFERENCES.of(module).get(variable, ()):
        if _may_change(reference, written, module):
            statement = flow.statement_of(reference)
            yield None if statement is None else index.position(statement)


def _may_change(reference: NameExpr, written: Expression | None, module: MypyFile, depth: int = 0) -> bool:
    index = INDEX.of(module)
    value, held = _read(reference, written, module)
    around = index.parent(value)
    if _is_target(value, index):
        return value is not reference
    if isinstance(around, AssignmentStmt | OperatorAssignmentStmt | DelStmt):
        return held is not _PLAIN or not isinstance(around, AssignmentStmt)
    if held is _PLAIN or isinstance(around, ReturnStmt | ComparisonExpr | ForStmt):
        return isinstance(around, ForStmt) and any(map(_is_container, _parts(held)))
    if isinstance(around, MemberExpr):
        return around.name not in _READING or not isinstance(index.parent(around), CallExpr)
    if not isinstance(around, CallExpr):
        return True
    return not (_leaves(around.callee) or _only_reads(around, value, held, module, depth))


def _only_reads(call: CallExpr, value: Expression, held: Expression | None, module: MypyFile, depth: int) -> bool:
    """Return whether a call of a function of the module gives it a dict that it reads, and keeps nowhere."""
    function = call.callee.node if isinstance(call.callee, RefExpr) else None
    if not isinstance(function, FuncDef) or function.fullname.rpartition(".")[0] != module.fullname:
        return False
    if function.is_decorated or depth >= _DEEPEST or not is_dict(held):
        return False
    variables = {variable.name: variable for variable in parameters(function)}
    name = next((name for each, name in bound(call, list(variables)) if each is value), None)
    if name is None:
        return False
    index = INDEX.of(module)
    return not any(
        isinstance(index.parent(each), ReturnStmt) or _may_change(each, held, module, depth + 1)
        for each in REFERENCES.of(module).get(variables[name], ())
    )


def _leaves(callee: Expression) -> bool:
    """Return whether what is called changes no dict: ``jax.grad(f)`` gives ``f`` another one with the same items."""
    if isinstance(callee, CallExpr):
        return isinstance(callee.callee, RefExpr) and callee.callee.fullname in _REBUILDING
    return isinstance(callee, RefExpr) and (callee.fullname.startswith(_PURE) or callee.fullname in _LEAVING)


def _is_target(value: Expression, index: ModuleIndex) -> bool:
    """Return whether a statement assigns to an expression, alone or in a tuple of targets."""
    part, around = value, index.parent(value)
    while isinstance(around, TupleExpr | ListExpr | StarExpr):
        part, around = around, index.parent(around)
    return isinstance(around, AssignmentStmt) and part in around.lvalues


_PLAIN: Final = EllipsisExpr()
"""In the place of what is no dict and no list."""


def _read(reference: NameExpr, written: Expression | None, module: MypyFile) -> tuple[Expression, Expression | None]:
    """Return ``params["a"]["b"]`` of a reference to ``params``, and what it stands for."""
    value: Expression = reference
    held: Expression | None = written
    around = INDEX.of(module).parent(value)
    while isinstance(around, IndexExpr) and around.base is value and held is not _PLAIN:
        inner = _item(held, around.index)
        value = around
        if inner is None:
            break
        held = inner if _is_container(inner) else _PLAIN
        around = INDEX.of(module).parent(value)
    return value, held


def _item(held: Expression | None, key: Expression) -> Expression | None:
    """Return what a key or an index reads; None where it may be any item that somebody may change."""
    if is_dict(held):
        return entry(held, key.value) if isinstance(key, StrExpr) else None
    if isinstance(key, SliceExpr):
        return None
    if not isinstance(held, ListExpr):
        return None if any(map(_is_container, _parts(held))) else _PLAIN
    return held.items[0] if held.items and not any(map(_is_container, held.items)) else None


def _parts(held: Expression | None) -> Sequence[Expression]:
    if isinstance(held, OpExpr):
        return (*_parts(held.left), *_parts(held.right))
    return held.items if isinstance(held, ListExpr) else ()  # of a dict, keys


def _is_container(held: Expression) -> bool:
    """Return whether a value that is written out may be changed by whoever gets it."""
    if isinstance(held, OpExpr):
        return _is_container(held.left) or _is_container(held.right)
    return isinstance(held, ListExpr | ListComprehension) or is_dict(held)
