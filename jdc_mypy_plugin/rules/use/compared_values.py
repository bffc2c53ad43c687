"""Comparisons of objects with arrays that give a bool: of arrays with one item, of shapes, of unequal numbers.

An array of one item answers with a single truth value. ``==`` of a dataclass goes from field to field and ends at the
first that differs, and a list looks at the identity of its items first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    FloatExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    TypeAlias,
    TypeInfo,
)
from mypy.types import Instance

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields
from ...typefacts.shown_types import classes_in
from ..places import ObjectComparison
from ..sites import arguments_of

_TREES: Final = ("jax.tree.", "jax.tree_util.", "jax._src.tree")
_SHAPES: Final = ("jax.eval_shape", "jax._src.api.eval_shape")


def may_be_compared(site: ObjectComparison, model: PytreeClass, array: str) -> bool:
    """Return whether the source shows that a comparison may give True or False; ``array`` is the first array."""
    evaluator = Evaluator(site.api)
    operands = [evaluator.source(each) for each in _operands(site.node)]
    if any(_is_of_trees(each) for each in operands):
        return True
    if holds_single_items(model, site.api) and not _is_given_several(model, array, site.api):
        return True
    if isinstance(site.node, ComparisonExpr):
        return len(operands) == 2 and _differ_early(operands[0], operands[1], model)
    return _is_found_by_identity(site.node, model, evaluator)


def _operands(node: object) -> list[Expression]:
    if isinstance(node, ComparisonExpr):
        return list(node.operands)
    return list(node.args[:1]) if isinstance(node, CallExpr) else []


def _is_of_trees(value: Expression) -> bool:
    """Return whether an object comes from a map over trees, which puts anything in the place of arrays."""
    name = value.callee.fullname if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) else ""
    return name.startswith(_TREES) or name in _SHAPES


def holds_single_items(model: PytreeClass, api: TypeChecker) -> bool:
    """Return whether the module puts a number, None or an array of one item where the class has arrays."""
    arrays = {each.info: frozenset(_arrays(each)) for each in _with_parts(model)}
    evaluator = Evaluator(api)
    for call in INDEX.of(api.tree).body.expressions_of(CallExpr):
        made = class_named(call.callee)
        if made is None:
            continue
        names = next((arrays[base] for base in made.mro if base in arrays), frozenset[str]())
        given = arguments_of(call, made) if names else dict[str, Expression]()
        if any(_is_single(value, evaluator) for name, value in given.items() if name in names):
            return True
    return False


def _is_given_several(model: PytreeClass, name: str, api: TypeChecker) -> bool:
    """Return whether every call of the class in the module gives a field an array of several items."""
    evaluator = Evaluator(api)
    calls = INDEX.of(api.tree).body.expressions_of(CallExpr)
    given = [arguments_of(call, model.info).get(name) for call in calls if class_named(call.callee) is model.info]
    return bool(given) and all(each is not None and _has_several(each, evaluator) for each in given)


def _has_several(value: Expression, evaluator: Evaluator) -> bool:
    return any(isinstance(size, int) and size > 1 for size in evaluator.evaluate(value).sizes or ())


def _with_parts(model: PytreeClass) -> Iterator[PytreeClass]:
    """Yield a class and those of the objects in its fields."""
    seen: set[TypeInfo] = set()
    left = [model]
    while left:
        each = left.pop()
        if each.info not in seen:
            seen.add(each.info)
            yield each
            inner = (model_of(info) for name in each.fields for info in classes_in(each.type_of(name)))
            left.extend(part for part in inner if part is not None)


def _arrays(model: PytreeClass) -> Iterator[str]:
    for name in compared_fields(model.info):
        declared = model.type_of(name) if name in model.fields else None
        if declared is not None and is_certainly_array(declared):
            yield name


def _is_single(value: Expression, evaluator: Evaluator) -> bool:
    if isinstance(value, NameExpr) and value.fullname == "builtins.None":
        return True
    if isinstance(value, CallExpr) and _is_numpy_number(value.callee):
        return True
    found = evaluator.evaluate(value)
    return found.sizes is not None and all(size == 1 for size in found.sizes)


def _is_numpy_number(callee: Expression) -> bool:
    """Return whether a callee is `numpy.float32` or the like, some of which are aliases."""
    node = callee.node if isinstance(callee, RefExpr) else None
    alias = known_type(node.target) if isinstance(node, TypeAlias) else None
    made = alias.type if isinstance(alias, Instance) else node
    return isinstance(made, TypeInfo) and made.has_base("numpy.generic")


def _differ_early(one: Expression, other: Expression, model: PytreeClass) -> bool:
    """Return whether two calls of the class give another literal to a field that is compared before any array."""
    given = [
        arguments_of(each, model.info)
        for each in (one, other)
        if isinstance(each, CallExpr) and class_named(each.callee) is model.info
    ]
    if len(given) < 2:
        return False
    first_array = next(_arrays(model), None)
    for name in compared_fields(model.info):
        if name == first_array:
            return False
        literals = [_literal(each.get(name)) for each in given]
        if None not in literals and literals[0] != literals[1]:
            return True
    return False


def _literal(value: Expression | None) -> int | float | str | None:
    return value.value if isinstance(value, IntExpr | FloatExpr | StrExpr) else None


def _is_found_by_identity(node: object, model: PytreeClass, evaluator: Evaluator) -> bool:
    """Return whether a list that is written out has the very object, behind objects that differ from it early."""
    if not isinstance(node, CallExpr) or not isinstance(node.callee, MemberExpr) or not node.args:
        return False
    rows = evaluator.source(node.callee.expr)
    items, given = rows.items if isinstance(rows, ListExpr | TupleExpr) else [], node.args[0]
    same = [isinstance(each, NameExpr) and isinstance(given, NameExpr) and each.node is given.node for each in items]
    if True not in same:
        return False
    met = [each for each, is_same in zip(items, same, strict=True) if not is_same]
    passed = met if node.callee.name == "count" else met[: same.index(True)]
    return all(_differ_early(evaluator.source(each), evaluator.source(given), model) for each in passed)
