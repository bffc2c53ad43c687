"""``jdc-frozen`` for items of what a loop of JAX hands to a function without annotations: ``xs[:, step] = x``.

All leaves of a carry are tracers, which refuse to be assigned to. A list or a dict in it takes an item, but not at an
index that has a slice, ``...`` or None beside something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import DelStmt, EllipsisExpr, Expression, IndexExpr, MypyFile, SliceExpr, TupleExpr
from mypy.types import AnyType

from jdc_spec.rules import FROZEN

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_tried
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule
from ...traced.functions import FUNCTIONS, TracedFunction
from ..places import TRACED_FUNCTION, asked
from ..tracing.traced_runs import TracedRun, traced_runs
from .frozen_items import may_change, sentence


@asked(FROZEN, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report assignments to items of tracers of which mypy does not know that they are arrays."""
    tree = site.api.tree
    written = [each for each in _WRITTEN.of(tree) if _is_open(each.base, site)]
    if site.by not in FUNCTIONS or not written:
        return
    told: set[IndexExpr] = set()
    for run in traced_runs(site):
        for item in written:
            if item not in told and _is_refused(item, run):
                told.add(item)
                yield Diagnostic(FROZEN, sentence(item, INDEX.of(tree).parent(item)), item)


def _is_refused(item: IndexExpr, run: TracedRun) -> bool:
    base, tree = item.base, run.site.api.tree
    path = run.values.array(base) or (run.values.tree(base) if _is_of_array(item.index) else None)
    is_in_run = item in run.site.body.expressions_of(IndexExpr)
    return path is not None and is_in_run and run.reaches(base, path) and not is_tried(item, tree, "TypeError")


def _is_of_array(index: Expression) -> bool:
    """Return whether an index is one that neither a list nor a dict has."""
    parts = index.items if isinstance(index, TupleExpr) else ()
    return any(isinstance(each, SliceExpr | EllipsisExpr) or is_none(each) for each in parts)


def _is_open(base: Expression, site: TracedFunction) -> bool:
    """Return whether mypy has no type of what is written into."""
    kind = site.api.lookup_type_or_none(base)
    return kind is None or isinstance(known_type(kind), AnyType)


def _written(tree: MypyFile) -> Sequence[IndexExpr]:
    """Return the items that a module assigns to."""
    index, flow = INDEX.of(tree), FLOW.of(tree)
    written = [each for each in index.body.expressions_of(IndexExpr) if index.is_written(each)]
    assigned = [each for each in written if not isinstance(flow.statement_of(each), DelStmt)]
    return [each for each in assigned if not may_change(each.base, tree)]


_WRITTEN: Final = PerModule(_written)
