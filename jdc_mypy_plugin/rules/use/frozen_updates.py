"""``jdc-frozen`` for items of updated arrays that mypy has no type of: ``x = x.at[0].set(1)``, and ``x[1] = 2``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, DelStmt, Expression, IndexExpr, MypyFile, NameExpr, StrExpr

from jdc_spec.rules import FROZEN

from ...host.diagnostics import Diagnostic
from ...objects.bound_values import bound_values
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_tried
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ..places import CLASS, TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from ..sites import ClassSite
from .frozen_items import sentence
from .untyped_updates import UPDATES_ARRAYS, has_text, is_open, updated_by


@asked(FROZEN, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the items of the module where it calls a transformation."""
    yield from _reported(site.api)


@asked(FROZEN, at=CLASS)
def check_class(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the items of the module where it has a pytree dataclass."""
    yield from _reported(site.api)


@asked(FROZEN, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the items of the module where a function stands under a transformation."""
    yield from _reported(site.api)


def _reported(api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield a finding for each item of the module; mypy drops one that it has had before."""
    for item, updated in _WRITTEN.of(api.tree).items():
        if is_open(updated, api):
            yield Diagnostic(FROZEN, sentence(item, INDEX.of(api.tree).parent(item)), item)


def _written(tree: MypyFile) -> Mapping[IndexExpr, Expression]:
    """Return the items that a module assigns to of what an update has made, each with what was updated."""
    index = INDEX.of(tree)
    found: dict[IndexExpr, Expression] = {}
    for item in index.body.expressions_of(IndexExpr):
        if not isinstance(item.base, NameExpr) or isinstance(item.index, StrExpr) or not index.is_written(item):
            continue
        updated = _updated(item.base, tree)
        is_refused = isinstance(index.parent(item), DelStmt) or is_tried(item, tree, "TypeError")
        if updated is not None and not is_refused:
            found[item] = updated
    return found if found and UPDATES_ARRAYS.of(tree) else {}


def _updated(name: NameExpr, tree: MypyFile) -> Expression | None:
    """Return what was updated where a variable holds what that made: where it is used, or always."""
    made = FLOW.of(tree).value_at(name)
    values = [made] if isinstance(made, CallExpr) else bound_values(name, tree)
    updated = [updated_by(each) if isinstance(each, CallExpr) and not has_text(each) else None for each in values]
    return updated[-1] if updated and None not in updated else None


_WRITTEN: Final = PerModule(_written)
