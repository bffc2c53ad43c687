"""``jdc-shape`` where Python wants the rows of an array without axes: ``for x in loss``, ``len(loss)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mypy.checker import TypeChecker
from mypy.nodes import Expression

from jdc_spec.rules import SHAPE

from ...evaluate import evaluator_of
from ...evaluate.value import Origin
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.shape_guards import is_guarded
from ..places import GONE_ALONG, OperationSite, asked


class _Site(Protocol):
    @property
    def api(self) -> TypeChecker: ...


@asked(SHAPE, at=GONE_ALONG)
def check(site: OperationSite) -> Iterator[Diagnostic]:
    """Report an array without axes that a loop or a comprehension goes along."""
    yield from without_rows(site.node, "a loop", site)


def without_rows(array: Expression, by: str, site: _Site, *, is_ahead: bool = False) -> Iterator[Diagnostic]:
    """Yield what to say of an array whose rows are wanted and that has none."""
    value = evaluator_of(site.api, is_ahead=is_ahead).evaluate(array)
    if value.shape != () or value.origin is not Origin.ARRAY:
        return
    if not may_be_caught(array, site.api.tree) and not is_guarded(array, site.api.tree):
        yield Diagnostic(SHAPE, f"{by} takes an array with rows, and the array has shape ()", array)
