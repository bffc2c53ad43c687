"""Calls and decorators that register a class by ``jax.tree_util.register_dataclass``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ClassDef, Expression, RefExpr, TypeInfo
from mypy.plugin import FunctionContext
from mypy.types import Type

from ..libraries.decorators import STANDARD
from ..libraries.definition import LISTS, applied
from ..libraries.register_dataclass import is_register_dataclass
from ..model.classes import model_of
from ..rules.asking import ask
from ..rules.places import REGISTERED, Registered
from ..syntax.arguments import by_keyword, has_stars


def check_registered(ctx: FunctionContext) -> Type:
    """Ask the rules about the class that ``register_dataclass`` gets."""
    assert isinstance(ctx.api, TypeChecker)
    site = _registered(ctx.context, ctx.api) if isinstance(ctx.context, ClassDef | CallExpr) else None
    ask(REGISTERED, site)
    return ctx.default_return_type


def _registered(context: ClassDef | CallExpr, api: TypeChecker) -> Registered | None:
    info = context.info if isinstance(context, ClassDef) else _class_given(context)
    if info is None or info.fallback_to_any or info.metaclass_type is not None:
        return None
    model = model_of(info)
    by = None if model is None or model.facts.is_registered_by_hand else model.facts.decorator
    is_dataclass = any("dataclass" in base.metadata for base in info.mro)
    if isinstance(context, ClassDef) and "dataclass" in info.metadata:
        is_dataclass = not _is_above_everything(context) or any("dataclass" in base.metadata for base in info.mro[1:])
    return Registered(info, context, by, is_dataclass, api)


def _class_given(call: CallExpr) -> TypeInfo | None:
    """Return the class that a call without field lists gives."""
    first = call.args[0] if call.args else None
    info = first.node if isinstance(first, RefExpr) else None
    has_lists = len(call.args) > 1 or has_stars(call) or any(by_keyword(call, name) for name in LISTS)
    return None if has_lists or not isinstance(info, TypeInfo) else info


def _is_above_everything(definition: ClassDef) -> bool:
    """Return whether what makes a dataclass stands above the bare decorator that registers it."""
    decorators = definition.decorators
    registering = [index for index, each in enumerate(decorators) if is_register_dataclass(each)]
    making = [index for index, each in enumerate(decorators) if _is_standard(applied(each))]
    return bool(registering) and bool(making) and min(making) < min(registering)


def _is_standard(function: Expression) -> bool:
    return isinstance(function, RefExpr) and function.fullname == STANDARD
