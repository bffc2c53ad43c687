"""Instances that hold axes: ``in_axes=(State(x=0, step=None),)`` of `jax.vmap`, and ``state.replace(x=0)`` there.

JAX wants a tree of the structure of the argument, with an axis or None in the place of each leaf, so the constructor
is given numbers where the class says arrays. Trees of partition specs, shardings and abstract arrays are written in
the same way, and no array is meant wherever they stand; so are masks and labels for optax.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    IntExpr,
    ListExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TypeAlias,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.plugins.dataclasses import replace_function_sig_callback
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, FunctionLike, Instance, NoneType, ProperType, Type, TypeOfAny, TypeVarType

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.repairs import Kind

from ...host.known_types import known_type
from ...host.repaired import tell
from ...libraries.definition import is_none
from ...model.classes import model_of
from ...syntax.arguments import bound
from ...syntax.axis_arguments import is_axes, is_mask
from ...typefacts.instances import sole_instance
from ...typefacts.leaves import ITEMS
from ..abstract_attributes import accept_abstract
from ..libraries.converters import accept_converted_changes
from ..number_fields import accept_arrays_for_numbers
from .leaf_types import NUMBERS

REPLACE_FUNCTION: Final = "dataclasses.replace"

_SPECS: Final = frozenset(("NamedSharding", "P", "PartitionSpec", "SingleDeviceSharding", "ShapeDtypeStruct"))
"""Names of classes of JAX; new releases call `PartitionSpec` `P`."""


def accept_axes(ctx: FunctionSigContext | MethodSigContext, signature: FunctionLike, info: TypeInfo) -> FunctionLike:
    """Let a call take numbers, None, specs and labels for data fields where it makes a tree of these."""
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    if not isinstance(call, CallExpr) or not any(_is_spec(each) or _may_be_axis(each) for each in call.args):
        return signature
    model = model_of(info)
    if model is None:
        return signature
    given = signature.items[0]
    leaves = {name for name in model.fields if model.role_of(name) == "data"}
    actuals = [actual for actual, name in bound(call, given.arg_names) if name in leaves]
    entry = _entry(call, actuals, ctx.api)
    if entry is None:
        return signature
    written = {name: actual for actual, name in bound(call, given.arg_names)}
    taken: list[Type] = [
        _taken(declared, entry, written.get(name)) if name in leaves else declared
        for name, declared in zip(given.arg_names, given.arg_types, strict=True)
    ]
    for actual in actuals:
        tell(ctx.api, Kind.ARGUMENT, actual, (info.name,))
    return given.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _taken(declared: Type, entry: Type, actual: Expression | None) -> Type:
    """Return what a field takes: an entry for an array, and a container of entries that is written out.

    A type variable without a bound takes anything; in a union mypy would not know what it stands for.
    """
    kind = known_type(declared)
    if isinstance(kind, TypeVarType) and not kind.values and _is_anything(known_type(kind.upper_bound)):
        return declared
    is_container = isinstance(kind, Instance) and kind.type.fullname in ITEMS
    if not isinstance(kind, Instance) or not is_container or not isinstance(actual, DictExpr | ListExpr):
        return make_simplified_union([declared, entry])
    held = _taken(kind.args[-1], entry, _first(actual))
    return kind.copy_modified(args=[*kind.args[:-1], held])  # pyright: ignore[reportUnknownMemberType]


def _is_anything(bound: ProperType | None) -> bool:
    return isinstance(bound, Instance) and bound.type.fullname == "builtins.object"


def _first(written: DictExpr | ListExpr) -> Expression | None:
    items = [item for _, item in written.items] if isinstance(written, DictExpr) else written.items
    return items[0] if items else None


def _entry(call: CallExpr, actuals: Sequence[Expression], api: TypeChecker) -> Type | None:
    """Return what stands in place of arrays in the tree that a call makes; None where arrays do."""
    if any(map(_is_spec, actuals)):
        is_whole = not any(_is_leaf(each, api) for each in actuals if not (_is_spec(each) or is_none(each)))
        return AnyType(TypeOfAny.special_form) if is_whole or is_axes(call, api.tree) else None
    if is_axes(call, api.tree):
        return make_simplified_union([api.named_generic_type("builtins.int", []), NoneType()])
    if is_mask(call, api.tree):
        return make_simplified_union([api.named_generic_type(f"builtins.{name}", []) for name in ("bool", "str")])
    return None


def _is_leaf(actual: Expression, api: TypeChecker) -> bool:
    """Return whether an argument is an array, a number or text: a list, say, may hold specs in its turn."""
    with api.msg.filter_errors():  # mypy reports them where it checks the argument
        kind = known_type(api.expr_checker.accept(actual))
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS | NUMBERS | {"builtins.str"}


def replaced_axes(ctx: FunctionSigContext) -> FunctionLike:
    """Let ``dataclasses.replace`` take the same; any other call has the signature that mypy gives it."""
    if ctx.default_signature.name is None:  # under another name, which mypy takes for a variable
        ctx = ctx._replace(default_signature=ctx.default_signature.copy_modified(name="replace"))  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    signature: FunctionLike = replace_function_sig_callback(ctx)
    given = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    if not isinstance(ctx.context, CallExpr) or given is None or not isinstance(ctx.api, TypeChecker):
        return signature
    kind = ctx.api.lookup_type_or_none(given)  # which the callback of mypy has found
    receiver = None if kind is None else sole_instance(kind)
    if receiver is None:
        return signature
    signature = accept_abstract(signature, ctx.context, receiver.type)
    signature = accept_converted_changes(ctx, signature, receiver.type)
    signature = accept_arrays_for_numbers(signature, receiver.type, ctx.api)
    if not any(_may_be_axis(each) or _is_spec(each) for each in ctx.context.args):
        return signature
    return accept_axes(ctx, signature, receiver.type)


def _may_be_axis(argument: Expression) -> bool:
    """Return whether an argument is a number, None, a truth value or a label as it is written; few are."""
    written = argument.expr if isinstance(argument, UnaryExpr) else argument
    if isinstance(written, DictExpr | ListExpr):
        first = _first(written)
        return first is not None and _may_be_axis(first)
    is_named = isinstance(written, NameExpr) and written.name in ("None", "True", "False")
    return is_named or isinstance(written, IntExpr | StrExpr)


def _is_spec(argument: Expression) -> bool:
    """Return whether an argument is ``P("x")`` or the like, or a name for one."""
    function = argument.callee if isinstance(argument, CallExpr) else None
    made = function.node if isinstance(function, RefExpr) else None
    kind = made.target if isinstance(made, TypeAlias) else None
    if isinstance(argument, NameExpr) and isinstance(argument.node, Var):
        kind = argument.node.type
    value = known_type(kind)
    info = value.type if isinstance(value, Instance) else made
    return isinstance(info, TypeInfo) and info.name in _SPECS and info.module_name.startswith("jax.")
