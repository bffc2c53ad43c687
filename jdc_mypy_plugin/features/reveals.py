"""``jdc.reveal_shape(x)``: a note that says what is known of an array."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext
from mypy.types import Type

from jdc_spec.revealed import UNKNOWN, revealed
from jdc_spec.rules import SHAPE
from jdc_spec.shapes import ShapePattern, show

from ..evaluate import ArrayValue
from ..host.diagnostics import Diagnostic
from ..host.report import report
from ..rules.arrays.dtype import shown_dtype
from ..rules.sites import evaluator_of

REVEAL: Final = ("jdc_runtime.reveal_shape", "jdc_runtime._enforced.reveal.reveal_shape")


def reveal(ctx: FunctionContext) -> Type:
    """Note shape and dtype of the argument."""
    assert isinstance(ctx.api, TypeChecker)
    if ctx.args and ctx.args[0]:
        value = evaluator_of(ctx.api).evaluate(ctx.args[0][0])
        sentence = f'Revealed shape is "{_described(value)}"'
        report(ctx.api, [Diagnostic(SHAPE, sentence, ctx.context, severity="note")])
    return ctx.default_return_type


def _described(value: ArrayValue) -> str:
    if value.origin is None:
        return UNKNOWN
    shape = str(value.shape) if isinstance(value.shape, ShapePattern) else None
    if value.sizes is not None:
        shape = show(value.sizes)
    return revealed(shape, None if value.dtype is None else shown_dtype(value.dtype))
