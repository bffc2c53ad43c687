"""The types of the parameters without annotations of a function that a loop or a branch of JAX calls.

``jax.lax.map(lambda row: ..., xs)``: the arguments of the loop tell what it calls the function with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, Var
from mypy.plugin import FunctionContext
from mypy.types import AnyType, TupleType, Type, TypeOfAny

from ..host.known_types import known_type
from ..model.classes import model_of
from ..transformed.filtered_classes import uses_filters
from ..transformed.transformations import Loop
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance
from .types import array_of_jax

_COUNTING: Final = "jax.lax.fori_loop"
_NUMBERS: Final = frozenset(("builtins.bool", "builtins.complex", "builtins.float", "builtins.int"))


def as_given_by_loop(
    traced: Mapping[Var, Type], definition: FuncDef, positions: Sequence[int], loop: Loop, ctx: FunctionContext
) -> Mapping[Var, Type]:
    """Return parameters of a function of a loop with the types of what the loop gives those without annotations."""
    if not any(isinstance(known_type(kind), AnyType) for kind in traced.values()):
        return traced
    given = _given(loop, ctx)
    found: dict[Var, Type] = {}
    for position, kind in zip(positions, given, strict=False):
        variable = definition.arguments[position].variable
        is_open = variable in traced and isinstance(known_type(traced[variable]), AnyType)
        known = _known_parts(kind, ctx.api) if is_open and kind is not None else None
        if known is not None:
            found[variable] = known
    return {**traced, **found} if found else traced


def _given(loop: Loop, ctx: FunctionContext) -> list[Type | None]:
    """Return the types of what a loop calls its functions with, in order; None where it is unknown."""
    names = (*loop.takes, *(() if loop.rest is None else ctx.callee_arg_names[len(loop.parameters) :]))
    known = [name for name in names if name in ctx.callee_arg_names]
    types: list[Type | None] = []
    for name in known:
        types += ctx.arg_types[ctx.callee_arg_names.index(name)] or [None]
    return [_array(ctx), *types] if loop.name == _COUNTING else types


def _known_parts(kind: Type, api: object) -> Type | None:
    """Return a type, with Any in the place of the items of a tuple that nobody knows; None if nothing is known."""
    row = known_type(kind)
    if is_handed_on(kind, api) or not isinstance(row, TupleType) or not _is_plain(row):
        return kind if is_handed_on(kind, api) else None
    items = [_known_parts(each, api) for each in row.items]
    if not any(items):
        return None
    return row.copy_modified(items=[AnyType(TypeOfAny.special_form) if each is None else each for each in items])


def _is_plain(row: TupleType) -> bool:
    """Return whether a tuple is no named one."""
    return row.partial_fallback.type.fullname == "builtins.tuple"


def is_handed_on(kind: Type, api: object) -> bool:
    """Return whether a loop hands such values on: arrays, numbers, and objects where the module uses no filters.

    And pairs of them, ``(total, rows)``.
    """
    assert isinstance(api, TypeChecker)
    several = known_type(kind)
    if isinstance(several, TupleType) and _is_plain(several):
        return bool(several.items) and all(is_handed_on(each, api) for each in several.items)
    instance = sole_instance(kind)
    if instance is None or is_certainly_array(kind) or instance.type.fullname in _NUMBERS:
        return instance is not None
    return model_of(instance.type) is not None and not uses_filters(api.tree, instance.type)


def _array(ctx: FunctionContext) -> Type | None:
    assert isinstance(ctx.api, TypeChecker)
    return array_of_jax(ctx.api)
