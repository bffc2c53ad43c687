"""Objects that have no hash because they hold an array.

The hash of a dataclass that is frozen, or says ``unsafe_hash=True``, is that of its fields. No array of JAX
has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, ProperType, TupleType, Type, UnpackType

from jdc_spec.arrays import JAX_ARRAYS

from ..host.known_types import known_type
from ..model.classes import model_of
from ..model.comparison import comparison_of
from ..model.constructors import keeps_arguments
from ..model.converters import converters
from .arrays import is_certainly_array, may_have_axes
from .contents import compared_fields, writes_comparison
from .instances import sole_instance
from .mutable import is_frozen

ARRAY: Final = "an array"
_CONTAINERS: Final[Mapping[str, str]] = {
    "builtins.list": "a list",
    "builtins.dict": "a dict",
    "builtins.set": "a set",
}


def is_jax_array(value: ProperType | None) -> bool:
    """Return whether a type is that of an array of JAX."""
    return isinstance(value, Instance) and value.type.fullname in JAX_ARRAYS


def hashed_array(info: TypeInfo, seen: frozenset[str] = frozenset()) -> str | None:
    """Return a field that is an array and that the hash of a class looks at, with the fields on the way to it."""
    if info.fullname in seen:
        return None
    found = (_array_in(name, declared, seen | {info.fullname}) for name, declared in _hashed_fields(info))
    return next((path for path in found if path is not None), None)


def fields_for_arrays(info: TypeInfo) -> Iterator[str]:
    """Yield the fields that the hash looks at and that may hold arrays, but other things too."""
    yield from (name for name, declared in _hashed_fields(info) if may_have_axes(declared))


def containers_hashed(info: TypeInfo) -> Iterator[Unhashed]:
    """Yield the fields that the hash of a dataclass looks at and that are lists, dicts or sets."""
    for name, declared in _hashed_fields(info):
        instance = sole_instance(declared)
        if instance is not None and instance.type.fullname in _CONTAINERS:
            yield Unhashed(name, _CONTAINERS[instance.type.fullname])


def hashed_container(info: TypeInfo, seen: frozenset[str] = frozenset()) -> Unhashed | None:
    """Return a field that is a list, a dict or a set and that the hash of a class looks at, with those on the way.

    A ``__post_init__`` may make a tuple of the list.
    """
    if info.fullname in seen or not keeps_arguments(info):
        return None
    own = next(containers_hashed(info), None)
    if own is not None:
        return own
    for name, declared in _hashed_fields(info):
        inner = sole_instance(declared)
        found = None if inner is None else hashed_container(inner.type, seen | {info.fullname})
        if found is not None:
            return found._replace(path=f"{name}.{found.path}")
    return None


def _hashed_fields(info: TypeInfo) -> Iterator[tuple[str, Type]]:
    """Yield the fields that the hash of a dataclass looks at, with their types."""
    comparison = comparison_of(info)
    if comparison is None or writes_comparison(info):
        return
    if not comparison.eq or not (is_frozen(info) or comparison.unsafe_hash):
        return
    for name in compared_fields(info):
        declared = None if name in _left_out(info) else _declared(info, name)
        if declared is not None:
            yield name, declared


def _declared(info: TypeInfo, name: str) -> Type | None:
    """Return the type of a field of a pytree dataclass, or of a plain dataclass."""
    model = model_of(info)
    if model is not None:
        return model.type_of(name) if name in model.fields else None
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    return node.type if isinstance(node, Var) and not node.is_classvar else None


class Unhashed(NamedTuple):
    """A field without a hash."""

    path: str
    """Its name, with the fields on the way to it."""
    kind: str
    """Its value for a sentence."""


def fields_without_hash(info: TypeInfo, seen: frozenset[str] = frozenset()) -> Iterator[Unhashed]:
    """Yield the fields of a class of equinox that have no hash; that of an object is the hash of all its fields."""
    model = model_of(info)
    if model is None or not model.facts.hashes_methods or info.fullname in seen:
        return
    if any("__hash__" in base.names for base in info.mro if model_of(base) is not None):
        return
    converted = converters(info)
    for name in model.fields:
        declared = model.type_of(name)
        if declared is not None:
            found = _unhashed(name, declared, seen | {info.fullname})
            yield from (each for each in found if each.kind == ARRAY or name not in converted)


def compares_leaves(info: TypeInfo) -> bool:
    """Return whether ``==`` of a class is that of equinox, which gives an array where leaves are tracers."""
    model = model_of(info)
    own = (base for base in info.mro if model_of(base) is not None)
    return model is not None and model.facts.hashes_methods and not any("__eq__" in base.names for base in own)


def _unhashed(name: str, declared: Type, seen: frozenset[str]) -> Iterator[Unhashed]:
    if is_certainly_array(declared):
        yield Unhashed(name, ARRAY)
        return
    inner = sole_instance(declared)
    if inner is None:
        return
    if inner.type.fullname in _CONTAINERS:
        yield Unhashed(name, _CONTAINERS[inner.type.fullname])
    elif inner.type.fullname == "builtins.tuple" and inner.args:
        yield from _unhashed(f"{name}[...]", inner.args[0], seen)
    else:
        yield from (each._replace(path=f"{name}.{each.path}") for each in fields_without_hash(inner.type, seen))


def _left_out(info: TypeInfo) -> frozenset[str]:
    """Return the fields that ``field(hash=False)`` leaves out."""
    stored = [comparison_of(base) for base in info.mro]
    return frozenset(name for each in stored if each is not None for name in each.unhashed)


def _array_in(name: str, declared: Type, seen: frozenset[str]) -> str | None:
    if is_certainly_array(declared):
        return name
    value = known_type(declared)
    if isinstance(value, TupleType) and value.partial_fallback.type.fullname == "builtins.tuple":
        items = [item for item in value.items if not isinstance(item, UnpackType)]
        return next((name for item in items if _array_in(name, item, seen) is not None), None)
    inner = sole_instance(value)
    path = None if inner is None else hashed_array(inner.type, seen)
    return None if path is None else f"{name}.{path}"
