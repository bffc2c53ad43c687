"""Tracers that jit and loops make of every operation of JAX, of constants too.

They are known without what the operation is given: ``jnp.min(q(params))``, ``jax.vmap(f)(xs)``.
https://docs.jax.dev/en/latest/tracing.html
"""

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

from ..model.array_functions import OF_ONE, OF_SEVERAL
from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.functions import only_result
from ..syntax.imported_names import spelled
from ..syntax.per_module import PerModule
from ..syntax.references import REFERENCES
from ..syntax.targets import row
from .given_functions import given_function
from .traced_functions import TracedFunction
from .tracer_operations import ARRAY_METHODS
from .transformations import LOOPS, decorated, made_by, maker, named

_STAGING: Final = frozenset(
    (
        *("jax.jit", "jax.pmap", "jax.checkpoint", "jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop"),
        *("jax.lax.map", "jax.lax.cond", "jax.lax.switch", "jax_dataclasses.jit", "jdc_runtime.jit"),
    )
)
"""Transformations under which each operation of JAX makes a tracer, of constants too."""
_MAPPING: Final = "jax.vmap"
_PAIR: Final = "jax.lax.scan"
_LOOPS: Final = frozenset(("jax.lax.while_loop", "jax.lax.fori_loop", "jax.lax.map", "jax.lax.cond"))
"""Loops and branches that give back a tree of tracers, as `jax.lax.scan` does twice."""
_MOVING: Final = (
    *("clip", "diag", "diagonal", "expand_dims", "flip", "imag", "moveaxis", "pad", "ravel", "real", "repeat"),
    *("reshape", "roll", "round", "squeeze", "swapaxes", "take", "tile", "transpose"),
)
"""Functions that may give back a constant as it is."""
_CALCULATING: Final = frozenset(f"jax.numpy.{name}" for name in (*OF_ONE, *OF_SEVERAL) if name not in _MOVING)
_BODIES: Final = {"jax.lax.while_loop": 1, "jax.lax.fori_loop": 2, "jax.lax.map": 0, _PAIR: 0}
"""The position of the function of each loop whose results are those of the loop."""
_EAGER: Final = frozenset(("ensure_compile_time_eval", "disable_jit"))

_DEPTH: Final = 3
"""How deep functions are in one another."""


def staged(call: CallExpr, site: TracedFunction) -> str | None:
    """Return how to write the tracer that a function of `jax.numpy` makes of a constant in a trace."""
    name = spelled(call.callee, site.api.tree)
    return f"jnp.{name.removeprefix('jax.numpy.')}(...)" if name in _CALCULATING and _is_staged(call, site) else None


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
    if not _is_staged(call, site) or not _is_made(call, name, number, site, is_tracer):
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
    function = call.callee if name == _MAPPING else call.args[_BODIES[name]] if name in _BODIES else None
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
    return is_method or spelled(held.callee, site.api.tree) in _CALCULATING


def stages(definition: FuncDef, site: TracedFunction) -> bool:
    """Return whether a function makes tracers, whatever it is given, where a traced one calls it."""
    tree = site.api.tree
    if site.by not in _STAGING or INDEX.of(tree).body.mentions(_EAGER):
        return False
    calls = INDEX.of(tree).inside(definition).expressions_of(CallExpr)
    return any(spelled(each.callee, tree) in _CALCULATING for each in calls)


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
    is_mapped = made is not None and made.by.name == _MAPPING
    is_whole = made is not None and made.options is not None and "out_axes" not in made.options
    return _MAPPING if is_mapped and is_whole else None


def _is_staged(call: CallExpr, site: TracedFunction) -> bool:
    """Return whether a call of a traced function runs in a trace that makes tracers of constants."""
    if INDEX.of(site.api.tree).body.mentions(_EAGER):
        return False
    around = FLOW.of(site.api.tree).function_over(call)
    if site.by in _STAGING:
        return around is not None and _runs(around, site)
    return around is site.definition and site.by == _MAPPING and _is_mapped_in_trace(site)


def _runs(function: FuncDef, site: TracedFunction, depth: int = _DEPTH) -> bool:
    """Return whether a function is the traced one, or one inside it that nothing but that one and JAX calls.

    A callback runs outside of the trace.
    """
    if function is site.definition:
        return True
    tree, flow = site.api.tree, FLOW.of(site.api.tree)
    if not depth or function not in site.body.statements or function.is_generator or function.is_coroutine:
        return False
    uses = REFERENCES.of(tree).get(function, ())
    around = {flow.function_over(each) for each in uses}
    return (
        bool(uses)
        and all(_is_called(each, tree) for each in uses)
        and all(each is not None and _runs(each, site, depth - 1) for each in around)
    )


def _is_called(use: Expression, tree: MypyFile) -> bool:
    """Return whether a name stands where its function is called, or handed to a loop or a transformation."""
    call = INDEX.of(tree).parent(use)
    if not isinstance(call, CallExpr):
        return False
    is_of_loop = isinstance(call.callee, RefExpr) and call.callee.fullname in LOOPS
    return call.callee is use or is_of_loop or named(call.callee) is not None


def _is_mapped_in_trace(site: TracedFunction) -> bool:
    """Return whether what maps a function stands in one that a loop or jit traces."""
    at = site.at.original_decorators[-1] if isinstance(site.at, Decorator) else site.at
    around = FLOW.of(site.api.tree).function_over(at) if isinstance(at, Expression) else None
    return around is not None and around in _TRACED.of(site.api.tree)


def _traced(tree: MypyFile) -> set[FuncDef]:
    """Return the functions of a module that a loop or jit is given by name, or stands above."""
    found: set[FuncDef] = set()
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        loop = LOOPS.get(call.callee.fullname) if isinstance(call.callee, RefExpr) else None
        made = made_by(call) if loop is None else None
        if made is not None and made.by.name in _STAGING and isinstance(made.function, FuncDef):
            found.add(made.function)
        elif loop is not None and loop.name in _STAGING:
            given = (each.node for each in call.args if isinstance(each, NameExpr))
            found.update(each for each in given if isinstance(each, FuncDef))
    for each in INDEX.of(tree).body.statements_of(Decorator):
        by = maker(each.original_decorators[-1]) if each.original_decorators else None
        if by is not None and by[0].name in _STAGING:
            found.add(each.func)
    return found


_TRACED: Final = PerModule(_traced)
