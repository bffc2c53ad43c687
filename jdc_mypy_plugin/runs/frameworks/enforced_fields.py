"""Arrays that a constructor takes into fields whose annotations it checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.nodes import CallExpr, Expression

from jdc_operations.values import ArrayValue, Failure
from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.rules import BATCH
from jdc_spec.sentences import batch_mismatch, child_batch_mismatch, shape_mismatch
from jdc_spec.shapes import Shape, starts_with

from ...model.classes import JDC_MIXINS, has_base, model_of, pytree_bases
from ...model.constructors import keeps_arguments
from ...model.converters import converters
from ...syntax.arguments import by_keyword
from ..refusal import OfField, Refusal
from ..things import Object, Thing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..machine import Machine


def held_to(made: Thing, at: Expression | None, machine: Machine) -> Thing:
    """Return what a constructor makes, and note the first field whose array it refuses for its shape."""
    if at is None or not isinstance(made, Object) or made.info is None:
        return made
    shapes = list(_shapes(made))
    names = Bindings(shapes) if has_base(made.info, JDC_MIXINS) else None
    for field, pattern, shape in shapes:
        sentence = shape_mismatch(made.info.name, field, pattern, shape, names)
        if sentence is not None:
            argument = by_keyword(at, field) if isinstance(at, CallExpr) else None
            machine.fail(at, Failure(sentence), of_field=None if argument is None else OfField(argument, pattern))
            return made
    field, sentence = _unlike(made, made.info.name) or ("", "")
    if sentence:
        argument = by_keyword(at, field) if isinstance(at, CallExpr) else None
        machine.refuse(argument or at, sentence, Refusal(BATCH))
    return made


def _unlike(made: Object, owner: str) -> tuple[str, str] | None:
    """Return the first field whose batch axes are not those of the fields before, objects in fields after all others.

    With it the sentence that says so. None where all agree, or are not known.
    """
    batched = list(_batched(made))
    if not batched:
        return None
    first, axes = batched[0]
    for field, found in batched:
        if found != axes:
            return field, batch_mismatch(owner, field, found, first, axes)
    for field, child in (made.attributes or {}).items():
        inner = next(_batched(child), None) if isinstance(child, Object) else None
        if inner is not None and not starts_with(inner[1], axes):
            return field, child_batch_mismatch(owner, field, inner[1], first, axes)
    return None


def _batched(made: Object) -> Iterator[tuple[str, Shape]]:
    """Yield the fields whose annotation leaves room for batch axes, with the axes."""
    return ((field, pattern.batch_axes(shape)) for field, pattern, shape in _shapes(made) if pattern.has_batch_axes)


def _shapes(made: Object) -> Iterator[NamedShape]:
    """Yield the arrays in fields with an annotation that construction checks, where all sizes are numbers."""
    info = made.info
    base = None if info is None else next(pytree_bases(info), None)
    model = None if base is None else model_of(base)
    if info is None or model is None or not model.is_enforced or not keeps_arguments(info):
        return
    converted, is_of_jdc = converters(info), has_base(info, JDC_MIXINS)
    for name, field in model.fields.items():
        value = (made.attributes or {}).get(name)
        pattern = None if field.array is None else field.array.shape
        if pattern is None or not isinstance(value, ArrayValue) or value.shape is None or name in converted:
            continue
        is_checked = (is_of_jdc or pattern.has_batch_axes) and model.role_of(name) not in ("static", "dropped")
        sizes = tuple(size for size in value.shape if isinstance(size, int))
        if is_checked and len(sizes) == len(value.shape):
            yield NamedShape(name, pattern, sizes)
