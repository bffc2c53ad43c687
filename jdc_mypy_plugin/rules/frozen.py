"""``jdc-frozen``: a write to a field of a frozen pytree dataclass.

mypy does not know that jax_dataclasses freezes its classes, nor that a ``copy_and_mutate`` block opens a copy, and it
never reports ``del`` on a read-only attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, MemberExpr, StrExpr, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext
from mypy.types import Instance, Type, UnionType, get_proper_type

from jdc_spec.rules import FROZEN

from ..model import PytreeClass, model_of, pytree_bases
from ..report import Diagnostic
from ..writes import Kind, ModuleWrites


def check_attribute(ctx: AttributeContext, name: str, writes: ModuleWrites) -> Iterator[Diagnostic]:
    """Report a statement that assigns to or deletes a field."""
    write = writes.of(ctx.context)
    if write is None or write.in_copy or not isinstance(ctx.context, MemberExpr):
        return
    yield from _check(get_proper_type(ctx.type), name, write.kind, ctx.context)


def check_call(ctx: FunctionContext, writes: ModuleWrites) -> Iterator[Diagnostic]:
    """Report ``setattr`` and ``delattr`` with a literal field name."""
    call = ctx.context
    write = writes.of(call)
    if write is None or write.in_copy or not isinstance(call, CallExpr) or len(call.args) < 2:
        return
    name = call.args[1]
    if isinstance(name, StrExpr):
        yield from _check(get_proper_type(ctx.arg_types[0][0]), name.value, write.kind, call)


def _check(target: Type, name: str, kind: Kind, node: MemberExpr | CallExpr) -> Iterator[Diagnostic]:
    for item in target.items if isinstance(target, UnionType) else (target,):
        instance = get_proper_type(item)
        model = _frozen_model(instance.type) if isinstance(instance, Instance) else None
        if model is not None and name in model.fields:
            yield Diagnostic(FROZEN, _sentence(model, name, kind), node)
            return


def _frozen_model(info: TypeInfo) -> PytreeClass | None:
    """Return the model that freezes a class, unless a class before it writes attributes its own way."""
    for base in pytree_bases(info):
        before = info.mro[: info.mro.index(base)]
        if any("__setattr__" in subclass.names for subclass in before):
            return None
        model = model_of(base)
        return model if model is not None and model.library.always_frozen else None
    return None


def _sentence(model: PytreeClass, name: str, kind: Kind) -> str:
    verb = "assign to" if kind is Kind.ASSIGN else "delete"
    return (
        f'cannot {verb} field "{name}" of frozen pytree dataclass "{model.info.name}"; make a changed copy with '
        f"dataclasses.replace(obj, {name}=...) or inside `with jdc.copy_and_mutate(obj) as copy:`"
    )
