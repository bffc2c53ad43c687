"""Functions that ``jax.tree.map`` in a traced function calls with the leaves of what that was given."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, RefExpr

from ..model.functions.pure_methods import TREE_MAPS
from ..syntax.arguments import has_stars, positional
from ..transformed.given_functions import given_function
from .functions import TracedFunction, parameters
from .objects import Counts
from .types import array_of_jax
from .values import TracedValues


def mapped_functions(site: TracedFunction, values: TracedValues, counts: Counts) -> Iterator[TracedFunction]:
    """Yield such functions: each leaf of a tracer, or of an object that holds some, is a tracer.

    Under a filter of equinox there are other leaves, and ``is_leaf`` may choose others.
    """
    leaf = None if site.only_arrays else array_of_jax(site.api)
    for call in site.body.expressions_of(CallExpr) if leaf is not None else ():
        if not isinstance(call.callee, RefExpr) or call.callee.fullname not in TREE_MAPS or has_stars(call):
            continue
        function, *trees = positional(call) or [call]
        found = given_function(function, site.api) if trees and len(trees) + 1 == len(call.args) else None
        if found is None or found.bound or found.definition in (site.definition, *site.callers):
            continue
        taken = list(parameters(found.definition, range(len(found.definition.arguments))))
        are_traced = [_is_traced(each, values, counts) for each in trees]
        traced = {variable: leaf for variable, is_one in zip(taken, are_traced, strict=False) if is_one and leaf}
        if traced and len(taken) == len(trees):
            callers = (*site.callers, site.definition)
            yield site._replace(definition=found.definition, traced=traced, passed={}, callers=callers)


def _is_traced(tree: Expression, values: TracedValues, counts: Counts) -> bool:
    path = values.path(tree) or values.array(tree)
    held = values.object(tree) if path is None else None
    path = held[0] if held is not None else path
    return path is not None and counts(tree, path)
