"""``jdc-transform-input``: an object with a number among its data is mapped over.

``jax.vmap``, and ``jax.lax.scan`` along its ``xs``, take every leaf apart along an axis, and a number has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import CallExpr, Expression, FloatExpr, IntExpr, MypyFile, NameExpr

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Origin
from ...evaluate.transformed_calls import mapped
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...model.fields import annotated_assignments
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import class_named
from ...syntax.references import REFERENCES
from ...typefacts.mutable import is_frozen
from ..arrays.field_values import keeps_arguments
from ..places import ANNOTATED_CALL, TRANSFORM_ARGUMENT, AnnotatedCall, asked
from ..sites import arguments_of, evaluator_of
from ..transform_arguments import TransformArgument


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
    evaluator = evaluator_of(site.api)
    made = evaluator.source(given)
    model = _model(made) if isinstance(made, CallExpr) else None
    if model is None or not isinstance(made, CallExpr):
        return
    if made is not given and not is_frozen(model.info) and not _is_only_use(given, site):
        return
    for name, value in {**_defaults(model, site.api.tree), **arguments_of(made, model.info)}.items():
        held = evaluator.evaluate(value) if name in model.fields and model.role_of(name) == "data" else None
        if held is not None and held.origin in (Origin.SCALAR, Origin.ARRAY) and held.sizes == ():
            yield Diagnostic(
                TRANSFORM_INPUT,
                f'{site.transformation} takes every leaf of "{model.info.name}" apart along an axis, and raises a '
                f'ValueError: "{name}" is given a single number; give it an array with the axis, or make it static',
                given,
            )
            return


def _is_only_use(given: Expression, site: TransformArgument) -> bool:
    """Return whether a name is bound and used here, and nowhere else, so that nothing changes the object."""
    node = given.node if isinstance(given, NameExpr) else None
    return node is not None and len(REFERENCES.of(site.api.tree).get(node, ())) == 2


def _defaults(model: PytreeClass, module: MypyFile) -> Mapping[str, Expression]:
    """Return the numbers that a class of the module gives its own fields."""
    if model.info.module_name != module.fullname:
        return {}
    written = {name: statement.rvalue for name, statement in annotated_assignments(model.info.defn)}
    return {name: value for name, value in written.items() if isinstance(value, IntExpr | FloatExpr)}


def _model(made: CallExpr) -> PytreeClass | None:
    """Return the class of an object that a call makes of its arguments as they are."""
    info = class_named(made.callee)
    return None if info is None or not keeps_arguments(info) else model_of(info)
