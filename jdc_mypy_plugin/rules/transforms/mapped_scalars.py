"""``jdc-transform-input``: an object with a number among its data is mapped over.

``jax.vmap``, and ``jax.lax.scan`` along its ``xs``, take every leaf apart along an axis, and a number has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Origin, evaluator_of
from ...evaluate.calls.transformed_calls import mapped
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass
from ...model.constructors import arguments_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import has_stars
from ...traced.names import NUMBERS
from ...transformed.transform_arguments import TransformArgument
from ...typefacts.instances import sole_instance
from ..places import ANNOTATED_CALL, TRANSFORM_ARGUMENT, AnnotatedCall, asked
from ..sites import values_of
from .handed_objects import made_object

_DEPTH: Final = 3
"""How many objects are looked at that one is given, and that are given one in turn."""


@asked(TRANSFORM_INPUT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report an object that is taken apart, and that is given a number."""
    if site.how in ("mapped", "scanned") and site.argument is not None and not site.object.where:
        yield from _numbers(site.argument, site)


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check_numbers(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report a number itself that ``jax.vmap(f)`` is given."""
    evaluator = evaluator_of(site.api)
    over = mapped(site.node, evaluator.source(site.node.callee))
    if over is None or over.takes_numbers or may_be_caught(site.node, site.api.tree):
        return
    for given, axis in zip(site.node.args, over.axes, strict=True):
        if axis is not None and evaluator.evaluate(given).origin is Origin.SCALAR:
            yield Diagnostic(
                TRANSFORM_INPUT,
                "jax.vmap maps over this single number, which has no axis, and raises a ValueError; write None in "
                "the place of its axis in in_axes",
                given,
            )


def _numbers(given: Expression, site: TransformArgument) -> Iterator[Diagnostic]:
    owner, found = made_object(given, site.api), _number_in(given, site, _DEPTH)
    if owner is None or found is None:
        return
    field, has = found
    yield Diagnostic(
        TRANSFORM_INPUT,
        f'{site.transformation} maps over an axis of every leaf of "{owner[1].info.name}", and raises a '
        f'ValueError: "{field}" is {has} a single number; give it an array with the axis, or make it static',
        given,
    )


def _number_in(given: Expression, site: TransformArgument, depth: int) -> tuple[str, str] | None:
    """Return the way to a field that holds a number, and how it got it, in an object or in one that it is given."""
    evaluator, found = evaluator_of(site.api), made_object(given, site.api)
    if found is None:
        return None
    made, model = found
    values = values_of(made, model.info, site.api.tree)
    data = {name: value for name, value in values.items() if name in model.fields and model.role_of(name) == "data"}
    for name, value in data.items():
        held = evaluator.evaluate(value)
        if held.origin in (Origin.SCALAR, Origin.ARRAY) and held.sizes == ():
            return name, "given"
    defaulted = _left_to_default(made, model)
    if defaulted is not None:
        return defaulted, "left to its default,"
    for name, value in data.items() if depth else ():
        inner = _number_in(value, site, depth - 1)
        if inner is not None:
            return f"{name}.{inner[0]}", inner[1]
    return None


def _left_to_default(made: CallExpr, model: PytreeClass) -> str | None:
    """Return a data field that a call leaves to its default, which is a number by the type of the field."""
    if has_stars(made):
        return None
    given = arguments_of(made, model.info)
    for name, field in model.fields.items():
        is_left = name not in given and field.init and not field.is_none_by_default
        instance = sole_instance(model.type_of(name)) if is_left and model.role_of(name) == "data" else None
        if instance is not None and instance.type.fullname in NUMBERS:
            return name
    return None
