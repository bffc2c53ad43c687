"""``jdc-data-leaf``: data compared with ``is`` under a transformation, which is False whatever the value is.

There the field is a tracer, which is neither ``True`` nor a member of an enumeration of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import ComparisonExpr, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, Var
from mypy.types import Instance, Type

from jdc_spec.rules import DATA_LEAF

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import truth
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.index import ModuleIndex
from ...syntax.targets import targets, unpacked
from ...syntax.walk import children
from ..places import TRANSFORM_ARGUMENT, asked
from ..transform_arguments import TransformArgument

_EAGER: Final = frozenset(("jax.custom_vjp", "jax.custom_jvp"))
"""Transformations whose function may meet the values themselves."""


@asked(DATA_LEAF, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report ``state.mode is Mode.A`` and ``state.flag is True`` in the function that is transformed."""
    if site.function is None or site.parameter is None or site.object.where or site.transformation in _EAGER:
        return
    if site.argument is not None and known_type(site.parameter.type) == site.object.instance:
        return  # the annotation tells of it
    index = INDEX.of(site.api.tree)
    if _is_bound_again(site.function, site.parameter, index):
        return
    for comparison in _expressions(site.function, index):
        if isinstance(comparison, ComparisonExpr):
            for operator, left, right in comparison.pairwise():
                pairs = ((left, right), (right, left)) if operator in ("is", "is not") else ()
                for read, other in pairs:
                    yield from _compared(site, comparison, operator, read, other)


def _compared(
    site: TransformArgument, comparison: ComparisonExpr, operator: str, read: Expression, other: Expression
) -> Iterator[Diagnostic]:
    model = site.object.model
    is_field = isinstance(read, MemberExpr) and isinstance(read.expr, NameExpr) and read.expr.node is site.parameter
    if not isinstance(read, MemberExpr) or not is_field or read.name not in model.fields:
        return
    declared = model.type_of(read.name)
    if declared is None or model.role_of(read.name) != "data" or not _is_one_of(other, declared):
        return
    written = model.facts.written_static(read.name, _named(declared))
    mend = "compare with == in jax.numpy.where" if written is None else f"make the field static, {written}"
    yield Diagnostic(
        DATA_LEAF,
        f'under {site.transformation} the data field "{read.name}" of "{model.info.name}" is a tracer, so that '
        f'"{operator}" is {operator == "is not"} whatever the value is; {mend}',
        comparison,
    )


def _named(declared: Type) -> str:
    value = known_type(declared)
    return value.type.name if isinstance(value, Instance) else str(value)


def _is_one_of(other: Expression, declared: Type) -> bool:
    """Return whether an expression names a value of an enumeration of integers, or is True or False."""
    value = known_type(declared)
    if not isinstance(value, Instance):
        return False
    if value.type.fullname == "builtins.bool":
        return truth(other) is not None
    is_number = value.type.is_enum and value.type.has_base("builtins.int")
    is_member = isinstance(other, MemberExpr) and class_named(other.expr) is value.type
    return is_number and is_member and isinstance(other, MemberExpr) and other.name in value.type.enum_members


def _is_bound_again(function: FuncDef | LambdaExpr, parameter: Var, index: ModuleIndex) -> bool:
    return isinstance(function, FuncDef) and any(
        isinstance(name, NameExpr) and name.node is parameter
        for statement in index.inside(function).statements
        for target in targets(statement)
        for name in unpacked(target.expression)
    )


def _expressions(function: FuncDef | LambdaExpr, index: ModuleIndex) -> Sequence[Expression]:
    if isinstance(function, FuncDef):
        return index.inside(function).expressions
    found = list(children(function))
    for each in found:
        found.extend(children(each))
    return found
