"""``jdc-transform-input``: an object with a number among its data is mapped over.

``jax.vmap``, and ``jax.lax.scan`` along its ``xs``, take every leaf apart along an axis, and a number has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Evaluator, Origin
from ...evaluate.transformed_calls import mapped
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...syntax.arguments import argument
from ...syntax.functions import class_named
from ...typefacts.mutable import is_frozen
from ..arrays.field_values import keeps_arguments
from ..places import ANNOTATED_CALL, LOOP, AnnotatedCall, Loop, asked
from ..sites import arguments_of, evaluator_of


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check_mapped(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report an object that ``jax.vmap(f)`` is given, and that holds a number."""
    evaluator = evaluator_of(site.api)
    over = mapped(site.node, evaluator.source(site.node.callee))
    if over is None:
        return
    for given, axis in zip(site.node.args, over.axes, strict=True):
        if axis is not None:
            yield from _numbers(given, "jax.vmap", evaluator)


@asked(TRANSFORM_INPUT, at=LOOP)
def check_scanned(site: Loop) -> Iterator[Diagnostic]:
    """Report an object that ``jax.lax.scan`` goes along, and that holds a number."""
    along = argument(site.node, 2, "xs") if site.name == "jax.lax.scan" else None
    if along is not None:
        yield from _numbers(along, site.name, evaluator_of(site.api))


def _numbers(given: Expression, by: str, evaluator: Evaluator) -> Iterator[Diagnostic]:
    made = evaluator.source(given)
    model = _model(made) if isinstance(made, CallExpr) else None
    if model is None or not isinstance(made, CallExpr) or (made is not given and not is_frozen(model.info)):
        return
    for name, value in arguments_of(made, model.info).items():
        held = evaluator.evaluate(value) if name in model.fields and model.role_of(name) == "data" else None
        if held is not None and held.origin in (Origin.SCALAR, Origin.ARRAY) and held.sizes == ():
            yield Diagnostic(
                TRANSFORM_INPUT,
                f'{by} takes every leaf of "{model.info.name}" apart along an axis, and raises a ValueError: '
                f'"{name}" is given a single number; give it an array with the axis, or make it static',
                given,
            )
            return


def _model(made: CallExpr) -> PytreeClass | None:
    """Return the class of an object that a call makes of its arguments as they are."""
    info = class_named(made.callee)
    return None if info is None or not keeps_arguments(info) else model_of(info)
