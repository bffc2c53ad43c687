"""``jdc-frozen``: a write to a field of a frozen pytree dataclass.

mypy does not know that jax_dataclasses freezes its classes, nor that a ``copy_and_mutate`` block opens a copy, and it
never reports ``del`` on a read-only attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, MemberExpr, NameExpr, StrExpr, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext
from mypy.types import Type

from jdc_spec.rules import FROZEN
from jdc_spec.sentences import COPY, MAKERS, REPLACE, field_deletion, foreign_write, frozen_write

from ..model import PytreeClass, model_of, pytree_bases
from ..report import Diagnostic
from ..typefacts.instances import instances
from ..writes import Kind, Write


def check_attribute(ctx: AttributeContext, name: str, write: Write | None) -> Iterator[Diagnostic]:
    """Report a statement that assigns to or deletes a field."""
    if write is not None and isinstance(ctx.context, MemberExpr):
        yield from _check(ctx.type, name, write, ctx.context, _maker(ctx))


def may_report(ctx: FunctionContext) -> bool:
    """Whether ``setattr`` or ``delattr`` is called on an object of a pytree dataclass."""
    target = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    return any(any(pytree_bases(instance.type)) for instance in instances(target))


def check_call(ctx: FunctionContext, write: Write | None) -> Iterator[Diagnostic]:
    """Report ``setattr`` and ``delattr`` with a literal field name."""
    call = ctx.context
    if write is None or not isinstance(call, CallExpr) or len(call.args) < 2:
        return
    name = call.args[1]
    if isinstance(name, StrExpr):
        yield from _check(ctx.arg_types[0][0], name.value, write, call)


def _check(
    target: Type, name: str, write: Write, node: MemberExpr | CallExpr, maker: str | None = None
) -> Iterator[Diagnostic]:
    for instance in instances(target):
        model = _frozen_model(instance.type)
        if model is not None and name in model.fields and not (write.is_allowed and _is_opened(model, write)):
            yield Diagnostic(FROZEN, _sentence(model, name, write, maker), node)
            return


def _maker(ctx: AttributeContext) -> str | None:
    """Return the method that makes the object, where the write is one to its ``self``."""
    assert isinstance(ctx.api, TypeChecker)
    function = ctx.api.scope.current_function()
    written = ctx.context.expr if isinstance(ctx.context, MemberExpr) else None
    if function is None or function.name not in MAKERS or not isinstance(written, NameExpr) or not function.arguments:
        return None
    return function.name if written.node is function.arguments[0].variable else None


def _frozen_model(info: TypeInfo) -> PytreeClass | None:
    """Return the model that freezes a class, unless a class of its own manages who may write.

    jax_dataclasses keeps who may write in ``__mutability__``; a program that declares it does so itself.
    """
    if any("__mutability__" in base.names for base in info.mro):
        return None
    for base in pytree_bases(info):
        before = info.mro[: info.mro.index(base)]
        if any("__setattr__" in subclass.names for subclass in before):
            return None
        model = model_of(base)
        return model if model is not None and model.is_frozen else None
    return None


def _is_opened(model: PytreeClass, write: Write) -> bool:
    """Return whether the copy that is written to may be one that makes the class writable."""
    return write.copier is None or write.copier in model.library.copiers


def _sentence(model: PytreeClass, name: str, write: Write, maker: str | None) -> str:
    owner = model.info.name
    if write.kind is Kind.DELETE and write.in_copy:
        return field_deletion(owner, name)
    if write.in_copy and write.copier is not None and not _is_opened(model, write):
        return foreign_write(owner, name, model.library.name, write.copier.rpartition(".")[2])
    library = model.library
    action, maker = ("delete", None) if write.kind is Kind.DELETE else ("assign to", maker)
    ways = [*([REPLACE] if library.adds_replace else ()), *([COPY] if library.copiers else ())]
    return frozen_write(action, owner, name, ways=ways, maker=maker)
