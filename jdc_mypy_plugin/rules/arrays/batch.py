"""``jdc-batch``: fields of one object that disagree on batch axes, nested objects included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import CallExpr, Expression, FuncDef, RefExpr, TypeInfo

from jdc_spec.facts import Related
from jdc_spec.rules import BATCH
from jdc_spec.sentences import batch_mismatch, child_batch_mismatch
from jdc_spec.shapes import Shape, agree, starts_with

from ...host.diagnostics import Diagnostic, span
from ...model.classes import PytreeClass, model_of
from ...syntax.arguments import after_self, bound, has_stars
from ..places import CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..sites import CallSite
from .field_values import FieldValue, checked_model, field_values, kept_values


@asked(BATCH, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Compare every field with the first whose batch axes are evident, where construction does so too."""
    model = checked_model(site.info)
    if model is None or not model.is_enforced:
        return
    batched, kept = list(_batched(field_values(site))), next(_batched(kept_values(site)), None)
    if not batched and kept is None:
        return
    first, axes = batched[0] if kept is None else kept
    for item, found in batched:
        if not agree(axes, found):
            message = batch_mismatch(item.owner, item.name, found, first.name, axes)
            yield Diagnostic(BATCH, message, item.argument, related=_given(first))
    for name, child in _children(site, model):
        found_in_child = next((found for _, found in _batched(field_values(child))), None)
        if found_in_child is not None and not starts_with(found_in_child, axes):
            message = child_batch_mismatch(site.info.name, name, found_in_child, first.name, axes)
            yield Diagnostic(BATCH, message, site.arguments[name], related=_given(first))


def _given(first: FieldValue) -> tuple[Related, ...]:
    return (Related(f'"{first.name}" is given here', "", span(first.argument)),)


def _batched(items: Iterable[FieldValue]) -> Iterator[tuple[FieldValue, Shape]]:
    for item in items:
        axes = item.batch_axes
        if axes is not None:
            yield item, axes


def _children(site: CallSite, model: PytreeClass) -> Iterator[tuple[str, CallSite]]:
    """Yield the fields whose argument is an object, with the call that constructs it."""
    for name in model.fields:
        argument = site.arguments.get(name)
        child = None if argument is None else _construction(site.evaluator.source(argument), site)
        if child is not None:
            yield name, child


def _construction(call: Expression, site: CallSite) -> CallSite | None:
    """Read a constructor call of a class that checks its annotations."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return None
    info = call.callee.node
    model = checked_model(info) if isinstance(info, TypeInfo) else None
    if model is None or not model.is_enforced or not isinstance(info, TypeInfo):
        return None
    arguments = _bound(call, info)
    return CallSite(info, model_of(info), arguments, is_partial=False, call=call, api=site.api)


def _bound(call: CallExpr, info: TypeInfo) -> dict[str, Expression]:
    initialiser = info.get_method("__init__")
    names = after_self(initialiser) if isinstance(initialiser, FuncDef) else ()
    return {} if has_stars(call) else {name: value for value, name in bound(call, names) if name is not None}
