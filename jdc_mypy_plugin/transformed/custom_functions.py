"""Functions of the module under ``jax.custom_vjp``, whose derivative two other functions compute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, IntExpr, LambdaExpr, NameExpr

from ..evaluate import Evaluator
from ..syntax import INDEX
from ..syntax.names.targets import row
from .function_expressions import as_function
from .transformations import made_by, maker

_CUSTOM: Final = "jax.custom_vjp"
_NUMBERS: Final = "nondiff_argnums"


class CustomFunction(NamedTuple):
    """Such a function."""

    definition: FuncDef
    kept: frozenset[int]
    """The positions of the arguments in ``nondiff_argnums``, which are handed on as they are."""

    @property
    def size(self) -> int | None:
        """How many arguments the function takes; None where that differs between its calls."""
        kinds = self.definition.arg_kinds
        return len(kinds) if all(kind.is_positional() and kind.is_required() for kind in kinds) else None


def custom_function(named: Expression, api: TypeChecker) -> CustomFunction | None:
    """Return the function under ``jax.custom_vjp`` that a name stands for."""
    if isinstance(named, NameExpr) and isinstance(named.node, Decorator):
        is_here = INDEX.of(api.tree).position(named.node) is not None
        decorators = named.node.original_decorators if is_here else []
        made = maker(decorators[0]) if len(decorators) == 1 else None
        return None if made is None or made[0].name != _CUSTOM else _told(named.node.func, made[1])
    call = Evaluator(api).source(named)
    transformed = made_by(call) if isinstance(call, CallExpr) else None
    function = None if transformed is None or transformed.by.name != _CUSTOM else transformed.function
    definition = as_function(function) if isinstance(function, LambdaExpr) else function
    return None if definition is None or transformed is None else _told(definition, transformed.options)


def _told(definition: FuncDef, options: Mapping[str, Expression] | None) -> CustomFunction | None:
    """Return the function with what ``nondiff_argnums`` says; None where that is not written out."""
    if options is None or set(options) - {_NUMBERS}:
        return None
    written = options.get(_NUMBERS)
    given = [] if written is None else row(written) or [written]
    numbers = [each.value for each in given if isinstance(each, IntExpr)]
    is_told = len(numbers) == len(given) and all(0 <= each < len(definition.arguments) for each in numbers)
    return CustomFunction(definition, frozenset(numbers)) if is_told else None
