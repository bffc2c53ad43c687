"""Registration as a pytree with named key paths.

A class that leaves its construction to jdc goes JAX's C++ way, `jax.tree_util.register_dataclass`, whose
unflattening calls the class. Where that would run code of the user (``__init__``, ``__post_init__``,
``__new__``, a metaclass) or could not restore the object (``InitVar``, ``init=False``), objects are
assembled field by field instead: JAX unflattens with tracers, ``None``, ``object()`` and axis numbers as
leaves, which no validation or conversion would survive (jax-ml/jax#12319, jax-ml/jax#24676).
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, cast

from jax import tree_util

from ._init import fills_through_dict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ._registry import Layout

_HEAP_TYPE: Final = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class that Python code defines


def register(cls: type, layout: Layout, *, customised: bool) -> None:
    """Register a class with JAX.

    Raises:
        TypeError: the class is a pytree already.

    """
    try:
        if customised:
            _register_with_keys(cls, layout)
        else:
            tree_util.register_dataclass(cls, layout.data, layout.static, layout.dropped)
    except ValueError as error:
        if "Duplicate" in str(error):
            raise TypeError(
                f'"{cls.__name__}" is registered as a pytree already; pytree_dataclass registers it itself, '
                "so remove the other decorator, base class or call of jax.tree_util.register_*"
            ) from error
        if not layout.dropped:
            raise
        _register_with_keys(cls, layout)  # jax before 0.5 refuses drop_fields of more than one letter


def builtin_new(cls: type) -> Callable[[type], Any]:
    """Return the ``__new__`` that makes an empty object of ``cls`` and runs no user code."""
    builtin = next(base for base in cls.__mro__ if not base.__flags__ & _HEAP_TYPE)
    return cast("Callable[[type], Any]", builtin.__new__)


def assembler(cls: type) -> Callable[[Iterable[str], Iterable[Any]], Any]:
    """Return a function that makes an object of ``cls`` from names and values and runs no user code."""
    new = builtin_new(cls)
    bind = object.__setattr__.__get__

    def through_dict(names: Iterable[str], values: Iterable[Any]) -> Any:
        instance = new(cls)
        instance.__dict__.update(zip(names, values, strict=True))
        return instance

    def through_setattr(names: Iterable[str], values: Iterable[Any]) -> Any:
        instance = new(cls)
        store = bind(instance)
        for name, value in zip(names, values, strict=True):
            store(name, value)
        return instance

    return through_dict if fills_through_dict(cls) else through_setattr


def _register_with_keys(cls: type, layout: Layout) -> None:
    keys: tuple[Any, ...] = tuple(tree_util.GetAttrKey(name) for name in layout.data)
    read_data, read_static = reader(cls, layout.data), reader(cls, layout.static)
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


def reader(cls: type, names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads several fields of an object of ``cls`` at once."""
    if not names:
        return lambda _node: ()
    read = attrgetter(*names)

    def read_fields(node: Any) -> tuple[Any, ...]:
        try:
            return read(node) if len(names) > 1 else (read(node),)
        except AttributeError as error:
            unset = [name for name in names if not hasattr(node, name)]
            if not unset:
                raise
            raise AttributeError(
                f'field "{unset[0]}" of "{cls.__name__}" has no value; set every field in __init__ or '
                f'__post_init__: object.__setattr__(self, "{unset[0]}", ...)',
                name=unset[0],
                obj=node,
            ) from error

    return read_fields


def _defaults(cls: type, names: tuple[str, ...]) -> list[Callable[[], Any]]:
    fields = {f.name: f for f in dataclasses.fields(cls)}
    return [_default(fields[name]) for name in names]


def _default(f: dataclasses.Field[Any]) -> Callable[[], Any]:
    if f.default_factory is not MISSING:
        return f.default_factory
    return lambda: f.default
