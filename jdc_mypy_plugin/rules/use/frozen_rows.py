"""``jdc-frozen`` for the rows of an array, ``for row in x: row[0] = 1``: mypy takes a row for anything."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import DelStmt, IndexExpr, NameExpr, StrExpr

from jdc_spec.rules import FROZEN

from ...evaluate.declared.given_arrays import may_hold_numpy
from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_tried
from ...syntax.names.flow import FLOW
from ..places import ROWS, asked
from ..sites import Rows
from .frozen_items import sentence


@asked(FROZEN, at=ROWS)
def check(site: Rows) -> Iterator[Diagnostic]:
    """Report assignments to items of a row, where the loop alone binds its name. No array has strings for indices."""
    row, module, index = site.row, site.api.tree, INDEX.of(site.api.tree)
    if not isinstance(row, NameExpr) or row.node is None or may_hold_numpy(site.array, site.api):
        return
    if len(FLOW.of(module).variables.writes_of(row.node).positions) != 1:
        return
    for item in index.inside(site.node).expressions_of(IndexExpr):
        if not isinstance(item.base, NameExpr) or item.base.node is not row.node or not index.is_written(item):
            continue
        statement = index.parent(item)
        if isinstance(item.index, StrExpr) or isinstance(statement, DelStmt) or is_tried(item, module, "TypeError"):
            continue
        yield Diagnostic(FROZEN, sentence(item, statement), item)
