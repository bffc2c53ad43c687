"""Attributes of a state organizer: the types that the init functions of the module give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.plugin import AttributeContext
from mypy.subtypes import is_same_type
from mypy.types import FunctionLike, Instance, ProperType, TupleType, Type, get_proper_type

from jdc_spec.arrays import JAX_ARRAYS

from ...structure.exported_names import is_module, is_tree
from ...structure.init_apply_pairs import organized
from ...structure.organizers import ATTRIBUTE, Given
from ...structure.value_types import ValueTypes

_CONTAINERS: Final = frozenset(("builtins.tuple", "builtins.list", "builtins.dict"))


def attribute_type(ctx: AttributeContext, name: str) -> Type:
    """Return the type that an init function of the module gives an attribute, or mypy's own."""
    assert isinstance(ctx.api, TypeChecker)
    pairs, found = organized(ctx.context, ctx.api.tree)
    inits = () if found is None else pairs.inits_of(found)
    given = [(each, init) for init in inits for each in init.given if each.name == name]
    if name in pairs.edits.deleted or (any(each.is_aux for each, _ in given) and pairs.is_edited(name)):
        return ctx.default_attr_type
    kinds = [_type_of(each, ctx) for each, _ in given]
    first = kinds[0] if kinds else None
    if first is None or not all(kind is not None and is_same_type(kind, first) for kind in kinds):
        return ctx.default_attr_type
    return first


def _type_of(given: Given, ctx: AttributeContext) -> Type | None:
    assert isinstance(ctx.api, TypeChecker)
    if given.how == "register_submodule":
        return ctx.type
    value = None if given.value is None else ValueTypes(ctx.api).of(given.value)
    if value is None or given.is_aux:
        return value
    if given.how == ATTRIBUTE and _is_submodule(value):
        return ctx.type
    return value if _is_state(value) else None


def _is_submodule(value: Type) -> bool:
    """Return whether a value becomes a submodule: a module, a tree, a function, or a list or dict of those."""
    kind = get_proper_type(value)
    if is_module(kind) or is_tree(kind) or isinstance(kind, FunctionLike):
        return True
    parts = _items(kind)
    return bool(parts) and all(_is_submodule(part) for part in parts)


def _is_state(value: Type) -> bool:
    """Return whether a value has the same type inside `jax.jit`: a number or a NumPy array has not."""
    kind = get_proper_type(value)
    if isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS:
        return True
    parts = _items(kind)
    return bool(parts) and all(_is_state(part) for part in parts)


def _items(kind: ProperType) -> Sequence[Type]:
    """Return the types of what a tuple, list or dict holds."""
    if isinstance(kind, TupleType):
        return kind.items
    return kind.args[-1:] if isinstance(kind, Instance) and kind.type.fullname in _CONTAINERS else ()
