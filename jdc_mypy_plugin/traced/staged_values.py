"""Tracers that jit and loops make of every operation of JAX, of constants too.

They are known without what the operation is given: ``jnp.min(q(params))``.
https://docs.jax.dev/en/latest/tracing.html
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    MypyFile,
    RefExpr,
)

from ..model.functions.array_functions import OF_ONE, OF_SEVERAL
from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import spelled
from ..syntax.names.references import REFERENCES
from ..transformed.transformations import LOOPS, named
from .functions import TracedFunction
from .traced_code import STAGING, stands_in_trace
from .tracer_operations import OF_NETWORKS, RANDOM

MAPPING: Final = "jax.vmap"
_MOVING: Final = (
    *("clip", "diag", "diagonal", "expand_dims", "flip", "imag", "moveaxis", "pad", "ravel", "real", "repeat"),
    *("reshape", "roll", "round", "squeeze", "swapaxes", "take", "tile", "transpose"),
)
"""Functions that may give back a constant as it is."""
CALCULATING: Final = frozenset(
    (
        *(f"jax.numpy.{name}" for name in (*OF_ONE, *OF_SEVERAL) if name not in _MOVING),
        *(f"jax.random.{name}" for name in RANDOM),
        *(f"jax.nn.{name}" for name in OF_NETWORKS),
    )
)
_PLACE: Final = "jax.lax.axis_index"
_EAGER: Final = frozenset(("ensure_compile_time_eval", "disable_jit"))
_DEPTH: Final = 3
"""How deep functions are in one another."""


def staged(call: CallExpr, site: TracedFunction) -> str | None:
    """Return how to write the tracer that a function of `jax.numpy` makes of a constant in a trace."""
    name = spelled(call.callee, site.api.tree)
    if name not in CALCULATING or not is_staged(call, site):
        return None
    return f"{name.replace('jax.numpy.', 'jnp.')}(...)"


def is_staging(site: TracedFunction) -> bool:
    """Return whether a transformation makes tracers of all operations of a function, whatever that is given."""
    return site.by in STAGING and not INDEX.of(site.api.tree).body.mentions(_EAGER)


def mapped_place(call: CallExpr, site: TracedFunction) -> str | None:
    """Return how to write the tracer by which a mapped function knows its row, ``jax.lax.axis_index("batch")``."""
    name = spelled(call.callee, site.api.tree)
    return f"{name}(...)" if name == _PLACE else None


def stages(definition: FuncDef, site: TracedFunction) -> bool:
    """Return whether a function makes tracers, whatever it is given, where a traced one calls it."""
    tree = site.api.tree
    if not is_staging(site):
        return False
    calls = INDEX.of(tree).inside(definition).expressions_of(CallExpr)
    return any(spelled(each.callee, tree) in CALCULATING for each in calls)


def is_staged(call: CallExpr, site: TracedFunction) -> bool:
    """Return whether a call of a traced function runs in a trace that makes tracers of constants."""
    if INDEX.of(site.api.tree).body.mentions(_EAGER):
        return False
    around = FLOW.of(site.api.tree).function_over(call)
    if site.by in STAGING:
        return around is not None and _runs(around, site)
    return around is site.definition and site.by == MAPPING and stands_in_trace(site.at, site.api.tree)


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
