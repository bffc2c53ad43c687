"""Arguments and assignments that a library converts: ``eqx.field(converter=jnp.asarray)`` takes more than an array.

mypy knows no ``converter``, as pyright does: it wants the declared type of the field.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.errorcodes import ARG_TYPE
from mypy.lookup import lookup_fully_qualified
from mypy.nodes import CallExpr, FuncDef, SymbolTableNode, TypeInfo
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, FunctionLike, Type, TypeOfAny

from jdc_spec.repairs import Kind

from ...host.known_types import known_type
from ...host.mypy_errors import take_back
from ...host.repaired import tell
from ...model.converters import converters
from ...syntax.arguments import bound
from ...syntax.functions import class_named
from ...typefacts.made_of import taken_by_class

Find = Callable[[str], SymbolTableNode | None]
"""Returns what a full name stands for."""


def accept_converted(ctx: FunctionSigContext, info: TypeInfo, find: Find) -> FunctionLike:
    """Let the constructor that mypy makes of a class take what the converters of its fields take."""
    return _converting(ctx, ctx.default_signature, info, find)


def accept_converted_changes(ctx: FunctionSigContext, signature: FunctionLike, info: TypeInfo) -> FunctionLike:
    """Let ``dataclasses.replace`` take the same, since it calls the constructor."""
    assert isinstance(ctx.api, TypeChecker)
    if not converters(info) or not isinstance(signature, CallableType):
        return signature
    find = functools.partial(lookup_fully_qualified, modules=ctx.api.modules, raise_on_missing=False)
    return _converting(ctx, signature, info, find)


def _converting(ctx: FunctionSigContext, signature: CallableType, info: TypeInfo, find: Find) -> CallableType:
    """Return a signature with what converters take for fields, where mypy has made the constructor."""
    constructor = info.names.get("__init__")
    if constructor is None or not constructor.plugin_generated:
        return signature
    converted = converters(info)
    names = signature.arg_names
    known = {name: taken_by(converted[name], find) for name in names if name is not None and name in converted}
    for actual, name in bound(ctx.context, names) if isinstance(ctx.context, CallExpr) else ():
        if name is not None and name in known and _is_declared(known[name]):
            tell(ctx.api, Kind.ARGUMENT, actual, (info.name,))
    taken = [
        declared if name is None else known.get(name, declared)
        for name, declared in zip(names, signature.arg_types, strict=True)
    ]
    return signature.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def drop_errors_of_converted(ctx: FunctionContext, info: TypeInfo, find: Find) -> None:
    """Drop the errors of ``cls(1.0)`` and ``type(self)(1.0)``, for which mypy asks for no signature."""
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(ctx.context, CallExpr) or class_named(ctx.context.callee) is info:
        return
    constructor, converted = info.names.get("__init__"), converters(info)
    if constructor is None or not constructor.plugin_generated:
        return
    for name, actuals, types in zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True):
        if name is None or name not in converted:
            continue
        taken = taken_by(converted[name], find)
        for actual, given in zip(actuals, types, strict=True):
            if is_subtype(given, taken) and take_back(ARG_TYPE, actual, ctx.api) and _is_declared(taken):
                tell(ctx.api, Kind.ARGUMENT, actual, (info.name,))


def _is_declared(taken: Type) -> bool:
    """Return whether mypy checks an argument as the converter wants it: where it does not, it may be wrong."""
    proper = known_type(taken)
    return not isinstance(proper, AnyType) or proper.type_of_any == TypeOfAny.explicit


def taken_by(converter: str | None, find: Find) -> Type:
    """Return the type of what a converter takes; any, where it is not a function or class with plain parameters."""
    symbol = None if converter is None else find(converter)
    function = symbol.node if symbol is not None else None
    if isinstance(function, TypeInfo):
        return taken_by_class(function) or AnyType(TypeOfAny.special_form)
    declared = known_type(function.type) if isinstance(function, FuncDef) else None
    if isinstance(declared, CallableType) and not declared.variables and declared.arg_kinds[:1]:
        return declared.arg_types[0] if declared.arg_kinds[0].is_positional() else AnyType(TypeOfAny.special_form)
    return AnyType(TypeOfAny.special_form)
