"""Objects of which a filter may have taken leaves, so that their class does not tell what a transformation meets.

``jax.tree.map`` puts anything in the place of a leaf.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    RefExpr,
    StarExpr,
    TupleExpr,
)

from ..evaluate import Evaluator
from ..evaluate.calls.helpers import helper_of
from ..syntax import INDEX
from ..syntax.functions import class_named
from .filtered_classes import uses_filters
from .made_functions import calls_of_made
from .transform_arguments import Object, TransformArgument

_TREES: Final = ("jax.tree.", "jax.tree_util.", "jax._src.tree", "optax.")


def may_be_filtered(site: TransformArgument) -> bool:
    """Return whether an object may have lost leaves: only a call of its class shows that it has not."""
    if construction(site) is not None:
        return False
    if site.object.model.facts.filters_leaves or uses_filters(site.api.tree, site.object.model.info):
        return True
    given = _given(site) if site.argument is None else [site.argument]
    return any(_is_of_trees(each, site.api) for each in given)


def _is_of_trees(value: Expression, api: TypeChecker) -> bool:
    """Return whether a function that goes along trees makes a value."""
    source = Evaluator(api).source(value)
    name = source.callee.fullname if isinstance(source, CallExpr) and isinstance(source.callee, RefExpr) else ""
    return name.startswith(_TREES)


def _given(site: TransformArgument) -> Iterator[Expression]:
    """Yield what the module calls a transformed function with, of which an annotation tells."""
    tree, function = site.api.tree, site.function
    made: Sequence[Context] = [site.node]
    if not isinstance(site.node, CallExpr):
        made = [each for each in INDEX.of(tree).body.statements_of(Decorator) if each.func is function]
    for each in made:
        yield from (value for call in calls_of_made(each, tree) for value in call.args)


def construction(site: TransformArgument) -> CallExpr | None:
    """Return the call that makes the object, where the argument is that call or a name that is bound to it once.

    So may an item be of a tuple that is written out, ``(model, x)``.
    """
    return construction_of(site.object, _part(site.argument, site.object.where, site.api), site.api)


def _part(value: Expression | None, where: str, api: TypeChecker) -> Expression | None:
    """Return what stands in a tuple that is written out, ``[0][1]`` of it; None of any other container."""
    for index in where[1:-1].split("][") if where else ():
        source = None if value is None else Evaluator(api).source(value)
        if not isinstance(source, TupleExpr) or not index.isdecimal():
            return None
        items = source.items[: int(index) + 1]
        if len(items) <= int(index) or any(isinstance(each, StarExpr) for each in items):
            return None
        value = items[-1]
    return value


def construction_of(found: Object, value: Expression | None, api: TypeChecker) -> CallExpr | None:
    """Return the call of its class that makes an object, where a value is that call or stands for it.

    A function of the module may make it, and return it in one place.
    """
    source = None if value is None else Evaluator(api).source(value)
    helper = helper_of(source.callee, api.tree) if isinstance(source, CallExpr) else None
    if helper is not None and helper.result is not None:
        source = Evaluator(api).source(helper.result)
    is_made = isinstance(source, CallExpr) and class_named(source.callee) is found.model.info
    return source if is_made and isinstance(source, CallExpr) else None
