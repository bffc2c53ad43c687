"""Comparisons that mypy asks no plugin of, or drops the answer: by the declared types of the variables.

Those are of objects of a type variable, `Self` among them, of what may be None, and ``a in rows``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ComparisonExpr, Expression, ListComprehension, MypyFile, NameExpr, TypeInfo
from mypy.types import Instance, Type, TypeVarType

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row
from ...syntax.per_module import PerModule
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields
from ...typefacts.instances import besides_none, sole_instance
from ..places import CLASS, CONSTRUCTION, CONTAINED, ObjectComparison, asked
from ..sites import CallSite, ClassSite, Contained
from .compare import check as check_comparison
from .declared_rows import declared_type, item_type, type_of_attribute, type_of_values, type_of_variable

_EQUALS: Final = ("==", "!=")
_CONTAINS: Final = ("in", "not in")


@asked(COMPARE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report comparisons of objects of a class, in the module that defines it."""
    yield from _compared_objects(site.model.info, site.api)


@asked(COMPARE, at=CONSTRUCTION)
def check_imported(site: CallSite) -> Iterator[Diagnostic]:
    """Report them of a class of another module, where the module makes objects of it."""
    if site.call is first_call(site.info, site.api.tree):
        yield from _compared_objects(site.info, site.api)


def first_call(info: TypeInfo, tree: MypyFile) -> CallExpr | None:
    """Return the first call of a class in a module that does not define it."""
    return None if INDEX.of(tree).position(info.defn) is not None else _FIRST_CALLS.of(tree).get(info)


def _first_calls(tree: MypyFile) -> Mapping[TypeInfo, CallExpr]:
    calls = INDEX.of(tree).body.expressions_of(CallExpr)
    return {made: call for call in reversed(calls) if (made := class_named(call.callee)) is not None}


_FIRST_CALLS: Final = PerModule(_first_calls)


def _compared_objects(info: TypeInfo, api: TypeChecker) -> Iterator[Diagnostic]:
    for comparison in INDEX.of(api.tree).body.expressions_of(ComparisonExpr):
        for site in _sites(comparison, api):
            if _is_of(site.one, info) and _is_of(site.other, info):
                yield from check_comparison(site)


def _sites(comparison: ComparisonExpr, api: TypeChecker) -> Iterator[ObjectComparison]:
    """Yield the pairs of objects that a comparison compares, where mypy leaves them out."""
    for one, code, other in zip(comparison.operands, comparison.operators, comparison.operands[1:], strict=False):
        types = _compared(one, code, other, api.tree)
        if types is None and code in _CONTAINS:
            types = _made(one, other, api.tree)
        if types is not None:
            yield ObjectComparison(*types, code, (one, other) if code in _EQUALS else (), comparison, api)


@asked(COMPARE, at=CONTAINED)
def check_contained(site: Contained) -> Iterator[Diagnostic]:
    """Report ``a in rows`` with objects of a class of another module, which this one may never make."""
    for each in _sites(site.node, site.api):
        owner = sole_instance(each.one)
        if owner is not None and INDEX.of(site.api.tree).position(owner.type.defn) is None:
            yield from check_comparison(each)


def _compared(one: Expression, code: str, other: Expression, tree: MypyFile) -> tuple[Type, Type] | None:
    """Return the types of the objects that a comparison compares, where mypy leaves them out."""
    left = declared_type(one) or type_of_attribute(one, tree)
    right = declared_type(other) or type_of_attribute(other, tree)
    if code in _CONTAINS:
        left = left or _made_type(one) or _row_type(one, tree)
        item = (type_of_values(other, tree) or _displayed(one, other)) if right is None else item_type(right)
        return None if left is None or item is None else (left, item)
    if left is None or right is None:
        return None
    if code not in _EQUALS:
        return None
    bare = besides_none(left), besides_none(right)
    is_left_out = bare != (left, right) or any(isinstance(known_type(each), TypeVarType) for each in bare)
    return bare if is_left_out else None


def _displayed(one: Expression, rows: Expression) -> Type | None:
    """Return the declared type of the first item of ``[b, c]``, unless that is the object that is looked for."""
    first = next(iter(row(rows)), None)
    is_same = isinstance(one, NameExpr) and isinstance(first, NameExpr) and one.node is first.node
    return None if first is None or is_same else declared_type(first)


def _made(one: Expression, rows: Expression, tree: MypyFile) -> tuple[Type, Type] | None:
    """Return the types of an object and of what a list holds, where the module makes both, each a new one."""
    written = FLOW.of(tree).value_at(rows) if isinstance(rows, NameExpr) else rows
    if not isinstance(written, Expression):
        return None
    items = [written.generator.left_expr] if isinstance(written, ListComprehension) else row(written)
    if not items or not all(isinstance(item, CallExpr) for item in items):
        return None
    classes = {class_made(each, tree) for each in (one, *items)}
    made = classes.pop() if len(classes) == 1 else None
    return None if made is None or made.type_vars else (Instance(made, []), Instance(made, []))


def _made_type(expression: Expression) -> Type | None:
    """Return the type of what a call of a class makes, where ``==`` looks at an array first."""
    made = class_named(expression.callee) if isinstance(expression, CallExpr) else None
    return Instance(made, []) if made is not None and not made.type_vars and _compares_array_first(made) else None


def _row_type(expression: Expression, tree: MypyFile) -> Type | None:
    """Return the type of what a loop goes along, where ``==`` looks at an array first."""
    kind = type_of_variable(expression, tree)
    instance = None if kind is None else sole_instance(kind)
    return instance if instance is not None and _compares_array_first(instance.type) else None


def _compares_array_first(info: TypeInfo) -> bool:
    model = model_of(info)
    compared = set(compared_fields(info))
    first = next((model.type_of(name) for name in model.fields if name in compared), None) if model else None
    return first is not None and is_certainly_array(first)


def _is_of(given: Type, info: TypeInfo) -> bool:
    instance = sole_instance(given)
    return instance is not None and instance.type is info
