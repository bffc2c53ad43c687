"""``jdc.reveal_shape(x)`` and ``reveal_type(x)``: a note that says what is known of an array.

mypy asks no plugin about ``reveal_type``. The note stands beside mypy's own; it comes with the next operation that
mypy asks about, or with the one that makes the array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, Expression, MypyFile, NameExpr, RevealExpr
from mypy.plugin import FunctionContext
from mypy.types import Type

from jdc_spec.revealed import UNKNOWN, revealed
from jdc_spec.rules import SHAPE
from jdc_spec.shapes import ShapePattern, show

from ..evaluate import ArrayValue, Evaluator, Origin, evaluator_of
from ..host.diagnostics import Diagnostic
from ..host.report import report
from ..rules.arrays.dtype import shown_dtype
from ..syntax import INDEX
from ..syntax.per_module import PerModule
from .untyped_values import holds

REVEAL: Final = ("jdc_runtime.reveal_shape", "jdc_runtime._enforced.reveal.reveal_shape")


def reveal(ctx: FunctionContext) -> Type:
    """Note shape and dtype of the argument."""
    assert isinstance(ctx.api, TypeChecker)
    if ctx.args and ctx.args[0]:
        value = evaluator_of(ctx.api).evaluate(ctx.args[0][0])
        sentence = f'Revealed shape is "{_described(value)}"'
        report(ctx.api, [Diagnostic(SHAPE, sentence, ctx.context, severity="note")])
    return ctx.default_return_type


def note_revealed(made: Expression, api: TypeChecker, *, is_ahead: bool = False) -> None:
    """Note what is known of the arrays that ``reveal_type`` was asked for, as far as mypy has come.

    ``made`` is an operation that mypy has just come to, or comes to later where ``is_ahead``.
    """
    for call in _REVEALED.of(api.tree):
        argument = call.args[0]
        is_checked = api.lookup_type_or_none(call) is not None
        if is_checked or argument is made or (isinstance(argument, NameExpr) and holds(argument, made, api.tree)):
            _NOTED.note(call, evaluator_of(api, is_ahead=is_ahead and argument is made), api)


class _Noted:
    """The calls that have their note among the errors of a module, which a daemon takes out to check it again."""

    def __init__(self) -> None:
        self._errors: list[ErrorInfo] | None = None
        self._calls: set[CallExpr] = set()

    def note(self, call: CallExpr, evaluator: Evaluator, api: TypeChecker) -> None:
        """Tell of an array, once."""
        before = _errors(api)
        if before is not self._errors:
            self._errors = before
            self._calls.clear()
        if call in self._calls:
            return
        value = evaluator.evaluate(call.args[0])
        if value.origin in (Origin.ARRAY, Origin.DECLARED) and (value.shape is not None or value.dtype is not None):
            count = 0 if before is None else len(before)
            report(api, [Diagnostic(SHAPE, f'Revealed shape is "{_described(value)}"', call, severity="note")])
            after = _errors(api)
            if after is before and len(after or ()) > count:  # mypy drops what it is told while it tries something
                self._calls.add(call)


_NOTED: Final = _Noted()


def _errors(api: TypeChecker) -> list[ErrorInfo] | None:
    """Return mypy's errors in the module that it checks."""
    return api.errors.error_info_map.get(api.errors.file)


def _read_revealed(module: MypyFile) -> Sequence[CallExpr]:
    calls = INDEX.of(module).body.expressions_of(CallExpr)
    return [call for call in calls if isinstance(call.analyzed, RevealExpr) and call.analyzed.expr is not None]


_REVEALED: Final = PerModule(_read_revealed)
"""The calls of ``reveal_type``, which a program has while somebody works on it."""


def _described(value: ArrayValue) -> str:
    if value.origin is None:
        return UNKNOWN
    shape = str(value.shape) if isinstance(value.shape, ShapePattern) else None
    if value.sizes is not None:
        shape = show(value.sizes)
    return revealed(shape, None if value.dtype is None else shown_dtype(value.dtype))
