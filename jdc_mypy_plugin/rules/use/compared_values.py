"""Comparisons of objects with arrays that give a bool: of arrays with one item, of shapes, of unequal numbers.

An array of one item answers with a single truth value. ``==`` of a dataclass goes from field to field and ends at the
first that differs, and a list looks at the identity of its items first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SetExpr,
    StrExpr,
    TupleExpr,
    TypeAlias,
    TypeInfo,
)
from mypy.types import Instance

from ...evaluate import Evaluator, Origin
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import PytreeClass, model_of
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.axis_arguments import is_axes
from ...syntax.functions import class_named
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields
from ...typefacts.shown_types import classes_in
from ..places import ObjectComparison

_TREES: Final = ("jax.tree.", "jax.tree_util.", "jax._src.tree")
_SHAPES: Final = ("jax.eval_shape", "jax._src.api.eval_shape")


def may_be_compared(site: ObjectComparison, model: PytreeClass, array: str) -> bool:
    """Return whether the source shows that a comparison may give True or False; ``array`` is the first array."""
    evaluator = Evaluator(site.api)
    operands = [evaluator.source(each) for each in _operands(site.node)]
    if any(_is_of_trees(each) for each in operands):
        return True
    if _may_hold_single_items(model, array, site.api):
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


def _may_hold_single_items(model: PytreeClass, path: str, api: TypeChecker) -> bool:
    """Return whether the module shows objects whose arrays have one item; ``path`` leads to the array compared first.

    The values given for that one decide. If their shapes are not seen, any other array stands for all of the class.
    """
    evaluator = Evaluator(api)
    given = list(given_to(*_owner(model, path), api))
    if any(_is_single(value, evaluator) for value in given) or _is_none_by_default(*_owner(model, path), api):
        return True
    return not any(evaluator.evaluate(value).sizes for value in given) and any(
        _is_single(value, evaluator) for value in _given_to_arrays(model, api)
    )


def holds_numbers(model: PytreeClass, api: TypeChecker) -> bool:
    """Return whether the module gives an array of a class None, or a number that is not an array."""
    evaluator = Evaluator(api)
    return any(is_none(value) or _is_number(value, evaluator) for value in _given_to_arrays(model, api))


def is_given_arrays(owner: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether the module gives a field arrays of more than one item, and nothing else."""
    evaluator = Evaluator(api)
    sizes = [evaluator.evaluate(value).sizes for value in given_to(owner, name, api)]
    known = [[size for size in each if isinstance(size, int)] for each in sizes if each]
    return (
        bool(sizes) and len(known) == len(sizes) and all(0 not in each and max(each, default=0) > 1 for each in known)
    )


def gives_containers(owner: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether the module gives a field lists, dicts or sets that are written out, and nothing else."""
    evaluator = Evaluator(api)
    given = [evaluator.source(value) for value in given_to(owner, name, api)]
    return bool(given) and all(is_container(value) for value in given)


def is_container(value: Expression) -> bool:
    """Return whether a value is a list, a dict or a set that is written out."""
    return isinstance(value, ListExpr | DictExpr | SetExpr | ListComprehension | DictionaryComprehension)


def _given_to_arrays(model: PytreeClass, api: TypeChecker) -> Iterator[Expression]:
    """Yield what the calls of a class, and of the classes of its fields, give the arrays that ``==`` looks at."""
    for part in _with_parts(model):
        for name in _arrays(part):
            yield from given_to(part.info, name, api)


def given_to(owner: TypeInfo, name: str, api: TypeChecker) -> Iterator[Expression]:
    """Yield what the calls of a class, or of a subclass, give a field, but for trees of axes."""
    for call in INDEX.of(api.tree).body.expressions_of(CallExpr):
        made = class_named(call.callee)
        if made is not None and owner in made.mro and not is_axes(call, api.tree):
            given = arguments_of(call, made).get(name)
            if given is not None:
                yield given


def _is_none_by_default(owner: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a call of a class leaves out a field of it that is None then."""
    default = next(
        (
            each.rvalue
            for each in owner.defn.defs.body
            if isinstance(each, AssignmentStmt) and any(getattr(part, "name", "") == name for part in each.lvalues)
        ),
        None,
    )
    if isinstance(default, CallExpr):
        default = by_keyword(default, "default")
    if default is None or not is_none(default):
        return False
    calls = INDEX.of(api.tree).body.expressions_of(CallExpr)
    return any(class_named(call.callee) is owner and name not in arguments_of(call, owner) for call in calls)


def _owner(model: PytreeClass, path: str) -> tuple[TypeInfo, str]:
    """Return the class whose field a path leads to, and the name of the field."""
    name, _, rest = path.partition(".")
    declared = model.type_of(name) if rest and name in model.fields else None
    inner = (model_of(info) for info in classes_in(declared)) if declared is not None else ()
    owner = next((each for each in inner if each is not None), None)
    return (model.info, path) if owner is None else _owner(owner, rest)


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


def in_order(model: PytreeClass) -> Iterator[str]:
    """Yield the fields that ``==`` looks at, from the first to the last."""
    compared = frozenset(compared_fields(model.info))
    return (name for name in model.fields if name in compared)


def _arrays(model: PytreeClass) -> Iterator[str]:
    for name in in_order(model):
        declared = model.type_of(name)
        if declared is not None and is_certainly_array(declared):
            yield name


def _is_single(value: Expression, evaluator: Evaluator) -> bool:
    if is_none(value) or _is_number(value, evaluator):
        return True
    found = evaluator.evaluate(value)
    return found.sizes is not None and all(size == 1 for size in found.sizes)


def _is_number(value: Expression, evaluator: Evaluator) -> bool:
    is_of_numpy = isinstance(value, CallExpr) and _is_numpy_number(value.callee)
    return is_of_numpy or evaluator.evaluate(value).origin is Origin.SCALAR


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
    for name in in_order(model):
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
