"""Registration as a pytree with named key paths.

A class that leaves its construction to jdc goes JAX's C++ way, `jax.tree_util.register_dataclass`, whose
unflattening calls the class. If that would run code of the user (``__init__``, ``__post_init__``,
``__new__``, a metaclass) or could not restore the object (``InitVar``, ``init=False``), objects are
assembled field by field instead: JAX unflattens with tracers, ``None``, ``object()`` and axis numbers as
leaves, which no validation or conversion would survive (jax-ml/jax#12319, jax-ml/jax#24676).
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, cast

from jax import tree_util

from . import class_identity
from .assembly import assembler, reader
from .leftovers import refuse_leftovers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .layout import Layout


def register(cls: type, layout: Layout, *, customised: bool, unseen: bool) -> None:
    """Register a class with JAX. ``unseen`` as `ends_unseen` says.

    Raises:
        TypeError: the class is a pytree already.

    """
    try:
        if customised:
            _register_with_keys(cls, layout, unseen=unseen)
        else:
            class_identity.register(cls, layout)
    except ValueError as error:
        if "Duplicate" in str(error):
            raise TypeError(
                f'"{cls.__name__}" is registered as a pytree already; pytree_dataclass registers it itself, '
                "so remove the other decorator, base class or call of jax.tree_util.register_*"
            ) from error
        if not layout.dropped:
            raise
        _register_with_keys(cls, layout, unseen=unseen)  # jax before 0.5 refuses drop_fields of more than one letter


def _register_with_keys(cls: type, layout: Layout, *, unseen: bool) -> None:
    keys: tuple[Any, ...] = tuple(tree_util.GetAttrKey(name) for name in layout.data)
    read_data, read_static = reader(cls, layout.data), reader(cls, layout.static)
    if unseen:
        read_data = _without_leftovers(read_data, frozenset((*layout.data, *layout.static, *layout.dropped)))
    assemble = assembler(cls)
    restored = (*layout.data, *layout.static, *layout.dropped)
    defaults = _defaults(cls, layout.dropped)

    def flatten(node: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return read_data(node), read_static(node)

    def flatten_with_keys(node: Any) -> tuple[tuple[tuple[Any, Any], ...], tuple[Any, ...]]:
        return tuple(zip(keys, read_data(node), strict=True)), read_static(node)

    def unflatten(static: tuple[Any, ...], data: Iterable[Any]) -> Any:
        return assemble(restored, (*data, *static, *(default() for default in defaults)))

    cast("Any", tree_util).register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)


def _without_leftovers(
    read: Callable[[Any], tuple[Any, ...]], names: frozenset[str]
) -> Callable[[Any], tuple[Any, ...]]:
    def read_fields(node: Any) -> tuple[Any, ...]:
        refuse_leftovers(node, names)
        return read(node)

    return read_fields


def _defaults(cls: type, names: tuple[str, ...]) -> list[Callable[[], Any]]:
    fields = {f.name: f for f in dataclasses.fields(cls)}
    return [_default(fields[name]) for name in names]


def _default(f: dataclasses.Field[Any]) -> Callable[[], Any]:
    if f.default_factory is not MISSING:
        return f.default_factory
    return lambda: f.default
