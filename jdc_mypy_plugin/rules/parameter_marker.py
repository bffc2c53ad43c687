"""``jdc-marker`` for parameters: a ``Static[...]`` parameter of a function under plain `jax.jit`.

`jdc.jit` and `jax_dataclasses.jit` read the marker. `jax.jit` does not, and traces the argument in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Context, Decorator, FuncDef
from mypy.plugin import FunctionContext
from mypy.types import CallableType, get_proper_type

from jdc_spec.libraries import ANNOTATION_MARKERS
from jdc_spec.rules import MARKER

from ..markers import Placement, placement
from ..report import Diagnostic

JITS: Final = frozenset(("jax.jit", "jax._src.api.jit"))


def check(ctx: FunctionContext) -> Iterator[Diagnostic]:
    """Report the parameters that a call or decorator ``jax.jit`` traces although they are marked static.

    A parameter with a default may never be passed, and ``static_argnums`` or ``static_argnames`` may name it.
    """
    function = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if not isinstance(function, CallableType) or function.is_type_obj() or _names_static_arguments(ctx):
        return
    for index, (declared, kind, name) in enumerate(
        zip(function.arg_types, function.arg_kinds, function.arg_names, strict=True)
    ):
        if kind.is_required() and name is not None and placement(declared, ANNOTATION_MARKERS) is Placement.TOP:
            message = (
                f'parameter "{name}" is marked static, which jax.jit does not read: the argument is traced; write '
                f'jdc.jit, which reads it, or static_argnames="{name}"'
            )
            yield Diagnostic(MARKER, message, _parameter(ctx.context, index))


def _names_static_arguments(ctx: FunctionContext) -> bool:
    given = zip(ctx.callee_arg_names, ctx.args, strict=True)
    return any(name in ("static_argnums", "static_argnames") and actuals for name, actuals in given)


def _parameter(context: Context, index: int) -> Context:
    """Return the parameter where the decorator stands on the function, else the call."""
    function = context.func if isinstance(context, Decorator) else None
    if not isinstance(function, FuncDef) or index >= len(function.arguments):
        return context
    return function.arguments[index].variable
