"""Tracers that loops and mapped functions give back in a trace, whatever they are given: ``jax.vmap(f)(xs)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
)

from ..syntax.functions import only_result
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import spelled
from ..syntax.names.targets import row
from ..transformed.given_functions import given_function
from ..transformed.transformations import LOOPS, decorated, made_by
from .functions import TracedFunction
from .staged_values import CALCULATING, MAPPING, is_staged
from .tracer_operations import ARRAY_METHODS

_PAIR: Final = "jax.lax.scan"
_LOOPS: Final = frozenset(("jax.lax.while_loop", "jax.lax.fori_loop", "jax.lax.map", "jax.lax.cond"))
"""Loops and branches that give back a tree of tracers, as `jax.lax.scan` does twice."""
_BODIES: Final = {"jax.lax.while_loop": 1, "jax.lax.fori_loop": 2, "jax.lax.map": 0, _PAIR: 0}
"""The position of the function of each loop whose results are those of the loop."""


def staged_tree(value: Expression, site: TracedFunction, is_tracer: Callable[[Expression], bool]) -> str | None:
    """Return how to write the tracer, or the tree of them, that a loop or a mapped function gives back in a trace.

    JAX hands on what the function gives back as it was given, so that has to be a tracer, or be calculated.
    """
    call, number = value, 0
    if isinstance(value, IndexExpr) and isinstance(value.index, IntExpr):
        call, number = value.base, value.index.value
    name = _gives(call, site.api.tree)
    is_item = call is not value
    if name is None or not isinstance(call, CallExpr) or is_item != (name == _PAIR) or number not in (0, 1):
        return None
    if not is_staged(call, site) or not _is_made(call, name, number, site, is_tracer):
        return None
    return f"{name}(...)[{number}]" if is_item else f"{name}(...)"


def _is_made(
    call: CallExpr, name: str, number: int, site: TracedFunction, is_tracer: Callable[[Expression], bool]
) -> bool:
    """Return whether nothing that a loop or a mapped function gives back is what it was given, unless a tracer."""
    places = {"jax.lax.while_loop": [2], "jax.lax.fori_loop": [3], "jax.lax.map": [1], _PAIR: [1 + number]}
    if call.arg_kinds != [ARG_POS] * len(call.args):
        return False
    given = [call.args[at] for at in places[name] if at < len(call.args)] if name in places else call.args
    if name == "jax.lax.cond":
        given = call.args[3:]
    if given and all(map(is_tracer, given)):
        return True
    place = _BODIES.get(name, len(call.args))
    function = call.callee if name == MAPPING else call.args[place] if place < len(call.args) else None
    result = None if function is None else _result_of(function, site)
    if name == _PAIR:
        pair = [] if result is None else row(result)
        result = pair[number] if len(pair) == 2 else None
    return result is not None and _is_calculated(result, site)


def _result_of(function: Expression, site: TracedFunction) -> Expression | None:
    """Return the only result of the function of a loop, or of the one that a mapped function is made of."""
    if isinstance(function, NameExpr) and not isinstance(function.node, FuncDef):
        function = _held(function, site.api.tree) or function
    made = made_by(function) if isinstance(function, CallExpr) else None
    if made is not None and isinstance(function, CallExpr):
        function = function.args[0]
    given = given_function(function, site.api)
    return None if given is None else only_result(given.definition)


def _held(name: NameExpr, tree: MypyFile) -> Expression | None:
    held = FLOW.of(tree).value_at(name)
    return held if isinstance(held, Expression) else None


def _is_calculated(value: Expression, site: TracedFunction) -> bool:
    """Return whether a function calculates all that it returns in a place."""
    held = _held(value, site.api.tree) if isinstance(value, NameExpr) else value
    if isinstance(held, TupleExpr):
        return all(_is_calculated(each, site) for each in held.items)
    if isinstance(held, OpExpr):
        return held.op not in ("and", "or")
    if not isinstance(held, CallExpr):
        return isinstance(held, UnaryExpr) and held.op == "-"
    is_method = isinstance(held.callee, MemberExpr) and held.callee.name in ARRAY_METHODS
    return is_method or spelled(held.callee, site.api.tree) in CALCULATING


def _gives(call: Expression, tree: MypyFile) -> str | None:
    """Return the name of the loop, or of the mapped function, that a call runs."""
    if not isinstance(call, CallExpr):
        return None
    loop = LOOPS.get(call.callee.fullname) if isinstance(call.callee, RefExpr) else None
    if loop is not None:
        return loop.name if loop.name in (_PAIR, *_LOOPS) else None
    callee = call.callee
    held = FLOW.of(tree).value_at(callee) if isinstance(callee, NameExpr) else callee
    made = made_by(held) if isinstance(held, CallExpr) else None
    if (
        isinstance(callee, NameExpr)
        and isinstance(callee.node, Decorator)
        and len(callee.node.original_decorators) == 1
    ):
        made = decorated(callee.node)
    is_mapped = made is not None and made.by.name == MAPPING
    is_whole = made is not None and made.options is not None and "out_axes" not in made.options
    return MAPPING if is_mapped and is_whole else None
