"""Objects of which a filter may have taken leaves, so that their class does not tell what a transformation meets.

`equinox.partition`, `filter` and `tree_at` return objects of the same class with None for some leaves, and
``jax.tree.map`` puts anything there. `tree_at` takes nothing away where an array comes in the place of one.
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
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TupleExpr,
    Var,
)

from ..evaluate import Evaluator
from ..evaluate.calls.helpers import helper_of
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..syntax.functions import class_named
from ..syntax.per_module import PerModule
from ..typefacts.arrays import is_certainly_array
from .made_functions import calls_of_made
from .transform_arguments import Object, TransformArgument

_FILTERS: Final = frozenset(("combine", "filter", "partition", "tree_at"))
_TAKING: Final = ("init", "update")
"""Methods of optimizers of optax, which make no objects of the class."""
_TREE_AT: Final = ("where", "pytree", "replace")
_ARITHMETIC: Final = ("+", "-", "*", "/", "//", "%", "**", "@")
_ARRAY_FUNCTIONS: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.")
_TREES: Final = ("jax.tree.", "jax.tree_util.", "jax._src.tree", "optax.")


def may_be_filtered(site: TransformArgument) -> bool:
    """Return whether an object may have lost leaves: only a call of its class shows that it has not."""
    if construction(site) is not None:
        return False
    if site.object.model.facts.filters_leaves or uses_filters(site.api.tree):
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


def uses_filters(tree: MypyFile) -> bool:
    """Return whether a module takes leaves out of objects by a filter of equinox."""
    return _USES_FILTERS.of(tree)


def _uses_filters(tree: MypyFile) -> bool:
    references = INDEX.of(tree).body.references
    filters = (each for each in references if each.name in _FILTERS and each.fullname.startswith("equinox."))
    return any(not _is_for_optimizer(each, tree) and not _puts_arrays(each, tree) for each in filters)


def _is_for_optimizer(function: Expression, tree: MypyFile) -> bool:
    """Return whether an optimizer is given what a filter leaves, ``opt.init(eqx.filter(net, eqx.is_array))``."""
    filtering = INDEX.of(tree).parent(function)
    taking = INDEX.of(tree).parent(filtering) if isinstance(filtering, CallExpr) else None
    is_given = isinstance(taking, CallExpr) and isinstance(taking.callee, MemberExpr) and filtering in taking.args
    return is_given and isinstance(taking, CallExpr) and getattr(taking.callee, "name", "") in _TAKING


def _puts_arrays(function: NameExpr | MemberExpr, tree: MypyFile) -> bool:
    """Return whether ``tree_at`` puts arrays in the places of arrays, ``tree_at(where, net, net.w * 2)``."""
    call = INDEX.of(tree).parent(function)
    if function.name != "tree_at" or not isinstance(call, CallExpr) or call.callee is not function:
        return False
    given = {name: value for value, name in bound(call, _TREE_AT)}
    return given.keys() == {*_TREE_AT} and _is_array(given["replace"])


def _is_array(value: Expression) -> bool:
    """Return whether a value is an array as it is written, or a row of them: nothing that is None, and no number."""
    if isinstance(value, TupleExpr | ListExpr):
        return all(map(_is_array, value.items))
    if isinstance(value, NameExpr):
        declared = value.node.type if isinstance(value.node, Var) and not value.node.is_inferred else None
        return declared is not None and is_certainly_array(declared)
    if isinstance(value, OpExpr) and value.op in _ARITHMETIC:
        return any(isinstance(each, MemberExpr) or _is_array(each) for each in (value.left, value.right))
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_FUNCTIONS)


_USES_FILTERS: Final = PerModule(_uses_filters)
