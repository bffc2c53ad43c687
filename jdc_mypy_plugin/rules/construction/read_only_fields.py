"""``jdc-name-clash``: a field that has the name of a property without a setter, so that no object can be made.

An annotation alone puts nothing in the class: ``dim: int`` leaves the property of a base in its place, which refuses
the value that the constructor assigns. A default that is a plain value takes the place of the property, and so does
the slot of a class with ``slots=True``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Decorator, TempNode, TypeInfo

from jdc_spec.rules import NAME_CLASH

from ...host.diagnostics import Diagnostic
from ...libraries.definition import Definition
from ...model.classes import decorated_in
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.functions import unconditional_methods
from ..places import CLASS, asked
from ..sites import ClassSite
from .field_spelling import is_field_call


@asked(NAME_CLASH, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report fields whose value a property of the class or of a base refuses."""
    if not site.is_made_by_library or not _assigns_fields(site):
        return
    properties = {each.name: each for each in unconditional_methods(site.defn) if _is_read_only(each)}
    for name, statement, *_ in site.own_fields:
        own = properties.get(name)
        if own is not None and not own.func.abstract_status:
            is_hidden = (own.line, own.column) > (statement.line, statement.column)
            if is_hidden:
                yield Diagnostic(NAME_CLASH, _sentence(site, name, f'"{site.defn.name}" itself'), own.func)
        elif site.model.fields[name].init and _leaves_class(statement, site):
            base = _base_with_property(site, name)
            if base is not None:
                yield Diagnostic(NAME_CLASH, _sentence(site, name, f'"{base.name}"'), statement)


@asked(NAME_CLASH, at=CLASS)
def check_inherited(site: ClassSite) -> Iterator[Diagnostic]:
    """Report properties that hide a field of a base."""
    if not site.is_made_by_library or not _assigns_fields(site):
        return
    own = {name for name, *_ in site.own_fields}
    for each in unconditional_methods(site.defn):
        field = site.model.fields.get(each.name) if _is_read_only(each) else None
        if field is not None and field.name not in own and field.init:
            yield Diagnostic(NAME_CLASH, _sentence(site, field.name, f'"{site.defn.name}" itself'), each.func)


def _assigns_fields(site: ClassSite) -> bool:
    """Return whether the constructor is the one that dataclasses make, and nothing catches what it assigns."""
    info = site.model.info
    made = info.get("__init__")
    catches = any("__setattr__" in base.names for base in info.mro[:-1])
    is_caught = catches or _has_slots(site) or info.fallback_to_any
    return made is not None and made.plugin_generated and not is_caught


def _has_slots(site: ClassSite) -> bool:
    """Return whether a class has slots, or may have."""
    definitions = (Definition(site.defn, each, site.api.tree) for each in site.defn.decorators)
    return "__slots__" in site.model.info.names or any(
        each.flag("slots", default=False) is not False for each in definitions
    )


def _is_read_only(node: object) -> TypeGuard[Decorator]:
    """Return whether a part of a class is a property without a setter."""
    return isinstance(node, Decorator) and node.var.is_property and not node.var.is_settable_property


def _leaves_class(statement: AssignmentStmt, site: ClassSite) -> bool:
    """Return whether a field puts no value in the class: it has none, or is a field without a plain default."""
    value = statement.rvalue
    if isinstance(value, TempNode):
        return True
    is_field = isinstance(value, CallExpr) and is_field_call(value, site.api.tree)
    if not is_field or not isinstance(value, CallExpr):
        return False
    is_readable = all(kind.is_named() for kind in value.arg_kinds)
    return is_readable and by_keyword(value, "default") is None


def _base_with_property(site: ClassSite, name: str) -> TypeInfo | None:
    """Return the base from which a class has a property, if that is there at run time too."""
    base = next((each for each in site.model.info.mro[1:-1] if name in each.names), None)
    node = None if base is None else base.names[name].node
    if base is None or not _is_read_only(node) or _is_stub(base, site.api):
        return None
    is_here = INDEX.of(site.api.tree).position(node) is not None and node in unconditional_methods(base.defn)
    return base if is_here or name in decorated_in(base) else None


def _is_stub(base: TypeInfo, api: TypeChecker) -> bool:
    module = api.modules.get(base.module_name)
    return module is None or module.is_stub


def _sentence(site: ClassSite, name: str, owner: str) -> str:
    return (
        f'field "{name}" of "{site.defn.name}" has the name of a property of {owner}, which has no setter: the '
        "constructor assigns to it, so that each call raises an AttributeError, or a TypeError if it is abstract; "
        "declare an attribute in the place of the property, or rename one of them"
    )
