"""Values that are not arrays, as JSON: dictionary keys, static fields, scalars, strings, functions by name.

JSON's own values stand for themselves, as long as they come back exactly; everything else is an object with
one key that starts with ``$``. Reading one back runs no code but that of builtin types: what has only a name
becomes a `Named`.
"""

from __future__ import annotations

import base64
import dataclasses
import enum
import functools
import math
from collections.abc import Callable, Iterable
from types import NoneType
from typing import Any, Final, cast

import numpy as np

from ._dtypes import dtype_named
from ._errors import CheckpointError
from ._json import Json, canonical, is_dict, is_list
from ._names import name_of, same_name

_EXACT_IN_JSON: Final = 1 << 53
_LONG: Final = 120
_STORABLE: Final = (
    "numbers, strings, bytes, None, dtypes, slices, ranges, enums, functions and classes, frozen dataclasses, and "
    "tuples, lists, dicts and sets of these can be stored"
)


@dataclasses.dataclass(frozen=True)
class Named:
    """Stands for what a file knows by name alone."""

    text: str

    def __repr__(self) -> str:
        return self.text


def encode(value: Any, where: str) -> Json:
    """Turn a value into JSON.

    Raises:
        CheckpointError: it cannot be stored; the message starts with ``where``.

    """
    kind = cast("type[object]", type(value))
    if kind in (NoneType, bool, str, int, float):
        return _encode_plain(value)
    if kind is list:
        return [encode(item, where) for item in value]
    if kind is dict:
        return _encode_dict(cast("dict[object, object]", value), where)
    if kind in _ENCODERS:
        return {f"${kind.__name__}": _ENCODERS[kind](value, where)}
    return _encode_object(value, where)


def _encode_plain(value: Any) -> Json:
    if type(value) is int and abs(value) >= _EXACT_IN_JSON:
        return {"$int": hex(value)}
    if type(value) is float and not math.isfinite(value):
        return {"$float": repr(value)}
    return value


def _encode_items(value: Iterable[object], where: str) -> Json:
    return [encode(item, where) for item in value]


def _encode_set(value: Iterable[object], where: str) -> Json:
    return sorted((encode(item, where) for item in value), key=canonical)


def _encode_dict(value: dict[object, object], where: str) -> Json:
    if all(type(key) is str and not key.startswith("$") for key in value):
        return {key: encode(item, where) for key, item in value.items()}
    pairs = [[encode(key, where), encode(item, where)] for key, item in value.items()]
    return {"$dict": sorted(pairs, key=canonical)}


_ENCODERS: Final[dict[type, Callable[[Any, str], Json]]] = {
    tuple: _encode_items,
    set: _encode_set,
    frozenset: _encode_set,
    bytes: lambda value, _: base64.b64encode(value).decode(),
    complex: lambda value, where: _encode_items((value.real, value.imag), where),
    slice: lambda value, where: _encode_items((value.start, value.stop, value.step), where),
    range: lambda value, where: _encode_items((value.start, value.stop, value.step), where),
    type(...): lambda _value, _where: None,
    functools.partial: lambda value, where: _encode_items((value.func, value.args, value.keywords), where),
}


def _encode_object(value: Any, where: str) -> Json:
    if isinstance(value, enum.Enum):
        return {"$enum": [encode(type(value), where), value.name, encode(value.value, where)]}
    if isinstance(value, np.dtype):
        return {"$dtype": str(cast("object", value))}
    if isinstance(value, np.generic) and dtype_named(str(cast("Any", value).dtype)) is not None:
        return {"$numpy": [str(cast("Any", value).dtype), encode(cast("Any", value).item(), where)]}
    return _encode_by_name(cast("Any", value), where)


def _encode_by_name(value: Any, where: str) -> Json:
    cls = cast("type[object]", type(value))
    names = _field_names(value)
    if names is not None:
        return {"$record": [encode(cls, where), {n: encode(getattr(value, n), f"{where}.{n}") for n in names}]}
    name = name_of(value) if callable(value) else None
    if name is not None:
        return {"$type" if isinstance(value, type) else "$function": name}
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        raise CheckpointError(f"{where}: an array ({cls.__name__}) where only a static value can be stored")
    raise CheckpointError(
        f"{where}: {brief(repr(value))}, of {cls.__module__}.{cls.__qualname__}, cannot be stored; {_STORABLE}"
    )


def _field_names(value: Any) -> list[str] | None:
    """Return the names of the fields of a dataclass or namedtuple."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [f.name for f in dataclasses.fields(value)]
    named: Any = getattr(value, "_fields", None)
    return list(named) if isinstance(value, tuple) and named is not None else None


def decode(stored: Json) -> Any:
    """Return the value that was encoded; a `Named` for functions, classes, enums and records.

    Raises:
        CheckpointError: the JSON is nothing that `encode` makes.

    """
    try:
        return _decode(stored)
    except (TypeError, ValueError, KeyError, OverflowError, RecursionError) as error:
        raise CheckpointError(f"the header holds a malformed value: {brief(str(stored))}") from error


def show(stored: Json) -> str:
    """Return a stored value as key paths show it: its ``repr``."""
    value = decode(stored)
    try:
        return repr(value)
    except ValueError:  # an int of more digits than Python is willing to write
        return canonical(stored)


def has_names(stored: Json) -> bool:
    """Return whether there is something in a stored value of which the file has the name alone."""
    if is_list(stored):
        return any(map(has_names, stored))
    if not is_dict(stored):
        return False
    return isinstance(decode(stored), Named) or any(map(has_names, stored.values()))


def brief(text: str) -> str:
    """Return a text as messages show it: without its middle, where it is long."""
    return text if len(text) <= _LONG else f"{text[: _LONG // 2]}...{text[-_LONG // 2 :]}"


def _decode(stored: Json) -> Any:
    if is_list(stored):
        return [_decode(item) for item in stored]
    if not is_dict(stored):
        return stored
    if any(key.startswith("$") for key in stored):
        ((tag, content),) = stored.items()
        return _DECODERS[tag](content)
    return {key: _decode(item) for key, item in stored.items()}


def _decode_dict(pairs: Json) -> dict[Any, Any]:
    decoded = {_decode(key): _decode(value) for key, value in pairs}
    if len(decoded) != len(pairs):
        raise ValueError("one key twice")
    return decoded


def _decode_dtype(name: Json) -> Any:
    dtype = dtype_named(name)
    return Named(f"dtype({str(name)!r})") if dtype is None else dtype


def _decode_numpy(content: Json) -> Any:
    name, value = content
    dtype, number = dtype_named(name), _decode(value)
    if dtype is None or not isinstance(number, bool | int | float | complex):
        raise ValueError(name)
    return dtype.type(number)


def _decode_record(content: Json) -> Named:
    cls, fields = content
    inside = ", ".join(f"{name}={_decode(value)!r}" for name, value in fields.items())
    return Named(f"{_decode(cls)!r}({inside})")


def _decode_enum(content: Json) -> Named:
    cls, name, value = content
    _decode(value)
    return Named(f"{_decode(cls)!r}.{name}")


def _decode_name(name: Json) -> Named:
    if not isinstance(name, str):
        raise TypeError(name)
    return Named(name.replace(":", "."))


_DECODERS: Final[dict[str, Callable[[Json], Any]]] = {
    "$int": lambda text: int(text, 16),
    "$float": float,
    "$dict": _decode_dict,
    "$tuple": lambda items: tuple(map(_decode, items)),
    "$set": lambda items: set(map(_decode, items)),
    "$frozenset": lambda items: frozenset(map(_decode, items)),
    "$bytes": lambda text: base64.b64decode(text, validate=True),
    "$complex": lambda parts: complex(*map(_decode, parts)),
    "$slice": lambda parts: slice(*map(_decode, parts)),
    "$range": lambda parts: range(*map(_decode, parts)),
    "$ellipsis": lambda _: ...,
    "$partial": lambda parts: Named("partial(" + ", ".join(repr(_decode(part)) for part in parts) + ")"),
    "$enum": _decode_enum,
    "$dtype": _decode_dtype,
    "$numpy": _decode_numpy,
    "$record": _decode_record,
    "$type": _decode_name,
    "$function": _decode_name,
}


def same(one: Json, other: Json, *, names: bool) -> bool:
    """Return whether two stored values are equal, in type and sign too; functions by name, or not at all."""
    if is_list(one) and is_list(other):
        return len(one) == len(other) and all(same(a, b, names=names) for a, b in zip(one, other, strict=True))
    if not is_dict(one) or not is_dict(other):
        return canonical(one) == canonical(other)
    if one.keys() != other.keys():
        return False
    if one.keys() & {"$type", "$function"}:
        return not names or all(same_name(one[tag], other[tag]) for tag in one)
    return all(same(one[key], other[key], names=names) for key in one)
