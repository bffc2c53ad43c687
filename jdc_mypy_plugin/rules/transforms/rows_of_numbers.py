"""``jdc-transform-input``: a list of numbers, or of objects with numbers, in the place of an array with an axis.

``jax.lax.scan(f, init, [1.0, 2.0])`` goes along the axes of two leaves, and a number has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, DictExpr, Expression, ListComprehension, NameExpr, RefExpr

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Evaluator, Origin, evaluator_of
from ...evaluate.calls.transformed_calls import mapped
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import bound, has_stars
from ...syntax.functions import class_named
from ...syntax.names.targets import row
from ...syntax.values.kept_dicts import is_kept
from ...transformed.transformations import LOOPS
from ..construction.unregistered_objects import named_tuple_call
from ..places import ANNOTATED_CALL, LOOP, AnnotatedCall, Loop, asked
from ..sites import values_of

_ALONG: Final = {loop.name: loop for loop in LOOPS.values() if loop.name in ("jax.lax.scan", "jax.lax.map")}
_ROWS: Final = ("builtins.list", "builtins.tuple")
_RANGE: Final = "builtins.range"
_NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("bool", "float", "int"))
_DEEPEST: Final = 4


@asked(TRANSFORM_INPUT, at=LOOP)
def check_loop(site: Loop) -> Iterator[Diagnostic]:
    """Report what ``jax.lax.scan`` and ``jax.lax.map`` go along."""
    loop = _ALONG.get(site.name)
    given = [value for value, name in bound(site.node, loop.parameters) if name == "xs"] if loop is not None else []
    for value in given:
        yield from _told(value, site.name, site)


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check_mapped(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report what ``jax.vmap(f)`` is given."""
    over = mapped(site.node, evaluator_of(site.api).source(site.node.callee))
    if over is None or over.takes_numbers:
        return
    for given, axis in zip(site.node.args, over.axes, strict=True):
        if axis is not None:
            yield from _told(given, "jax.vmap", site)


def _told(given: Expression, by: str, site: Loop | AnnotatedCall) -> Iterator[Diagnostic]:
    evaluator = evaluator_of(site.api)
    written = evaluator.source(given)
    is_same = written is given or (isinstance(given, NameExpr) and is_kept(given, written, site.api.tree))
    if not is_same or _object(written) is not None or may_be_caught(site.node, site.api.tree):
        return
    if _holds_number(written, evaluator, site, _DEEPEST):
        yield Diagnostic(
            TRANSFORM_INPUT,
            f"{by} goes along an axis of every leaf, and the numbers in here are leaves without one: it raises a "
            "ValueError; make an array of them, jnp.array(...), or one object of arrays, jax.tree.map(lambda *rows: "
            "jnp.stack(rows), *objects)",
            given,
        )


def _holds_number(written: Expression, evaluator: Evaluator, site: Loop | AnnotatedCall, depth: int) -> bool:
    """Return whether a container that the source writes out holds a number at any depth."""
    return depth > 0 and (
        _is_row_of_range(written)
        or any(
            _is_number(part, evaluator) or _holds_number(evaluator.source(part), evaluator, site, depth - 1)
            for part in _parts(written, site)
        )
    )


def _is_number(value: Expression, evaluator: Evaluator) -> bool:
    held = evaluator.evaluate(value)
    if _called(evaluator.source(value)) in _NUMBERS:
        return True
    return held.origin in (Origin.SCALAR, Origin.ARRAY) and held.sizes == ()


def _parts(written: Expression, site: Loop | AnnotatedCall) -> list[Expression]:
    """Return what a container holds as it is: a list, a dict, a named tuple, an object of a pytree dataclass."""
    if isinstance(written, ListComprehension):
        return [written.generator.left_expr]
    if isinstance(written, DictExpr):
        return [value for _, value in written.items]
    made, model = named_tuple_call(written), _object(written)
    if made is not None:
        return list(made.args)
    if model is not None and isinstance(written, CallExpr) and keeps_arguments(model.info):
        given = values_of(written, model.info, site.api.tree)
        return [value for name, value in given.items() if name in model.fields and model.role_of(name) == "data"]
    return row(written)


def _object(written: Expression) -> PytreeClass | None:
    """Return the class of the object that a call makes."""
    info = class_named(written.callee) if isinstance(written, CallExpr) and not has_stars(written) else None
    return None if info is None else model_of(info)


def _is_row_of_range(written: Expression) -> bool:
    """Return whether an expression is ``list(range(n))``."""
    given = written.args if isinstance(written, CallExpr) and _called(written) in _ROWS else []
    return len(given) == 1 and _called(given[0]) == _RANGE


def _called(value: Expression) -> str:
    """Return the full name of what a call calls."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return callee.fullname if isinstance(callee, RefExpr) else ""
