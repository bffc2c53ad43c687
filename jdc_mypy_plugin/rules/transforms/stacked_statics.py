"""``jdc-transform-input``: objects of a list that ``jax.tree.map(f, *rows)`` takes together differ in a static field.

``rows = [Twist(x, frame=i) for i in range(2)]``: each object has a tree of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Expression,
    FloatExpr,
    ForStmt,
    GeneratorExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
)

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import row
from ...syntax.values.kept_dicts import is_kept
from ..places import TREE_MAP, TreeMap, asked
from .tree_differences import place, static_differences
from .written_trees import TreeReader

_APPEND: Final = "append"
_ENUMERATE: Final = "builtins.enumerate"
_RANGE: Final = "builtins.range"
_OPERATORS: Final = ("+", "-", "*", "/")
_CONVERSIONS: Final = ("builtins.float", "builtins.str")
_FORMATS: Final = ("format", "join")
"""Methods of text that f-strings are made of."""


class _Rows(NamedTuple):
    """Objects that a loop makes, one at each turn."""

    made: Expression
    variables: Collection[SymbolNode]
    """The names that the loop binds to another value at each turn."""


@asked(TRANSFORM_INPUT, at=TREE_MAP)
def check(site: TreeMap) -> Iterator[Diagnostic]:
    """Report a starred list whose objects are made with different static values; ``is_leaf`` may keep them whole."""
    if any(name is not None for name in site.node.arg_names):
        return
    for value, kind in zip(site.node.args[1:], site.node.arg_kinds[1:], strict=True):
        found = _differing(value, site) if kind is ArgKind.ARG_STAR else None
        if found is not None and not may_be_caught(site.node, site.api.tree):
            yield Diagnostic(
                TRANSFORM_INPUT,
                f"static {found} has another value in each object that jax.tree.map is "
                "given here: the trees must have the same structure, static values included, and JAX raises a "
                "ValueError; make the field data, or give all the same value",
                value,
            )


def _differing(value: Expression, site: TreeMap) -> str | None:
    """Word which static field differs among the objects of a list."""
    reader, written = TreeReader(site.api), _written(value, site)
    if isinstance(written, ListExpr) and written.items:
        trees = [tree for tree in map(reader.read, written.items) if tree is not None]
        for other in trees[1:]:
            for each in static_differences(trees[0], other):
                return each.where
        return None
    rows = _rows(value, written, site)
    tree = None if rows is None else reader.read(rows.made)
    if rows is None or tree is None or tree.info is None:
        return None
    names = (name for name, given in tree.statics.items() if _tells(given, rows.variables))
    return next((place(tree, name) for name in names), None)


def _written(value: Expression, site: TreeMap) -> Expression | None:
    """Return the list that a value is, if nothing has changed it since it was written."""
    if not isinstance(value, NameExpr):
        return value
    held = FLOW.of(site.api.tree).value_at(value)
    return held if isinstance(held, Expression) and is_kept(value, held, site.api.tree) else None


def _rows(value: Expression, written: Expression | None, site: TreeMap) -> _Rows | None:
    loop = written.generator if isinstance(written, ListComprehension) else written
    if isinstance(loop, GeneratorExpr):
        is_plain = len(loop.indices) == 1 and not any(loop.condlists)
        variables = _counters(loop.indices[0], loop.sequences[0], site) if is_plain else ()
        return _Rows(loop.left_expr, variables) if variables else None
    return _appended(value, site) if isinstance(value, NameExpr) else None


def _appended(name: NameExpr, site: TreeMap) -> _Rows | None:
    """Return what a loop appends to an empty list, if nothing else uses the list before this name."""
    tree = site.api.tree
    index, flow = INDEX.of(tree), FLOW.of(tree)
    held = flow.value_at(name)
    if name.node is None or not isinstance(held, ListExpr) or held.items:
        return None
    here = index.position_of(name)
    bound = flow.variables.writes_of(name.node).positions
    places = {use: index.position_of(use) for use in REFERENCES.of(tree).get(name.node, ())}
    calls = [
        _append_to(use, site)
        for use, at in places.items()
        if at not in bound and (at is None or here is None or at < here)
    ]
    call = calls[0] if len(calls) == 1 else None
    statement = None if call is None else index.parent(call)
    at = None if call is None else index.position_of(call)
    owner = -1 if at is None else index.body.owner_at(at)
    loop = index.body.statements[owner] if owner >= 0 else None
    if call is None or not isinstance(loop, ForStmt) or statement not in loop.body.body:
        return None
    start = index.position(loop)
    variables = _counters(loop.index, loop.expr, site)
    is_before = here is not None and start is not None and start < here and flow.has_run(start, here)
    return _Rows(call.args[0], variables) if variables and is_before else None


def _append_to(use: NameExpr, site: TreeMap) -> CallExpr | None:
    index = INDEX.of(site.api.tree)
    method = index.parent(use)
    call = index.parent(method) if isinstance(method, MemberExpr) and method.name == _APPEND else None
    return call if isinstance(call, CallExpr) and len(call.args) == 1 else None


def _counters(bound: Expression, rows: Expression, site: TreeMap) -> Collection[SymbolNode]:
    """Return the variables that get several different values in a loop."""
    evaluator = evaluator_of(site.api)
    called = rows.callee.fullname if isinstance(rows, CallExpr) and isinstance(rows.callee, RefExpr) else ""
    if called == _ENUMERATE and isinstance(rows, CallExpr) and isinstance(bound, TupleExpr):
        items = row(evaluator.source(rows.args[0])) if rows.args else []
        are_different = (len(items) > 1, _are_different(items))
        found = [each for each, differs in zip(bound.items, are_different, strict=False) if differs]
    elif called == _RANGE and isinstance(rows, CallExpr):
        found = [bound] if _length(rows.args) > 1 else []
    else:
        found = [bound] if _are_different(row(evaluator.source(rows))) else []
    return [each.node for each in found if isinstance(each, NameExpr) and each.node is not None]


def _length(given: Sequence[Expression]) -> int:
    """Return how many turns ``range(...)`` takes; 0 where it does not say so."""
    ends = [each.value for each in given if isinstance(each, IntExpr)]
    if len(ends) != len(given) or len(ends) not in (1, 2):
        return 0
    return ends[-1] - (ends[0] if len(ends) == 2 else 0)


def _are_different(items: Sequence[Expression]) -> bool:
    values = {each.value for each in items if isinstance(each, IntExpr | StrExpr | FloatExpr)}
    return len(values) == len(items) > 1


def _tells(given: Expression, variables: Collection[SymbolNode]) -> bool:
    """Return whether a value is another one for each value of the variables."""
    if isinstance(given, NameExpr):
        return given.node in variables
    if isinstance(given, OpExpr) and given.op in _OPERATORS:
        sides = (given.left, given.right)
        numbers = [each.value for each in sides if isinstance(each, IntExpr | FloatExpr)]
        is_kept = given.op in ("+", "-") or all(numbers)
        return bool(numbers) and is_kept and any(_tells(each, variables) for each in sides)
    if isinstance(given, CallExpr) and isinstance(given.callee, RefExpr) and given.callee.fullname in _CONVERSIONS:
        return len(given.args) == 1 and _tells(given.args[0], variables)
    if isinstance(given, CallExpr) and isinstance(given.callee, MemberExpr) and given.callee.name in _FORMATS:
        return any(_tells(each, variables) for part in given.args for each in (row(part) or [part]))
    return False
