"""Data fields that are declared numbers, as ``done: bool`` of an environment.

A field says so of the object that a program makes first. To JAX it is a leaf: inside every transformation, and in
what comes out of one, it is an array. So whoever makes or changes an object may give either, as callers of a jitted
function may.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, RefExpr, TypeInfo
from mypy.typeops import make_simplified_union
from mypy.types import CallableType, FunctionLike, Instance, Type, UnionType

from jdc_spec.arrays import JAX_ARRAYS

from ..evaluate.scope import SCOPES
from ..host.analysed_types import is_marked_array
from ..host.known_types import known_type
from ..model.classes import PytreeClass, model_of
from ..syntax import INDEX
from .transforms.leaf_types import ARRAY, NUMBERS, named

_SIZES: Final = frozenset(("ndim", "shape", "size"))
"""Attributes that arrays of all libraries have, of one type."""


def also_array(declared: Type, name: str, model: PytreeClass, api: TypeChecker) -> Type:
    """Return what a field takes that is declared to be of a type."""
    kind = known_type(declared)
    items = [known_type(item) for item in kind.items] if isinstance(kind, UnionType) else [kind]
    names = {item.type.fullname for item in items if isinstance(item, Instance)}
    if not names & NUMBERS or names & JAX_ARRAYS or name not in model.fields:
        return declared
    if model.facts.filters_leaves or model.role_of(name) != "data":
        return declared
    array = named(ARRAY, api)
    return declared if array is None else make_simplified_union([declared, array])


def as_read(declared: Type, read: MemberExpr, model: PytreeClass, api: TypeChecker) -> Type:
    """Return what a field is where it is read: an array, where it is asked for what arrays alone have.

    An object that the program has just made of numbers still holds them.
    """
    is_leaf = not model.facts.filters_leaves and read.name in model.fields and model.role_of(read.name) == "data"
    kind = known_type(declared)
    items = [known_type(item) for item in kind.items] if isinstance(kind, UnionType) else [kind]
    others = [item for item in items if not isinstance(item, Instance) or item.type.fullname not in NUMBERS]
    array = named(ARRAY, api) if is_leaf and len(others) < len(items) else None
    if is_marked_array(declared):
        around = INDEX.of(api.tree).parent(read)
        is_size = isinstance(around, MemberExpr) and around.name in _SIZES
        return (is_size and named(ARRAY, api)) or declared
    if array is None or not _is_taken_for_array(read, array.type, api) or _is_just_made(read.expr, api):
        return declared
    return make_simplified_union([*others, array])


def _is_taken_for_array(read: MemberExpr, array: TypeInfo, api: TypeChecker) -> bool:
    """Return whether an expression is indexed, or asked for an attribute that arrays have and no number has."""
    around = INDEX.of(api.tree).parent(read)
    if isinstance(around, IndexExpr):
        return around.base is read
    number = named("builtins.complex", api), named("builtins.int", api)
    return (
        isinstance(around, MemberExpr)
        and array.get(around.name) is not None
        and all(each is not None and each.type.get(around.name) is None for each in number)
    )


def _is_just_made(owner: Expression, api: TypeChecker) -> bool:
    """Return whether an object is what a call of a class has made."""
    value = SCOPES.of(api.tree).value_of(owner) if isinstance(owner, NameExpr) else owner
    return (
        isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and isinstance(value.callee.node, TypeInfo)
    )


def accept_arrays_for_numbers(signature: FunctionLike, info: TypeInfo, api: object) -> FunctionLike:
    """Let a constructor that is made of the fields, or `dataclasses.replace`, take arrays for numbers."""
    model, constructor = model_of(info), info.get("__init__")
    if model is None or constructor is None or not constructor.plugin_generated:
        return signature
    if not isinstance(signature, CallableType):
        return signature
    assert isinstance(api, TypeChecker)
    taken = [
        declared if name is None else also_array(declared, name, model, api)
        for name, declared in zip(signature.arg_names, signature.arg_types, strict=True)
    ]
    return signature.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
