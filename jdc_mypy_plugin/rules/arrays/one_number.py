"""``jdc-shape`` where Python takes an array of several numbers for one: ``if x > 0``, ``float(x)``, ``x.item()``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import CallExpr, IndexExpr, SliceExpr, TupleExpr
from mypy.types import Instance

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import SHAPE
from jdc_spec.shapes import Axis, Shape, ShapePattern, show

from ...evaluate import evaluator_of
from ...evaluate.declared.given_arrays import may_hold_numpy
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import run_of
from ...syntax import INDEX
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ...syntax.names.imported_names import spelled
from ..places import ONE_NUMBER, OneNumber, asked
from .no_rows import without_rows

_FORMAT: Final = "the format "
_ITEM: Final = "item()"
_LENGTH: Final = "len()"
_INSTEAD: Final = {"`max()`": "write jnp.maximum(...)", "`min()`": "write jnp.minimum(...)"}
_MAKERS: Final = frozenset(
    f"jax.numpy.{name}" for name in ("arange", "empty", "full", "linspace", "ones", "stack", "zeros", "concatenate")
)


@asked(SHAPE, at=ONE_NUMBER)
def check(site: OneNumber) -> Iterator[Diagnostic]:
    """Report an array of more than one number; versions of JAX and NumPy differ on empty ones.

    An axis with a named size is taken to have at least one row.
    """
    evaluate = evaluator_of(site.api, is_ahead=site.is_ahead).evaluate
    if site.by == _LENGTH:
        yield from without_rows(site.node, site.by, site, is_ahead=site.is_ahead)
        return
    shape = evaluate(site.node).shape
    if shape is None or (site.beside is not None and evaluate(site.beside).origin is None):
        return
    if not (_has_several(shape) or (_refuses_axes(site) and _has_axes(shape, site))) or _is_in_decorated(site):
        return
    if may_be_caught(site.node, site.api.tree) or is_guarded(site.node, site.api.tree) or _is_told(site):
        return
    shown = str(shape) if isinstance(shape, ShapePattern) else show(shape)
    needs = f"{site.by} takes one number, and the array has shape {shown}"
    if site.by.startswith("`"):
        instead = _INSTEAD.get(site.by, "write .all() or .any()")
        needs = f"an array of shape {shown} has no truth value for {site.by}; {instead}"
    yield Diagnostic(SHAPE, needs, site.node)


def _has_several(shape: Shape | ShapePattern) -> bool:
    sizes = _sizes(shape)
    return None not in sizes and math.prod(size for size in sizes if isinstance(size, int)) > 1


def _sizes(shape: Shape | ShapePattern) -> Sequence[Axis]:
    return (*shape.prefix, *shape.suffix) if isinstance(shape, ShapePattern) else shape


def _has_axes(shape: Shape | ShapePattern, site: OneNumber) -> bool:
    """Return whether an array has an axis; an annotation that says ``"1"`` may mean a number."""
    sizes = _sizes(shape)
    return any(size != 1 for size in sizes) or (bool(sizes) and _gets_axes(site))


def _gets_axes(site: OneNumber) -> bool:
    """Return whether the code makes an array with an axis of whatever it has: ``jnp.ones(1)``, ``x[:1]``."""
    made = evaluator_of(site.api, is_ahead=site.is_ahead).source(site.node)
    if isinstance(made, IndexExpr):
        parts = made.index.items if isinstance(made.index, TupleExpr) else [made.index]
        return any(isinstance(part, SliceExpr) for part in parts)
    return isinstance(made, CallExpr) and spelled(made.callee, site.api.tree) in _MAKERS


def _refuses_axes(site: OneNumber) -> bool:
    """Return whether an array with axes is refused though it has one element: older versions of NumPy took it."""
    if site.by.startswith(_FORMAT):
        return True
    if not site.by.endswith("()") or site.by == _ITEM or site.is_ahead:
        return False
    kind = known_type(site.api.lookup_type_or_none(site.node))
    is_of_jax = isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS
    return is_of_jax and not may_hold_numpy(site.node, site.api)


def _is_told(site: OneNumber) -> bool:
    """Return whether the run of the module has told of the call that needs the number."""
    return INDEX.of(site.api.tree).parent(site.node) in run_of(site.api).told


def _is_in_decorated(site: OneNumber) -> bool:
    """Return whether a decorator is around, which may trace: then `jdc-concrete` has a word on all arrays there."""
    function = FLOW.of(site.api.tree).function_over(site.node)
    return function is not None and function.is_decorated
