"""``jdc-data-leaf``: a data field whose type JAX never accepts as a leaf.

``jax.jit``, ``grad``, ``vmap`` and ``scan`` take arrays and numbers; a string or a function among the leaves raises.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.messages import format_type_bare
from mypy.nodes import AssignmentStmt, CallExpr, Expression, TempNode
from mypy.types import Type

from jdc_spec.rules import DATA_LEAF

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.classes import PytreeClass
from ...model.constructors import keeps_arguments
from ...model.static_markers import Placement, placement
from ...syntax.arguments import by_keyword
from ...typefacts.arrays import is_certainly_array
from ...typefacts.leaves import is_never_leaf, never_leaf
from ...typefacts.mutable import held_mutable, substitute
from ..places import CLASS, CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..sites import CallSite, ClassSite
from .given_function import given_function
from .marker import problem_of
from .registered_leaves import is_registered_here


@asked(DATA_LEAF, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report data fields that can never be leaves, and those whose default is a function."""
    for field in site.own_fields:
        if field.declared is None or field.role != "data":
            continue
        problem = _problem(site, field.name, field.declared, field.statement)
        if problem is not None and problem_of(site, field) is None:  # else the field is meant to be static
            yield Diagnostic(DATA_LEAF, problem, field.annotation)
    for name, role, declared, in_bases in site.inherited_fields:
        if role != "data" or placement(declared, ANNOTATION_MARKERS) is not Placement.NONE:
            continue
        if not any(never_leaf(each, site.api.tree.fullname) for each in in_bases):
            problem = _never(site, name, declared)
            if problem is not None:
                yield Diagnostic(DATA_LEAF, problem, site.defn)


@asked(DATA_LEAF, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check_call(site: CallSite) -> Iterator[Diagnostic]:
    """Report functions that are put into data fields of a function type."""
    model = site.model
    if model is None or not model.facts.is_strict or not keeps_arguments(site.info):
        return
    for name, argument in site.arguments.items():
        declared = model.type_of(name) if name in model.fields else None
        if declared is None or model.role_of(name) != "data":
            continue
        given = given_function(declared, argument, site.api)
        if given is not None:
            yield Diagnostic(DATA_LEAF, _function_in(model, name, declared, site.api), given)


def _problem(site: ClassSite, name: str, declared: Type, statement: AssignmentStmt) -> str | None:
    never = _never(site, name, declared)
    default = _default(statement)
    if never is not None or default is None or not site.model.facts.is_strict:
        return never
    if given_function(declared, default, site.api) is None or not keeps_arguments(site.model.info):
        return None
    return _function_in(site.model, name, declared, site.api)


def _never(site: ClassSite, name: str, declared: Type) -> str | None:
    culprit = never_leaf(declared, site.api.tree.fullname)
    if culprit is None or is_registered_here(culprit, site.api.tree):
        return None
    if not is_reported_at_class(site.model, declared):
        return None
    shown = format_type_bare(culprit, site.api.options)
    return (
        f'data field "{name}" of "{site.defn.name}" can never be a JAX leaf ({shown}): jax.jit, grad, vmap and '
        f"scan refuse it; {_advice(site, name, declared)}"
    )


def _default(statement: AssignmentStmt) -> Expression | None:
    value = statement.rvalue
    if isinstance(value, TempNode):
        return None
    return by_keyword(value, "default") if isinstance(value, CallExpr) else value


def _function_in(model: PytreeClass, name: str, declared: Type, api: TypeChecker) -> str:
    written = model.written_static(name, format_type_bare(declared, api.options))
    return (
        f'data field "{name}" of "{model.info.name}" is given a function, which is not a JAX leaf: jax.jit, grad, '
        f"vmap and scan refuse it; make the field static, {written}, or put a pytree there, such as "
        "jax.tree_util.Partial(...)"
    )


def is_reported_at_class(model: PytreeClass, declared: Type) -> bool:
    """Return whether a data field that is never a leaf is a mistake even in a class that no transformation meets.

    A class with arrays among its data, which marks other fields static, is meant for transformations. A container may
    still be empty.
    """
    if model.facts.is_strict:
        return True
    if model.facts.filters_leaves or not is_never_leaf(known_type(declared), model.info.module_name):
        return False
    roles = {name: model.role_of(name) for name in model.fields}
    data = (model.type_of(name) for name, role in roles.items() if role == "data")
    return "static" in roles.values() and any(is_certainly_array(each) for each in data if each is not None)


def _advice(site: ClassSite, name: str, declared: Type) -> str:
    mutable = held_mutable(declared, site.api.modules)
    if mutable is not None:
        instead = substitute(mutable.type) or "a hashable type"
        return f"make it static, with {instead} in place of {format_type_bare(mutable.type, site.api.options)}"
    if site.model.facts.is_flattened_by_hand:
        return "let the function that flattens put it into the auxiliary data"
    return f"make it static, {site.model.written_static(name, format_type_bare(declared, site.api.options))}"
