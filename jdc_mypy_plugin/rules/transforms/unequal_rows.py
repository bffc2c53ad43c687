"""``jdc-transform-input``: an object is taken apart along an axis of which its arrays have different sizes.

``jax.vmap``, and ``jax.lax.scan`` along its ``xs``, want as many rows in every leaf.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Expression

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Origin, evaluator_of
from ...evaluate.calls.transformed_calls import mapped
from ...host.diagnostics import Diagnostic
from ...model.constructors import arguments_of
from ...model.functions.swallowed_errors import may_be_caught
from ...transformed.transform_arguments import TransformArgument
from ..places import ANNOTATED_CALL, TRANSFORM_ARGUMENT, AnnotatedCall, asked
from .handed_objects import made_object


@asked(TRANSFORM_INPUT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report an object that a loop goes along."""
    if site.how == "scanned" and site.argument is not None and not site.object.where:
        yield from _unequal(site.argument, 0, site.transformation, site.api)


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check_mapped(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report an object that ``jax.vmap(f)`` is called with."""
    over = mapped(site.node, evaluator_of(site.api).source(site.node.callee))
    if over is None or may_be_caught(site.node, site.api.tree):
        return
    for given, axis in zip(site.node.args, over.axes, strict=True):
        if axis is not None:
            yield from _unequal(given, axis, "jax.vmap", site.api)


def _unequal(given: Expression, axis: int, transformation: str, api: TypeChecker) -> Iterator[Diagnostic]:
    found = made_object(given, api)
    if found is None:
        return
    made, model = found
    first: tuple[str, int] | None = None
    for name, value in arguments_of(made, model.info).items():
        size = _size(value, axis, api) if name in model.fields and model.role_of(name) == "data" else None
        if size is None:
            continue
        if first is None:
            first = name, size
        elif first[1] != size:
            yield Diagnostic(
                TRANSFORM_INPUT,
                f'{transformation} maps over axis {axis} of every leaf of "{model.info.name}", and raises a '
                f'ValueError: "{first[0]}" has {first[1]} rows and "{name}" has {size}',
                given,
            )
            return


def _size(value: Expression, axis: int, api: TypeChecker) -> int | None:
    """Return the size of an array along an axis; None where that is not a certain number."""
    held = evaluator_of(api).evaluate(value)
    if held.origin is not Origin.ARRAY or held.sizes is None or not -len(held.sizes) <= axis < len(held.sizes):
        return None
    size = held.sizes[axis]
    return size if isinstance(size, int) else None
