"""``jdc-transform-input``: a derivative with respect to a whole number, a bool or a random key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression

from jdc_spec.dtypes import covered
from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Evaluator, Origin, evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...transformed.transformations import made_by
from ..places import ANNOTATED_CALL, AnnotatedCall, asked
from .tree_differences import place
from .trees import Tree
from .written_trees import TreeReader

_ALLOWED: Final = "allow_int"


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report what ``jax.grad(f)`` and its relatives are called with, where they differentiate with respect to it."""
    evaluator = evaluator_of(site.api)
    source = evaluator.source(site.node.callee)
    made = made_by(source) if isinstance(source, CallExpr) else None
    if made is None or made.by.how != "differentiated" or made.options is None or _ALLOWED in made.options:
        return
    if may_be_caught(site.node, site.api.tree):
        return
    for position, (given, kind) in enumerate(zip(site.node.args, site.node.arg_kinds, strict=True)):
        if kind.is_star():
            return
        if not kind.is_positional() or not made.looks_at(position, None):
            continue
        dtype = _whole(given, evaluator)
        held = None if dtype is not None else _held(TreeReader(site.api).read(given), evaluator)
        if dtype is not None:
            yield Diagnostic(
                TRANSFORM_INPUT,
                f"{made.by.name} differentiates with respect to this argument, which is {dtype}, and raises a "
                "TypeError; give it real numbers, or choose other arguments by argnums",
                given,
            )
        elif held is not None:
            yield Diagnostic(
                TRANSFORM_INPUT,
                f"{made.by.name} differentiates with respect to every leaf of this argument, and raises a "
                f"TypeError: {held}; give it real numbers, or keep it out of the argument",
                given,
            )


def _held(tree: Tree | None, evaluator: Evaluator) -> str | None:
    """Word which item of a tuple, a list or a dict that is written out is none of real numbers."""
    if tree is None or tree.what not in ("tuple", "list", "dict"):
        return None
    for key, part in tree.parts.items():
        dtype = None if part is None else _whole(part.at, evaluator)
        if dtype is not None:
            return f"{place(tree, key)} is {dtype}"
        inner = _held(part, evaluator)
        if inner is not None:
            return inner
    return None


def _whole(given: Expression, evaluator: Evaluator) -> str | None:
    """Return the dtype of a number or of an array that is made here, where it is none of real numbers."""
    value = evaluator.evaluate(given)
    if value.dtype is None or value.origin not in (Origin.SCALAR, Origin.ARRAY):
        return None
    known = covered(value.dtype)
    return value.dtype if known and known.isdisjoint(covered("inexact")) else None
