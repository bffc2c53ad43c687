"""``.replace`` and ``copy.replace``: a changed copy."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .assembly import assembler, reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_T = TypeVar("_T")


def replace(self: _T, /, **changes: Any) -> _T:
    """Return a copy with some fields changed.

    The copy is constructed, so ``__post_init__`` runs, as in `dataclasses.replace`. If the class body
    defines ``__init__`` itself, fields are copied one by one and no code of the class runs.

    Raises:
        TypeError: the class has no field of a given name.
        ValueError: a field with ``init=False`` is given (TypeError from Python 3.13 on).

    """
    _check_names(type(self), changes)
    return cast("_T", dataclasses.replace(cast("Any", self), **changes))


def field_wise_replace(cls: type) -> Callable[..., Any]:
    """Return `replace` for a class whose ``__init__`` does not take its fields."""
    names = tuple(f.name for f in dataclasses.fields(cls))
    read, assemble = reader(cls, names), assembler(cls)

    def replace_fields(self: Any, /, **changes: Any) -> Any:
        _check_names(cls, changes)
        return assemble(names, (changes.get(n, v) for n, v in zip(names, read(self), strict=True)))

    replace_fields.__name__ = replace.__name__
    replace_fields.__qualname__ = f"{cls.__qualname__}.replace"
    replace_fields.__doc__ = replace.__doc__
    return replace_fields


def _check_names(cls: type, changes: Iterable[str]) -> None:
    known: Iterable[str] = cast("Any", cls).__dataclass_fields__
    unknown = [name for name in changes if name not in known]
    if unknown:
        fields = ", ".join(known) or "none"
        raise TypeError(f'"{cls.__name__}" has no field "{unknown[0]}"; its fields are: {fields}')
