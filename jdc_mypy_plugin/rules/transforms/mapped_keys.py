"""``jdc-transform-input``: a single random key is mapped over, ``jax.vmap(sample)(key, xs)``.

A typed key has no axis. The two numbers of another one are taken apart, and what is left of it is no key.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import evaluator_of
from ...evaluate.calls.transformed_calls import mapped, mapped_by_decorator
from ...evaluate.scope import SCOPES
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import argument, has_stars
from ...typefacts.instances import sole_instance
from ..places import ANNOTATED_CALL, AnnotatedCall, asked

_SPLIT: Final = "jax.random.split"
_MADE: Final = ("jax.random.key", "jax.random.PRNGKey")


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report a key of which the function under ``jax.vmap`` is to get one for each turn."""
    call = site.node
    source = evaluator_of(site.api).source(call.callee)
    over = mapped(call, source) or mapped_by_decorator(source, call)
    if over is None or len(over.axes) != len(call.args) or may_be_caught(call, site.api.tree):
        return
    for given, axis in zip(call.args, over.axes, strict=True):
        if axis is not None and _is_one_key(given, site.api):
            yield Diagnostic(
                TRANSFORM_INPUT,
                "jax.vmap maps over this single key, which has no axis of keys, and JAX raises an error; split it "
                "into one for each turn, jax.random.split(key, n), or write None in the place of its axis in in_axes",
                given,
            )


def _is_one_key(given: Expression, api: TypeChecker) -> bool:
    """Return whether a value is a key that is made here, or one of those that a split makes: unpacked, or an item."""
    evaluator = evaluator_of(api)
    source = evaluator.source(given)
    if isinstance(source, CallExpr):
        is_made = SCOPES.of(api.tree).imported(source.callee) in _MADE
        return is_made and evaluator.evaluate(source).sizes != ()  # jdc-shape finds an array without axes
    if not isinstance(source, IndexExpr) or not isinstance(source.index, IntExpr):
        return False
    return _splits_into_keys(evaluator.source(source.base), api)


def _splits_into_keys(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is a row of single keys, and not ``jax.random.split(key, (2, 5))``."""
    if not isinstance(value, CallExpr) or has_stars(value) or SCOPES.of(api.tree).imported(value.callee) != _SPLIT:
        return False
    number = argument(value, 1, "num")
    kind = None if number is None else sole_instance(api.lookup_type_or_none(number))
    is_whole = isinstance(number, IntExpr) or (kind is not None and kind.type.fullname == "builtins.int")
    return number is None or is_whole
