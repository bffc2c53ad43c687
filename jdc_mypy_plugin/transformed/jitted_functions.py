"""Functions under ``jit``, of JAX or of a library around it, in every way to write it.

``@jax.jit``, ``jax.jit(f)``, ``@jax.jit(donate_argnums=0)``, ``@functools.partial(jax.jit, donate_argnums=0)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    IntExpr,
    ListExpr,
    MypyFile,
    RefExpr,
    StrExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext
from mypy.typeops import function_type
from mypy.types import CallableType, Type

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..libraries.jax_dataclasses import JAX_DATACLASSES
from ..libraries.jdc import JDC
from ..model.static_markers import Placement, placement
from ..syntax import INDEX

JITS: Final = {
    "jax.jit": "jax.jit",
    "jax._src.api.jit": "jax.jit",
    "jdc_runtime.jit": "jdc.jit",
    "jax_dataclasses.jit": "jax_dataclasses.jit",
    "jax_dataclasses._jit.jit": "jax_dataclasses.jit",
}
"""Functions that jit, by full name, with the name for messages."""

_READ: Final = {
    "jax.jit": frozenset[str](),
    "jdc.jit": JDC.facts.annotation_markers,
    "jax_dataclasses.jit": JAX_DATACLASSES.facts.annotation_markers,
}
"""The markers that each jit reads."""


class Jitted(NamedTuple):
    """A function and the call or decorator that jits it."""

    jit: str
    """One of the values of `JITS`."""
    function: CallableType
    definition: FuncDef | None
    """The function where the decorator stands on it."""
    call: Context
    options: Mapping[str, Expression] | None
    """The keywords of the jit; None where ``**`` may add any."""
    api: TypeChecker

    def place_of(self, index: int) -> Context:
        """Return the parameter where the decorator stands on the function, else the call."""
        if self.definition is None or index >= len(self.definition.arguments):
            return self.call
        return self.definition.arguments[index].variable


def is_marked(each: Jitted, index: int) -> bool:
    """Return whether the annotation of a parameter marks it static for the jit at hand."""
    types = each.function.arg_types
    return index < len(types) and placement(types[index], _READ[each.jit]) is Placement.TOP


def jitted(ctx: FunctionContext, fullname: str) -> Jitted | None:
    """Return the function that a call of ``jit`` jits, or the decorator that the call makes."""
    function = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    if function is None:
        return _under(ctx, JITS[fullname])
    definition = ctx.context.func if isinstance(ctx.context, Decorator) else None
    return _jitted(JITS[fullname], function, definition, ctx)


def jitted_by_partial(ctx: FunctionContext) -> Jitted | None:
    """Return the function under the decorator that ``functools.partial(jax.jit, ...)`` makes."""
    call = ctx.context
    if not isinstance(call, CallExpr) or len(call.args) == 0 or not isinstance(call.args[0], RefExpr):
        return None
    jit = JITS.get(call.args[0].fullname)
    others_are_keywords = not any(kind.is_positional() for kind in call.arg_kinds[1:])
    return None if jit is None or not others_are_keywords else _under(ctx, jit)


def jitted_by_named_partial(ctx: FunctionContext, partial: CallExpr) -> Jitted | None:
    """Return the function that is given to a name for a partial of ``jit``, or stands under it."""
    jit = JITS.get(partial.args[0].fullname) if isinstance(partial.args[0], RefExpr) else None
    function = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    definition = ctx.context.func if isinstance(ctx.context, Decorator) else None
    made = None if jit is None else _jitted(jit, function, definition, ctx)
    if made is None or made.options is None:
        return None
    return made._replace(options={**(_options(partial) or {}), **made.options})


def static_parameters(each: Jitted) -> frozenset[int] | None:
    """Return the parameters that ``static_argnums`` and ``static_argnames`` name; None where they cannot be read.

    Under ``auto_static`` any may be static, and some of what ``*args`` takes may be.
    """
    if each.options is None or "auto_static" in each.options:
        return None
    names = list(each.function.arg_names)
    found: set[int] = set()
    for keyword in ("static_argnums", "static_argnames"):
        given = each.options.get(keyword)
        for value in () if given is None else _literals(given, each.api):
            if value is None:
                return None
            position = names.index(value) if value in names else value
            if isinstance(position, int):
                if any(kind.is_star() for kind in each.function.arg_kinds[: position + 1 if position >= 0 else None]):
                    return None
                found.add(position % len(names) if names else position)
    return frozenset(found)


def _literals(given: Expression, api: TypeChecker) -> list[int | str | None]:
    """Return the numbers and names of ``1``, ``"n"`` or ``("n", "m")``, with None for each that is something else."""
    value = Evaluator(api).source(given)
    items = value.items if isinstance(value, TupleExpr | ListExpr) else [value]
    return [item.value if isinstance(item, IntExpr | StrExpr) else None for item in items]


def _under(ctx: FunctionContext, jit: str) -> Jitted | None:
    """Return the function that the decorator made by a call stands on, or that is given to it."""
    assert isinstance(ctx.api, TypeChecker)
    given = _given_to(ctx.context, ctx.api.tree) if isinstance(ctx.context, Expression) else None
    if given is None:
        return None
    definition = None if given.is_argument else given.function
    written = function_type(given.function, ctx.api.named_type("builtins.function"))
    return _jitted(jit, written, definition, ctx)


def _jitted(jit: str, function: Type | None, definition: FuncDef | None, ctx: FunctionContext) -> Jitted | None:
    proper = known_type(function)
    if not isinstance(proper, CallableType) or proper.is_type_obj():
        return None
    assert isinstance(ctx.api, TypeChecker)
    return Jitted(jit, proper, definition, ctx.context, _options(ctx.context), ctx.api)


def _options(call: Context) -> Mapping[str, Expression] | None:
    if not isinstance(call, CallExpr):
        return {}
    if any(kind.is_star() for kind in call.arg_kinds):
        return None
    return {name: value for name, value in zip(call.arg_names, call.args, strict=True) if name is not None}


class _Given(NamedTuple):
    """A function that is given to what a call makes."""

    function: FuncDef
    is_argument: bool
    """True if it is given in a further call, ``jit(...)(f)``, and not as ``@jit(...)``."""


def _given_to(call: Expression, tree: MypyFile) -> _Given | None:
    """Return the function that a call stands on as the innermost decorator, or that is given to what it makes."""
    outer = INDEX.of(tree).parent(call)
    if isinstance(outer, Decorator):
        return _Given(outer.func, is_argument=False) if outer.original_decorators[-1:] == [call] else None
    if not isinstance(outer, CallExpr) or outer.callee is not call or len(outer.args) != 1:
        return None
    function = outer.args[0].node if isinstance(outer.args[0], RefExpr) else None
    return _Given(function, is_argument=True) if isinstance(function, FuncDef) else None
