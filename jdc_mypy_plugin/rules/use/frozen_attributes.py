"""``jdc-frozen`` on attributes that are not fields: a property with a setter, a cached property, a new attribute.

jdc freezes all of them. A copy lets setters run and takes no new attribute; nothing can be deleted. Frozen
dataclasses refuse new attributes too, but for those of subclasses that are not dataclasses.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    Var,
)
from mypy.types import Instance

from jdc_spec.rules import FROZEN
from jdc_spec.sentences import added_attribute, frozen_attribute

from ...copies.writes import ModuleWrites, Write
from ...host.diagnostics import Diagnostic
from ...host.metaclasses import has_own_metaclass
from ...model.classes import PytreeClass
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.names.targets import members
from ...syntax.names.write_kinds import WriteKind
from ...syntax.walk import statements
from ..places import CLASS, asked
from ..sites import ClassSite
from .construction import may_be_called_by_constructor


def check_attribute(
    model: PytreeClass, name: str, write: Write, writes: ModuleWrites, node: MemberExpr
) -> Iterator[Diagnostic]:
    """Report an attribute that is assigned to or deleted."""
    if not model.facts.freezes_every_attribute:
        return
    if (
        write.kind is WriteKind.DELETE
        or _is_cached_property(model, name)
        or _is_set_by_constructor(model, name)
        or (not write.in_copy and _sets_field(model, name, writes))
    ):
        yield _frozen(model, name, write.kind, node)


def check_named(
    model: PytreeClass, instance: Instance, name: str, write: Write, node: CallExpr
) -> Iterator[Diagnostic]:
    """Report ``setattr`` and ``delattr`` with the literal name of an attribute."""
    if not model.facts.freezes_every_attribute:
        return
    if write.kind is WriteKind.DELETE or _is_cached_property(model, name):
        yield _frozen(model, name, write.kind, node)
    elif not _may_have(instance, name):
        owner = model.info.name
        sentence = added_attribute(owner, name) if write.in_copy else frozen_attribute("assign to", owner, name)
        yield Diagnostic(FROZEN, sentence, node)


@asked(FROZEN, at=CLASS)
def check_class(site: ClassSite) -> Iterator[Diagnostic]:
    """Report methods that assign to an attribute of ``self`` which is neither a field nor declared otherwise."""
    info, is_open = site.model.info, site.model.facts.opens_in_construction
    if info.fallback_to_any or not (site.model.facts.freezes_every_attribute or _refuses_attributes(site)):
        return
    if not any(symbol.implicit for symbol in info.names.values()):  # those that methods declare
        return
    for method in statements(site.defn.defs.body):
        function = method.func if isinstance(method, Decorator) else method
        if isinstance(function, FuncDef) and function.info is info:
            if is_open and may_be_called_by_constructor(function, site.api.tree, info):
                continue
            for target in new_attributes(function):
                if target.name not in site.model.fields and not may_be_caught(target, site.api.tree):
                    yield _frozen(site.model, target.name, WriteKind.ASSIGN, target)


def _refuses_attributes(site: ClassSite) -> bool:
    """Return whether objects of the class are frozen as dataclasses freeze them: in all attributes.

    Those of a subclass that is not a dataclass itself are frozen in the fields alone.
    """
    facts, info = site.model.facts, site.model.info
    if not facts.frozen or facts.freezes_by_base or facts.opens_in_construction or facts.copiers:
        return False
    if has_own_metaclass(info) or any("__setattr__" in base.names for base in info.mro[:-1]):
        return False
    below = INDEX.of(site.api.tree).classes()
    return not any(info in each.mro[1:] and "dataclass" not in each.metadata for each in below)


def new_attributes(function: FuncDef) -> Iterator[MemberExpr]:
    """Yield the attributes of ``self`` that mypy takes an assignment in a method to declare."""
    own = function.arguments[0].variable if function.arguments else None
    assigned = [
        target
        for statement in statements(function.body.body)
        if isinstance(statement, AssignmentStmt)
        for target in statement.lvalues
    ]
    if not any(_is_name(target, own) for target in assigned):
        for target in (member for whole in assigned for member in members(whole)):
            if target.is_new_def and _is_name(target.expr, own):
                yield target


def _is_name(expression: Expression, variable: object) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable


def _frozen(model: PytreeClass, name: str, kind: WriteKind, node: MemberExpr | CallExpr) -> Diagnostic:
    action = "delete" if kind is WriteKind.DELETE else "assign to"
    return Diagnostic(FROZEN, frozen_attribute(action, model.info.name, name), node)


def _is_cached_property(model: PytreeClass, name: str) -> bool:
    """Return whether an attribute is a ``functools.cached_property``, which to mypy is a property that can be set."""
    symbol = model.info.get(name)
    node = None if symbol is None else symbol.node
    return isinstance(node, Decorator) and node.var.is_property and node.var.is_settable_property


def _is_set_by_constructor(model: PytreeClass, name: str) -> bool:
    """Return whether an attribute is one that objects have besides their fields, in a class that is no dataclass."""
    symbol = model.info.get(name)
    return not model.facts.is_dataclass and symbol is not None and symbol.implicit and isinstance(symbol.node, Var)


def _sets_field(model: PytreeClass, name: str, writes: ModuleWrites) -> bool:
    """Return whether an attribute is a property of the module whose setter is certain to assign to a field."""
    symbol = model.info.get(name)
    node = None if symbol is None else symbol.node
    assigned = writes.setters.get(node.fullname, ()) if isinstance(node, OverloadedFuncDef) else ()
    return any(field in model.fields for field in assigned)


def _may_have(instance: Instance, name: str) -> bool:
    """Return whether an object may have an attribute: its class, or what ``hasattr`` told mypy, says so."""
    extra = instance.extra_attrs
    return (
        instance.type.get(name) is not None
        or instance.type.fallback_to_any
        or (extra is not None and name in extra.attrs)
    )
