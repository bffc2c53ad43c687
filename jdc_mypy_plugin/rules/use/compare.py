"""``jdc-compare``: two objects that hold arrays are compared with ``==``, or ordered.

``==`` of a dataclass compares field by field and wants a bool of each; ``==`` of arrays gives an array
(https://github.com/jax-ml/jax/issues/17197). ``<`` of a dataclass with ``order=True`` does so up to the first field
that differs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TupleExpr,
)
from mypy.types import TupleType, Type, UnpackType

from jdc_spec.rules import COMPARE

from ...evaluate.scope import SCOPES
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...typefacts.arrays import is_certainly_array, may_have_axes
from ...typefacts.instances import sole_instance
from ..places import OBJECT_COMPARISON, ObjectComparison, asked
from .arrays_of_comparisons import gives_an_array
from .compared_functions import may_differ_in_functions
from .compared_values import in_order, is_given_arrays, may_be_compared
from .early_differences import may_differ_early
from .same_arrays import holds_the_same
from .same_objects import may_be_the_same

_ORDERINGS: Final = ("<", "<=", ">", ">=", "sorted", "min", "max", "sort")


@asked(COMPARE, at=OBJECT_COMPARISON)
def check(site: ObjectComparison) -> Iterator[Diagnostic]:
    """Report a comparison of two objects of one class that holds arrays."""
    model, other = _model(site.one), _model(site.other)
    if model is None or other is None or model.info is not other.info or _is_same(site):
        return
    orders = site.code in _ORDERINGS
    name = _first_array(model, site.api) if orders else next(_arrays(model, site.api), None)
    if name is None or may_be_compared(site, model, name) or may_differ_in_functions(site, model, name):
        return
    if may_differ_early(site, model, name):
        return
    arrays = list(_arrays(model, site.api))
    if gives_an_array(site, model, arrays) or holds_the_same(
        site, model, {path.partition(".")[0] for path in arrays}
    ):
        return
    owner = model.info.name
    yield Diagnostic(
        COMPARE,
        f'"{site.code}" compares objects of "{owner}" field by field, and the arrays in "{name}" have no single '
        "truth value: it raises a ValueError where they have more than one element, and under jax.jit an error of "
        "tracers; compare the leaves, as in `jax.tree.all(jax.tree.map(jnp.array_equal, a, b))`",
        site.node,
    )


def _first_array(model: PytreeClass, api: TypeChecker) -> str | None:
    """Return the field that decides first which of two objects is the smaller, where it is or holds an array."""
    order = model.info.get("__lt__")
    if order is None or not order.plugin_generated:
        return None
    first = next(in_order(model), None)
    return next((path for path in _arrays(model, api) if path.partition(".")[0] == first), None)


def _model(given: Type) -> PytreeClass | None:
    instance = sole_instance(given)
    return None if instance is None else model_of(instance.type)


def _arrays(model: PytreeClass, api: TypeChecker, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the fields that are arrays or hold some, where ``==`` looks at them, with the fields in them."""
    if model.info.fullname in seen:
        return
    for name in in_order(model):
        declared = model.type_of(name)
        inner = None if declared is None else _model(declared)
        if inner is not None:
            yield from (f"{name}.{path}" for path in _arrays(inner, api, seen | {model.info.fullname}))
        elif declared is not None and (_is_array(model, name, declared, api) or _has_array(declared)):
            yield name


def _is_array(model: PytreeClass, name: str, declared: Type, api: TypeChecker) -> bool:
    """Return whether a field is an array, of more than one element as far as its annotation says."""
    if not is_certainly_array(declared):
        return may_have_axes(declared) and is_given_arrays(model.info, name, api)
    annotation = model.fields[name].array
    shape = None if annotation is None else annotation.shape
    return shape is None or any(axis != 1 for axis in (*shape.prefix, *shape.suffix))


def _has_array(declared: Type) -> bool:
    """Return whether a type is a tuple of a certain length with an array in it."""
    row = known_type(declared)
    items = row.items if isinstance(row, TupleType) and row.partial_fallback.type.fullname == "builtins.tuple" else []
    return any(is_certainly_array(item) or _has_array(item) for item in items if not isinstance(item, UnpackType))


def _is_same(site: ObjectComparison) -> bool:
    """Return whether an object is compared with itself, which takes no look at its fields."""
    if len({each.name if isinstance(each, NameExpr) else id(each) for each in site.operands}) == 1:
        return True
    return any(
        _may_have_been_given(one, other, site.api) or may_be_the_same(one, other, site.api)
        for one, other in itertools.permutations(site.operands, 2)
    )


def _may_have_been_given(held: Expression, value: Expression, api: TypeChecker) -> bool:
    """Return whether what another object keeps may be the very object that code before has handed on.

    ``Holder(a).x == a``, also of ``builder().set(a).build()``, and ``rows.pop() == a`` after ``rows.append(a)``.
    """
    if isinstance(held, NameExpr):
        held = SCOPES.of(api.tree).value_of(held) or held
    kept = held.callee if isinstance(held, CallExpr) else held
    if not isinstance(kept, MemberExpr | IndexExpr) or not isinstance(value, NameExpr):
        return False
    owner = kept.expr if isinstance(kept, MemberExpr) else kept.base
    if isinstance(owner, NameExpr) and (owner.node is value.node or isinstance(owner.node, MypyFile)):
        return False
    index, flow = INDEX.of(api.tree), FLOW.of(api.tree)
    uses = REFERENCES.of(api.tree).get(value.node, ()) if value.node is not None else ()
    around = flow.function_over(value)
    return any(
        each is not value and flow.function_over(each) is around and _is_handed_on(each, index) for each in uses
    )


def _is_handed_on(use: Expression, index: ModuleIndex) -> bool:
    """Return whether an object is an argument, an item, or what an attribute or an item is set to."""
    around = index.parent(use)
    if isinstance(around, CallExpr):
        return around.callee is not use
    if isinstance(around, AssignmentStmt):
        return around.rvalue is use and not isinstance(around.lvalues[0], NameExpr)
    statement = index.parent(around) if isinstance(around, TupleExpr | ListExpr | DictExpr) else None
    is_target = isinstance(statement, AssignmentStmt) and around in statement.lvalues
    return statement is not None and not is_target
