"""Fields of an object that have the same axes in front wherever they are read, as ``self.mean`` in a method."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, MemberExpr, NameExpr, TypeInfo

from ...typefacts.mutable import is_frozen
from ..objects.instances import instance_of
from ..scope import ModuleScope
from .field_reads import pytree_model


def held_axes(read: MemberExpr, scope: ModuleScope, api: TypeChecker) -> object:
    """Return a key for the axes in front of a field; None where they may differ from one read to the next.

    All fields of an object of a class that enforces its annotations share their batch axes.
    """
    owner = _frozen(read.expr, scope, api)
    instance = None if owner is None else instance_of(read.expr, api)
    if owner is None or instance is None:
        return None
    return owner if _shares_axes(instance.type, read.name) else (owner, read.name)


def _shares_axes(info: TypeInfo, name: str) -> bool:
    model = pytree_model(info)
    field = None if model is None or not model.is_enforced else model.fields.get(name)
    shape = None if field is None or field.array is None else field.array.shape
    return shape is not None and shape.has_batch_axes


def _frozen(owner: Expression, scope: ModuleScope, api: TypeChecker) -> object:
    """Return a key for a frozen object: its variable, with the names of the fields on the way to it."""
    instance = instance_of(owner, api)
    if instance is None or not is_frozen(instance.type):
        return None
    if isinstance(owner, MemberExpr):
        outer = _frozen(owner.expr, scope, api)
        return None if outer is None else (outer, owner.name)
    is_held = isinstance(owner, NameExpr) and (scope.parameter_of(owner) or scope.bound_once(owner)) is not None
    return owner.node if is_held and isinstance(owner, NameExpr) else None
