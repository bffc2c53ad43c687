"""Functions that ``jax.grad``, ``jax.value_and_grad`` and their like in libraries are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, NameExpr
from mypy.plugin import FunctionContext

from ..evaluate.calls.gradients import has_aux
from ..libraries.other_names import meant_name
from ..objects.functions_elsewhere import GivenElsewhere, given_elsewhere
from ..syntax import INDEX
from ..syntax.arguments import has_stars, positional
from ..transformed.differentiated_functions import FILTERED
from ..transformed.transformations import Transformed, made_by, maker
from .filtered_functions import function_named
from .functions import function_under

_GRADIENTS: Final = ("jax.grad", "jax.value_and_grad")
_OF_LIBRARIES: Final = {
    **FILTERED,
    "flax.nnx.transforms.autodiff.grad": "nnx.grad",
    "flax.nnx.transforms.autodiff.value_and_grad": "nnx.value_and_grad",
}
"""Those of libraries by full name, with their names for messages."""


class GradientFunction(NamedTuple):
    """A function that a gradient is taken of."""

    by: str
    """The name of the derivative, for messages."""
    definition: FuncDef
    has_aux: bool
    """True if it is said to return a pair, whose first value is differentiated."""
    at: CallExpr | Decorator
    api: TypeChecker
    elsewhere: GivenElsewhere | None = None
    """The function where another module has it; ``definition`` is without its body then."""


def gradient_functions(ctx: FunctionContext) -> Iterator[GradientFunction]:
    """Yield the function that a call or a decorator differentiates, where it is clear whether it returns a pair."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    outer = INDEX.of(ctx.api.tree).parent(node) if isinstance(node, CallExpr) else node
    if isinstance(outer, Decorator):
        by, is_pair = _decorating(outer.original_decorators[-1])
        yield from _clear(by, outer.func, is_pair, outer, ctx.api)
    elif isinstance(node, CallExpr):
        is_maker = isinstance(outer, CallExpr) and outer.callee is node and maker(node) is not None
        call = outer if is_maker and isinstance(outer, CallExpr) else node  # jax.grad(has_aux=True)(f)
        by, definition, is_pair = _called(call, ctx.api)
        yield from _clear(by, definition, is_pair, call, ctx.api)
        given = (
            given_elsewhere(call.args[0], ctx.api) if by is not None and definition is None and call.args else None
        )
        if by is not None and given is not None and is_pair is not None:
            yield GradientFunction(by, given.as_called(), is_pair, call, ctx.api, given)


def _clear(
    by: str | None, definition: FuncDef | None, is_pair: bool | None, at: CallExpr | Decorator, api: TypeChecker
) -> Iterator[GradientFunction]:
    if by is not None and definition is not None and is_pair is not None:
        yield GradientFunction(by, definition, is_pair, at, api)


def _decorating(innermost: Expression) -> tuple[str | None, bool | None]:
    made = maker(innermost)
    if made is not None:
        return _of_jax(made[0].name), _said(made[1])
    return _of_library(innermost), _has_aux(innermost)


def _called(call: CallExpr, api: TypeChecker) -> tuple[str | None, FuncDef | None, bool | None]:
    made = made_by(call)
    if made is not None:
        return _of_jax(made.by.name), _under(made, call, api), _said(made.options)
    by = _of_library(call)
    given = function_named(call.args[0], api) if by is not None and call.args else None
    return by, given, _has_aux(call)


def _under(made: Transformed, call: CallExpr, api: TypeChecker) -> FuncDef | None:
    given = function_under(made, call, api)
    return None if given is None else given.definition


def _of_jax(name: str) -> str | None:
    return name if name in _GRADIENTS else None


def _of_library(expression: Expression) -> str | None:
    function = expression.callee if isinstance(expression, CallExpr) else expression
    return _OF_LIBRARIES.get(meant_name(function))


def _said(options: Mapping[str, Expression] | None) -> bool | None:
    """Return whether options, those of a partial under another name too, say that the function returns a pair."""
    if options is None or "has_aux" not in options:
        return None if options is None else False
    written = options["has_aux"]
    name = written.fullname if isinstance(written, NameExpr) else ""
    return name == "builtins.True" if name in ("builtins.True", "builtins.False") else None


def _has_aux(made: Expression) -> bool | None:
    """Return the same of the call of a library's derivative."""
    if not isinstance(made, CallExpr):
        return False
    return None if has_stars(made) or len(positional(made)) > 2 else has_aux(made)
