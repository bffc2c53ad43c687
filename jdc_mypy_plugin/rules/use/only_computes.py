"""Jitted functions that do no more than compute, as far as the module shows all that they call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SymbolNode,
    Var,
)

from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.values.unread_results import is_bound
from ...syntax.walk import descendants, expressions_in

_ACTING: Final = frozenset(
    ("print", "debug", "checkify", "emit_pipeline", "breakpoint", "error_if", "branched_error_if")
)
"""Names in a jitted function that may do more than compute, besides those of callbacks and assertions."""
_LIBRARIES: Final = frozenset(("jax", "optax", "flax", "equinox", "chex", "numpy", "builtins", "functools", "typing"))


def only_computes(function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a function, and those of the module that it mentions, do no more than compute."""
    waiting, seen = [function], set[SymbolNode]()
    while waiting:
        current = waiting.pop()
        seen.add(current)
        for each in _with_values(expressions_in([*current.body.body]), tree):
            if isinstance(each, CallExpr) and not _is_callee_known(each.callee, tree):
                return False
            if not isinstance(each, RefExpr):
                continue
            if _acts(getattr(each, "name", "")) or _acts(each.fullname.rpartition(".")[2]):
                return False
            found = list(_functions(each, tree))
            if not all(_is_known(node, tree) for node in found):
                return False
            functions = (node.func if isinstance(node, Decorator) else node for node in found)
            waiting += [node for node in functions if node not in seen and INDEX.of(tree).position(node) is not None]
    return True


def _acts(name: str) -> bool:
    words = name.split("_")
    return name in _ACTING or "callback" in name or "log" in words or "assert" in words


def _with_values(expressions: Iterable[Expression], tree: MypyFile) -> Iterator[Expression]:
    """Yield expressions, and what makes the functions that variables hold: ``grad = jax.grad(f)``."""
    for each in expressions:
        yield each
        callee = each.callee if isinstance(each, CallExpr) else None
        for value in _values(callee, tree) if isinstance(callee, NameExpr) else ():
            yield from descendants(value)


def _values(name: NameExpr, tree: MypyFile) -> list[Expression]:
    """Return all that the module gives a variable; nothing where it is bound by anything but an assignment."""
    names = REFERENCES.of(tree).get(name.node, ()) if isinstance(name.node, Var) else ()
    around = [INDEX.of(tree).parent(each) for each in names if is_bound(each, tree)]
    values = [each.rvalue for each in around if isinstance(each, AssignmentStmt)]
    return values if len(values) == len(around) else []


def _is_callee_known(callee: Expression, tree: MypyFile) -> bool:
    """Return whether the source shows what is called: no item of a table, no variable of a loop or a parameter."""
    if isinstance(callee, IndexExpr):
        return False
    if isinstance(callee, NameExpr) and isinstance(callee.node, Var) and not _is_of_library(callee.fullname):
        return bool(_values(callee, tree))
    return True


def _functions(reference: RefExpr, tree: MypyFile) -> Iterator[FuncDef | Decorator]:
    """Yield the functions that a name stands for; for a method those of all classes of the module that have it."""
    node = reference.node
    if isinstance(node, FuncDef | Decorator):
        yield node
    elif node is None and isinstance(reference, MemberExpr):
        symbols = (info.names.get(reference.name) for info in INDEX.of(tree).classes())
        methods = (symbol.node for symbol in symbols if symbol is not None and not symbol.plugin_generated)
        yield from (each for each in methods if isinstance(each, FuncDef | Decorator))


def _is_known(node: FuncDef | Decorator, tree: MypyFile) -> bool:
    """Return whether a function is of a library of numbers, or of the module, under decorators of such libraries."""
    if not node.fullname.startswith(f"{tree.fullname}."):
        return _is_of_library(node.fullname)
    decorators = node.original_decorators if isinstance(node, Decorator) else []
    called = [each.callee if isinstance(each, CallExpr) else each for each in decorators]
    return all(isinstance(each, RefExpr) and _is_of_library(each.fullname) for each in called)


def _is_of_library(fullname: str) -> bool:
    return fullname.partition(".")[0] in _LIBRARIES
