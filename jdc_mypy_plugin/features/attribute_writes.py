"""Statements and calls that assign to an attribute of a pytree dataclass, or delete it.

mypy takes the classes of jax_dataclasses for mutable, asks no plugin where it reports a read-only attribute, and
takes a deletion for a read.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type

from jdc_spec.repairs import Kind

from ..copies.rounds import read_writes
from ..copies.writes import deleted_places
from ..host.known_types import known_type
from ..host.repaired import tell
from ..host.report import is_silent
from ..model.classes import model_of, pytree_bases
from ..repairs.libraries.train_states import params_read
from ..repairs.number_fields import also_array, as_read
from ..rules.asking import ask
from ..rules.places import (
    ATTRIBUTE_READ,
    ATTRIBUTE_WRITE,
    COPY_WRITE,
    NAMED_WRITE,
    AttributeRead,
    AttributeWrite,
    NamedWrite,
)
from ..rules.sites import copy_write
from ..syntax.failures.shape_guards import is_guarded
from ..syntax.names.named_writes import named_write
from ..syntax.per_module import PerModule
from ..syntax.places import place
from ..typefacts.instances import instances, sole_instance
from .annotated_values import ask_of_value

_WRITES: Final = PerModule(read_writes)
_DELETIONS: Final = PerModule(deleted_places)


def check_attribute(ctx: AttributeContext, name: str) -> Type:
    """Ask the rules about a statement that assigns to an attribute or deletes it, and about what reads it."""
    assert isinstance(ctx.api, TypeChecker)
    if is_silent(ctx.api):
        return ctx.default_attr_type
    if isinstance(ctx.context, MemberExpr):
        ask(ATTRIBUTE_READ, AttributeRead(ctx.type, name, ctx.context, ctx.api))
    if not ctx.is_lvalue:
        deleted = _DELETIONS.of(ctx.api.tree)
        if not deleted or place(ctx.context) not in deleted:
            return _read(ctx)
    writes = _WRITES.of(ctx.api.tree)
    write = writes.of(ctx.context)
    if write is not None and isinstance(ctx.context, MemberExpr):
        ask(ATTRIBUTE_WRITE, AttributeWrite(ctx.type, name, ctx.context, write, writes, ctx.api))
        if write.is_allowed:
            tell(ctx.api, Kind.WRITE, ctx.context, (name,))
    ask(COPY_WRITE, copy_write(ctx, name, write))
    return _taken(ctx, name)


def _read(ctx: AttributeContext) -> Type:
    """Return what is read of an attribute: of a number also an array, where it is a leaf."""
    assert isinstance(ctx.api, TypeChecker)
    instance = sole_instance(ctx.type) if isinstance(ctx.context, MemberExpr) else None
    if isinstance(ctx.context, MemberExpr) and not is_guarded(ctx.context, ctx.api.tree):
        ask_of_value(ctx.context, ctx.api)
    model = None if instance is None else model_of(instance.type)
    if model is None or instance is None or not isinstance(ctx.context, MemberExpr):
        return ctx.default_attr_type
    params = params_read(ctx.default_attr_type, ctx.context, instance.type, ctx.api)
    if params is not ctx.default_attr_type:
        return params
    return as_read(ctx.default_attr_type, ctx.context, model, ctx.api)


def _taken(ctx: AttributeContext, name: str) -> Type:
    """Return what may be assigned to an attribute: to a number also an array, where it is a leaf."""
    instance = sole_instance(ctx.type) if ctx.is_lvalue else None
    model = None if instance is None else model_of(instance.type)
    assert isinstance(ctx.api, TypeChecker)
    return ctx.default_attr_type if model is None else also_array(ctx.default_attr_type, name, model, ctx.api)


def check_converted(ctx: AttributeContext, name: str, taken: Type) -> Type:
    """Do so where what is assigned is converted, and may have the type of what the converter takes."""
    declared = check_attribute(ctx, name)
    return taken if ctx.is_lvalue else declared


def check_function(ctx: FunctionContext) -> Type:
    """Ask the rules about ``setattr(obj, "x", 1)``."""
    _check_named(ctx, ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None)
    return ctx.default_return_type


def check_method(ctx: MethodContext) -> Type:
    """Ask the rules about ``obj.__setattr__("x", 1)`` and ``State.__setattr__(obj, "x", 1)``."""
    is_bound = isinstance(known_type(ctx.type), Instance)
    given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    _check_named(ctx, ctx.type if is_bound else given)
    return ctx.default_return_type


def _check_named(ctx: FunctionContext | MethodContext, target: Type | None) -> None:
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    if target is None or not isinstance(call, CallExpr) or not _is_pytree(target):
        return
    named = named_write(call)
    write = _WRITES.of(ctx.api.tree).of(call)
    if named is None or write is None or named.name >= len(ctx.arg_types) or not ctx.arg_types[named.name]:
        return
    ask(NAMED_WRITE, NamedWrite(target, ctx.arg_types[named.name][0], call, write, ctx.api))


def _is_pytree(target: Type) -> bool:
    """Return whether what ``setattr`` or ``delattr`` is called on may be an object of a pytree dataclass."""
    return any(any(pytree_bases(instance.type)) for instance in instances(target))
