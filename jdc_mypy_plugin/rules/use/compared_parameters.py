"""Comparisons that mypy asks no plugin of, or drops the answer: by the declared types of the variables.

Those are of objects of a type variable, `Self` among them, of what may be None, and ``a in rows``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, ComparisonExpr, Expression, ListComprehension, NameExpr, Var
from mypy.typeops import tuple_fallback
from mypy.types import Instance, TupleType, Type, TypeVarType

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.functions import class_named
from ...syntax.targets import row
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields
from ...typefacts.instances import besides_none, sole_instance
from ..made_objects import class_made
from ..places import CLASS, ObjectComparison, asked
from ..sites import ClassSite
from .compare import check as check_comparison

_EQUALS: Final = ("==", "!=")
_CONTAINS: Final = ("in", "not in")
_CONTAINERS: Final = ("builtins.list", "builtins.tuple")


@asked(COMPARE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report comparisons of objects of a class, in the module that defines it."""
    for comparison in INDEX.of(site.api.tree).body.expressions_of(ComparisonExpr):
        for one, code, other in zip(comparison.operands, comparison.operators, comparison.operands[1:], strict=False):
            types = _compared(one, code, other) or (_made(one, other, site) if code in _CONTAINS else None)
            if types is not None and all(_is_of(each, site) for each in types):
                operands = (one, other) if code in _EQUALS else ()
                yield from check_comparison(ObjectComparison(*types, code, operands, comparison, site.api))


def _compared(one: Expression, code: str, other: Expression) -> tuple[Type, Type] | None:
    """Return the types of the objects that a comparison compares, where mypy leaves them out."""
    left, right = _made_type(one) if code in _CONTAINS else None, declared_type(other)
    left = left or declared_type(one)
    if left is None or right is None:
        return None
    if code in _CONTAINS:
        item = item_type(right)
        return None if item is None else (left, item)
    if code not in _EQUALS:
        return None
    bare = besides_none(left), besides_none(right)
    is_left_out = bare != (left, right) or any(isinstance(known_type(each), TypeVarType) for each in bare)
    return bare if is_left_out else None


def _made(one: Expression, rows: Expression, site: ClassSite) -> tuple[Type, Type] | None:
    """Return the types of an object and of what a list holds, where the module makes both, each a new one."""
    tree = site.api.tree
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
    model = None if made is None else model_of(made)
    if made is None or model is None or made.type_vars:
        return None
    compared = set(compared_fields(made))
    first = next((model.type_of(name) for name in model.fields if name in compared), None)
    return Instance(made, []) if first is not None and is_certainly_array(first) else None


def declared_type(expression: Expression) -> Type | None:
    """Return the declared type of a variable."""
    node = expression.node if isinstance(expression, NameExpr) else None
    return node.type if isinstance(node, Var) and not node.is_inferred else None


def item_type(container: Type) -> Type | None:
    """Return the type of what a list or a tuple holds."""
    proper = known_type(container)
    instance = tuple_fallback(proper) if isinstance(proper, TupleType) else sole_instance(proper)
    if instance is None or instance.type.fullname not in _CONTAINERS or len(instance.args) != 1:
        return None
    return instance.args[0]


def _is_of(given: Type, site: ClassSite) -> bool:
    instance = sole_instance(given)
    return instance is not None and instance.type is site.model.info
