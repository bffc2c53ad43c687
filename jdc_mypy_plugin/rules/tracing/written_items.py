"""``jdc-frozen`` for items of tracers that mypy has no type of: ``x[0] = 1`` in a function without annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import DelStmt, EllipsisExpr, IndexExpr, MypyFile, SliceExpr, StrExpr
from mypy.types import AnyType

from jdc_spec.rules import FROZEN

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...syntax import INDEX
from ...syntax.names.targets import row
from ...syntax.per_module import PerModule
from ...traced.eager_functions import is_run_apart
from ...traced.functions import TracedFunction
from ...transformed.chosen_transformations import may_be_left_out
from ..places import TRACED_FUNCTION, asked
from ..use.frozen_items import may_change, sentence
from .traced_runs import TracedRun, traced_runs


@asked(FROZEN, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report assignments to items of arrays that are tracers."""
    if not site.traced or not _WRITES_ITEMS.of(site.api.tree) or is_run_apart(site):
        return
    if may_be_left_out(site.at, site.definition, site.api.tree):
        return
    for run in traced_runs(site):
        yield from _found(run)


def _writes_items(tree: MypyFile) -> bool:
    """Return whether a module assigns to an item of anything."""
    index = INDEX.of(tree)
    return any(map(index.is_written, index.body.expressions_of(IndexExpr)))


_WRITES_ITEMS: Final = PerModule(_writes_items)


def _found(run: TracedRun) -> Iterator[Diagnostic]:
    """Yield the items that a function assigns to."""
    index = INDEX.of(run.site.api.tree)
    for item in run.site.body.expressions_of(IndexExpr):
        if not index.is_written(item) or not _is_open(item, run):
            continue
        array = run.values.array(item.base) or _held_array(item, run)
        if array is not None and run.reaches(item, array):
            yield Diagnostic(FROZEN, sentence(item, index.parent(item)), item)


def _held_array(item: IndexExpr, run: TracedRun) -> str | None:
    """Return how to write a tree of tracers that is an array, or else refuses the index as well.

    No list takes ``x[:, 0] = y`` or ``x[..., 0] = y``, and neither a list nor a dict takes a tracer as its index.
    """
    is_of_array = any(isinstance(each, SliceExpr | EllipsisExpr) or is_none(each) for each in row(item.index))
    if not is_of_array and run.values.path(item.index) is None and run.values.tree(item.index) is None:
        return None
    return run.values.tree(item.base)


def _is_open(item: IndexExpr, run: TracedRun) -> bool:
    """Return whether mypy has no type of what an item is in, or has not come to it; no array takes texts."""
    tree = run.site.api.tree
    if (
        isinstance(item.index, StrExpr)
        or isinstance(INDEX.of(tree).parent(item), DelStmt)
        or may_change(item.base, tree)
    ):
        return False
    kind = run.site.api.lookup_type_or_none(item.base)
    return kind is None or isinstance(known_type(kind), AnyType)
