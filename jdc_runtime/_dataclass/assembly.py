"""Making and reading objects of a class without running its code."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import MISSING
from functools import partial
from operator import attrgetter
from types import MemberDescriptorType, NoneType
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DICT_IS_VIEW: Final = sys.version_info >= (3, 13)
"""True if the ``__dict__`` of an object is a view of its inline values, which it does not lose by it."""

_INLINE_VALUES: Final = 30
_HEAP_TYPE: Final = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class that Python code defines


def fills_through_dict(cls: type) -> bool:
    """Return whether fields may be set by item assignment to ``__dict__``, and nothing else is slower for it.

    On CPython 3.11 and 3.12 this makes an object of up to 30 fields give up its inline values, and each later
    read of an attribute takes four times as long. So it is for 3.13 and newer, where the dict is a view of the
    inline values, and for more fields, which never have inline values.
    """
    names = [f.name for f in dataclasses.fields(cls)]
    if cls.__dictoffset__ == 0 or cast("Any", cls).__getattribute__ is not object.__getattribute__:
        return False
    if any(hasattr(type(class_attribute(cls, name)), "__set__") for name in names):
        return False
    # A field that __init__ leaves to its class attribute takes no room in the object.
    stored = [f for f in dataclasses.fields(cls) if f.init or f.default_factory is not MISSING]
    return DICT_IS_VIEW or len(stored) > _INLINE_VALUES


def class_attribute(cls: type, name: str) -> object:
    """Return what a class or its bases define under a name, as it is written there; None where they do not."""
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None)


def has_post_init(cls: type) -> bool:
    """Return whether a class has a ``__post_init__``, which is not the slot of a field of that name."""
    return not isinstance(class_attribute(cls, "__post_init__"), NoneType | MemberDescriptorType)


def builtin_new(cls: type) -> Callable[[type], Any]:
    """Return the ``__new__`` that makes an empty object of ``cls`` and runs no user code."""
    builtin = next(base for base in cls.__mro__ if not base.__flags__ & _HEAP_TYPE)
    return cast("Callable[[type], Any]", builtin.__new__)


def assembler(cls: type) -> Callable[[Iterable[str], Iterable[Any]], Any]:
    """Return a function that makes an object of ``cls`` from names and values and runs no user code."""
    return _assembler(cls) if _is_whole(cls) else _later(partial(_assembler, cls))


def _is_whole(cls: type) -> bool:
    """Return whether a dataclass has all its attributes; one from another process gets them one by one."""
    return "__dataclass_params__" in cls.__dict__


def _later(make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """Return the function that ``make`` returns, made when it is first called."""
    made: list[Callable[..., Any]] = []

    def call(*args: Any) -> Any:
        if not made:
            made.append(make())
        return made[0](*args)

    return call


def _assembler(cls: type) -> Callable[[Iterable[str], Iterable[Any]], Any]:
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
