"""Comparisons of objects that hold the very same arrays, and of an object with itself at the front of a list.

Before Python 3.13 ``==`` of a dataclass compares tuples of the fields, which look at the identity of their items
first: ``state == state.replace(step=4)`` gives False. The methods of a list do so in every Python:
``rows.remove(rows[0])``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import CallExpr, Expression, ExpressionStmt, ForStmt, IndexExpr, IntExpr, MemberExpr, NameExpr

from ...evaluate import Evaluator
from ...model.classes import PytreeClass
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.arguments import has_stars
from ...syntax.functions import class_named
from ..places import ObjectComparison
from ..transforms.changed_copies import what_is_replaced
from .arrays_of_comparisons import COMPARES_FIELDS

_LOOKING: Final = ("index", "remove")
"""Methods that end at the first item that is equal."""
_MAKING: Final = ("list", "tuple")


def holds_the_same(site: ObjectComparison, model: PytreeClass, arrays: Collection[str]) -> bool:
    """Return whether the source shows that identity may answer before any array is asked.

    ``arrays`` are the fields that are arrays or hold some.
    """
    if isinstance(site.node, CallExpr):
        return _is_first(site.node, site.api)
    if site.api.options.python_version >= COMPARES_FIELDS:
        return False
    evaluator = Evaluator(site.api)
    sources = [evaluator.source(each) for each in site.operands]
    if any(_keeps(arrays, each) for each in sources):
        return True
    given = [_given(each, model) for each in sources]
    return len(given) == 2 and all(_is_same_name(given[0].get(name), given[1].get(name)) for name in arrays)


def _is_first(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a list looks for its own first item, or a loop takes away all that it holds."""
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name not in _LOOKING or not call.args:
        return False
    evaluator = Evaluator(api)
    given, rows = evaluator.source(call.args[0]), evaluator.source(callee.expr)
    if isinstance(given, IndexExpr) and isinstance(given.index, IntExpr):
        owners = map(literal_hash, (callee.expr, rows, *_copied(rows)))
        return given.index.value == 0 and literal_hash(given.base) in owners
    return any(_looks_for_each(loop, call) for loop in INDEX.of(api.tree).body.statements_of(ForStmt))


def _copied(rows: Expression) -> list[Expression]:
    """Return the list of which ``list(rows)`` is a copy."""
    is_made = isinstance(rows, CallExpr) and isinstance(rows.callee, NameExpr) and rows.callee.name in _MAKING
    return rows.args[:1] if isinstance(rows, CallExpr) and is_made else []


def _looks_for_each(loop: ForStmt, call: CallExpr) -> bool:
    """Return whether each turn of a loop looks for what the loop goes along, in no branch."""
    runs = any(isinstance(each, ExpressionStmt) and each.expr is call for each in loop.body.body)
    return runs and literal_hash(loop.index) == literal_hash(call.args[0])


def _keeps(arrays: Collection[str], value: Expression) -> bool:
    """Return whether a value is a copy of an object with other fields than its arrays."""
    if not isinstance(value, CallExpr) or what_is_replaced(value) is None or has_stars(value):
        return False
    return not any(name in arrays for name in value.arg_names)


def _given(value: Expression, model: PytreeClass) -> Mapping[str, Expression]:
    is_made = isinstance(value, CallExpr) and class_named(value.callee) is model.info
    return arguments_of(value, model.info) if isinstance(value, CallExpr) and is_made else {}


def _is_same_name(one: Expression | None, other: Expression | None) -> bool:
    return isinstance(one, NameExpr) and isinstance(other, NameExpr) and one.node is other.node
