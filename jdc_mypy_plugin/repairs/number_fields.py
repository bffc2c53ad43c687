"""Data fields that are declared numbers, as ``done: bool`` of an environment.

A field says so of the object that a program makes first. To JAX it is a leaf: inside every transformation, and in
what comes out of one, it is an array. So whoever makes or changes an object may give either, as callers of a jitted
function may.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo
from mypy.typeops import make_simplified_union
from mypy.types import CallableType, FunctionLike, Instance, Type, UnionType

from jdc_spec.arrays import JAX_ARRAYS

from ..host.known_types import known_type
from ..model.classes import PytreeClass, model_of
from .leaf_types import ARRAY, NUMBERS, named


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
