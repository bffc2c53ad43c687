"""Code that a transformation traces, told by where it stands: in a function that the module hands to ``jax.jit``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Context, Decorator, Expression, FuncDef, MypyFile, NameExpr, RefExpr

from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.references import REFERENCES
from ..syntax.per_module import PerModule
from ..transformed.transformations import LOOPS, made_by, maker

STAGING: Final = frozenset(
    (
        *("jax.jit", "jax.pmap", "jax.checkpoint", "jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop"),
        *("jax.lax.map", "jax.lax.cond", "jax.lax.switch", "jax_dataclasses.jit", "jdc.jit", "eqx.filter_jit"),
        "nnx.jit",
    )
)
"""Transformations under which each operation of JAX makes a tracer, of constants too."""
_DEPTH: Final = 3
"""How deep functions are in one another that are looked at."""


def stands_in_trace(at: Context, tree: MypyFile) -> bool:
    """Return whether a call or a decorator stands in a function that a loop or jit traces."""
    return _around(at, tree) in _TRACED.of(tree)


def may_run_in_trace(at: Context, tree: MypyFile) -> bool:
    """Return whether it stands in one, in a function inside one, or in one that such a function calls by its name."""
    around = _around(at, tree)
    if around is None or _is_traced(around, tree):
        return around is not None
    return any(_is_traced(_around(each, tree), tree) for each in REFERENCES.of(tree).get(around, ()))


def _is_traced(function: FuncDef | None, tree: MypyFile) -> bool:
    for _ in range(_DEPTH):
        if function is None or function in _TRACED.of(tree):
            return function is not None
        function = _function_around(function, tree)
    return False


def _around(at: Context, tree: MypyFile) -> FuncDef | None:
    """Return the function that a call or a decorator stands in."""
    expression = at.original_decorators[-1] if isinstance(at, Decorator) else at
    return FLOW.of(tree).function_over(expression) if isinstance(expression, Expression) else None


def _function_around(function: FuncDef, tree: MypyFile) -> FuncDef | None:
    """Return the function that another is defined in."""
    index = INDEX.of(tree)
    position = index.position(function)
    owner = -1 if position is None else index.body.owner_at(position)
    while owner >= 0:
        around = index.body.statements[owner]
        if isinstance(around, FuncDef) and around is not function:
            return around
        owner = index.body.owner_at(owner)
    return None


def _traced(tree: MypyFile) -> set[FuncDef]:
    """Return the functions of a module that a loop or jit is given by name, or stands above."""
    found: set[FuncDef] = set()
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        loop = LOOPS.get(call.callee.fullname) if isinstance(call.callee, RefExpr) else None
        made = made_by(call) if loop is None else None
        if made is not None and made.by.name in STAGING and isinstance(made.function, FuncDef):
            found.add(made.function)
        elif loop is not None and loop.name in STAGING:
            given = (each.node for each in call.args if isinstance(each, NameExpr))
            found.update(each for each in given if isinstance(each, FuncDef))
    for each in INDEX.of(tree).body.statements_of(Decorator):
        by = maker(each.original_decorators[-1]) if each.original_decorators else None
        if by is not None and by[0].name in STAGING:
            found.add(each.func)
    return found


_TRACED: Final = PerModule(_traced)
