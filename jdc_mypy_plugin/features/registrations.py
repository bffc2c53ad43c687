"""Calls and decorators of JAX that register a class, such as ``register_dataclass`` and ``register_pytree_node``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    FuncDef,
    MypyFile,
    RefExpr,
    TypeInfo,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Type

from ..host.known_types import known_type
from ..libraries.definition import LISTS, applied
from ..libraries.flattening import UNFLATTEN
from ..libraries.originals import makes_dataclasses
from ..libraries.register_dataclass import is_register_dataclass
from ..libraries.registering.registered_in_loops import classes_given
from ..libraries.registering.registering_functions import class_argument, class_given, is_registering
from ..model.functions.flattening_functions import Function, functions_given
from ..model.modules.written_elsewhere import function_as_written, module_of
from ..rules.asking import ask
from ..rules.places import CLASSLESS_REGISTRATION, HAND_REGISTERED, REGISTERED, REGISTERING
from ..rules.registrations import ClasslessRegistration, HandRegistered, Registered, Registering
from ..syntax.arguments import by_keyword, has_stars

_CLASS: Final = "nodetype"
"""The parameter of ``register_dataclass`` that is the class."""
_INERT: Final = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("final", "runtime_checkable", "override", "deprecated")
) | {"functools.total_ordering"}
"""Decorators of classes that leave it to others to make a dataclass."""


def check_registered(ctx: FunctionContext) -> Type:
    """Ask the rules about the class that ``register_dataclass`` gets."""
    assert isinstance(ctx.api, TypeChecker)
    site = _registered(ctx.context, ctx.api) if isinstance(ctx.context, ClassDef | CallExpr) else None
    ask(REGISTERED, site)
    if isinstance(ctx.context, CallExpr) and _lacks_class(ctx.context, ctx.api):
        ask(CLASSLESS_REGISTRATION, ClasslessRegistration(ctx.context, ctx.api))
    return check_registering(ctx)


def check_registering(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about a class that is registered, which it may have been before."""
    assert isinstance(ctx.api, TypeChecker)
    context = ctx.context
    if isinstance(context, ClassDef):
        ask(REGISTERING, Registering(context.info, context, ctx.api))
    elif isinstance(context, CallExpr) and (info := class_given(context)) is not None:
        ask(REGISTERING, Registering(info, context, ctx.api))
    return ctx.default_return_type


def check_partial_registration(ctx: MethodContext) -> None:
    """Ask the rules about a class under ``@functools.partial(register_dataclass, data_fields=[...], ...)``."""
    context = ctx.context
    if isinstance(context, ClassDef) and any(is_registering(applied(each)) for each in context.decorators):
        check_registering(ctx)


def _lacks_class(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a call gives no class, and the installed JAX takes none that comes later."""
    is_given = any(kind.is_positional() or kind.is_star() for kind in call.arg_kinds) or _CLASS in call.arg_names
    function = known_type(api.lookup_type_or_none(call.callee))
    is_required = isinstance(function, CallableType) and any(
        name == _CLASS and kind.is_required()
        for name, kind in zip(function.arg_names, function.arg_kinds, strict=True)
    )
    return is_required and not is_given


def _registered(context: ClassDef | CallExpr, api: TypeChecker) -> Registered | None:
    info = context.info if isinstance(context, ClassDef) else _class_given(context)
    if info is None or info.fallback_to_any or info.metaclass_type is not None:
        return None
    is_dataclass = any("dataclass" in base.metadata for base in info.mro)
    if not is_dataclass and _may_be_made_otherwise(info, context, api):
        return None
    if isinstance(context, ClassDef) and "dataclass" in info.metadata:
        is_dataclass = not _is_above_everything(context, api.tree) or any(
            "dataclass" in base.metadata for base in info.mro[1:]
        )
    return Registered(info, context, is_dataclass, api)


def _may_be_made_otherwise(info: TypeInfo, context: ClassDef | CallExpr, api: TypeChecker) -> bool:
    """Return whether a decorator that jdc does not know may make a dataclass: ``frozen = partial(dataclass, ...)``.

    mypy's cache keeps no decorators, so those of another module's class are not known.
    """
    if info.module_name != api.tree.fullname:
        return True
    registering = [each for each in info.defn.decorators if is_register_dataclass(applied(each))]
    below = info.defn.decorators[info.defn.decorators.index(registering[-1]) + 1 :] if registering else []
    others = below if isinstance(context, ClassDef) else info.defn.decorators
    return any(not isinstance(each, RefExpr) or each.fullname not in _INERT for each in others)


def _class_given(call: CallExpr) -> TypeInfo | None:
    """Return the class that a call without field lists gives."""
    first = call.args[0] if call.args else None
    info = first.node if isinstance(first, RefExpr) else None
    has_lists = len(call.args) > 1 or has_stars(call) or any(by_keyword(call, name) for name in LISTS)
    return None if has_lists or not isinstance(info, TypeInfo) else info


def _is_above_everything(definition: ClassDef, tree: MypyFile) -> bool:
    """Return whether what makes a dataclass stands above the bare decorator that registers it."""
    decorators = definition.decorators
    registering = [index for index, each in enumerate(decorators) if is_register_dataclass(each)]
    making = [index for index, each in enumerate(decorators) if makes_dataclasses(each, tree)]
    return bool(registering) and bool(making) and min(making) < min(registering)


def check_node_class(ctx: FunctionContext, *, with_keys: bool) -> Type:
    """Ask the rules about a class whose methods flatten and unflatten it."""
    assert isinstance(ctx.api, TypeChecker)
    context = ctx.context
    info = context.info if isinstance(context, ClassDef) else class_given(context) if _is_call(context) else None
    if info is not None:
        flatten = _method(info, "tree_flatten_with_keys" if with_keys else "tree_flatten", context, ctx.api)
        unflatten = _method(info, UNFLATTEN, context, ctx.api)
        if flatten is not None and unflatten is not None:
            _ask(info, flatten, unflatten, with_keys=with_keys, api=ctx.api)
    return check_registering(ctx)


def check_node(ctx: FunctionContext, *, with_keys: bool) -> Type:
    """Ask the rules about a class that is registered with two functions."""
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    for info in classes_given(call, class_argument(call), ctx.api.tree) if _is_call(call) else ():
        functions = functions_given(call, info, ctx.api.tree) if _is_call(call) else None
        if functions is not None:
            _ask(info, *functions, with_keys=with_keys, api=ctx.api)
    return check_registering(ctx)


def _ask(info: TypeInfo, flatten: Function, unflatten: Function, *, with_keys: bool, api: TypeChecker) -> None:
    """Ask the rules about a class and its two functions."""
    items, paths = (flatten.item, unflatten.item), (flatten.path, unflatten.path)
    ask(HAND_REGISTERED, HandRegistered(info, *items, flatten.place, with_keys, *paths, api))


def _is_call(context: Context) -> TypeGuard[CallExpr]:
    return isinstance(context, CallExpr)


def _method(info: TypeInfo, name: str, context: Context, api: TypeChecker) -> Function | None:
    """Return a method that the body of a class writes, or of a base of it in the same module."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    method = function_as_written(node, api.tree)
    is_of_class = isinstance(node, FuncDef | Decorator) and node.info.module_name == info.module_name
    home = module_of(node)
    if method is None or home is None or not is_of_class or not isinstance(context, ClassDef | CallExpr):
        return None
    is_own = isinstance(node, FuncDef | Decorator) and node.info is info
    return Function(method, "" if home is api.tree else home.path, context, is_own=is_own)


HAND_REGISTRATIONS: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    "jax._src.tree_util.register_pytree_node_class": functools.partial(check_node_class, with_keys=False),
    "jax._src.tree_util.register_pytree_with_keys_class": functools.partial(check_node_class, with_keys=True),
    "jax._src.tree_util.register_pytree_node": functools.partial(check_node, with_keys=False),
    "jax._src.tree_util.register_pytree_with_keys": functools.partial(check_node, with_keys=True),
    "jax._src.tree_util.register_static": check_registering,
}
"""Functions of JAX that register a class which need not be a dataclass, by full name."""
