"""`jax.export` of functions over pytree dataclasses: their static fields as bytes, without pickle.

The bytes are JSON with a tag for what JSON lacks. Reading them back never imports a module and never calls
anything: classes, functions and enums are stored by name and looked up among the modules that are loaded,
and frozen dataclasses are filled without their constructor.
"""

from __future__ import annotations

import base64
import dataclasses
import enum
import json
import math
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from .._dataclass.assembly import assembler

if TYPE_CHECKING:
    from types import ModuleType

    from .._dataclass.layout import Layout

_taken: Final[dict[str, int]] = {}


def register(cls: type, layout: Layout, export: ModuleType) -> None:
    """Register a class with ``jax.export``, under its qualified name.

    A class that takes the name of an earlier one (a notebook cell run again) is exported as ``name#2``.
    """
    names, assemble = (*layout.static, *layout.data), assembler(cls)
    name = f"{cls.__module__}.{cls.__qualname__}"
    _taken[name] = _taken.get(name, 0) + 1

    def serialize(static: Iterable[Any]) -> bytes:
        own = tuple(static)[: len(layout.static)]  # JAX may have the class among them, see `class_identity`
        values = dict(zip(layout.static, own, strict=True))
        return json.dumps(
            {key: _encode(value, f'"{key}" of "{cls.__name__}"') for key, value in values.items()}
        ).encode()

    def deserialize(data: bytes) -> tuple[Any, ...]:
        stored = json.loads(data)
        if stored.keys() != set(layout.static):
            raise ValueError(
                f'"{name}" was exported with static fields {sorted(stored)}, but has {sorted(layout.static)} now'
            )
        return tuple(_decode(stored[key]) for key in layout.static)

    def from_children(static: Iterable[Any], children: Iterable[Any]) -> Any:
        return assemble(names, (*static, *children))

    export.register_pytree_node_serialization(
        cls,
        serialized_name=name if _taken[name] == 1 else f"{name}#{_taken[name]}",
        serialize_auxdata=serialize,
        deserialize_auxdata=deserialize,
        from_children=from_children,
    )


def _encode(value: Any, where: str) -> Any:  # noqa: PLR0911 - one for each kind of value
    """Turn a static value into JSON; containers and tagged values become ``{tag: content}``."""
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    kind = cast("type[object]", type(value))
    if kind in (tuple, list, frozenset):
        items = cast("Iterable[object]", value)
        ordered = sorted(items, key=repr) if kind is frozenset else items
        return {kind.__name__: [_encode(item, where) for item in ordered]}
    if type(value) is dict:
        pairs = cast("dict[object, object]", value).items()
        return {"dict": [[_encode(key, where), _encode(item, where)] for key, item in pairs]}
    if type(value) is bytes:
        return {"bytes": base64.b64encode(value).decode()}
    if type(value) is complex:
        return {"complex": [_encode(value.real, where), _encode(value.imag, where)]}
    if isinstance(value, np.dtype):
        return {"dtype": value.name}
    return _encode_named(value, where)


def _encode_named(value: Any, where: str) -> Any:
    if isinstance(value, enum.Enum) and _find(_name(type(value))) is type(value):
        return {"enum": [_name(type(value)), value.name]}
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and _find(_name(type(value))) is type(value):
        values = {f.name: _encode(getattr(value, f.name), where) for f in dataclasses.fields(value)}
        return {"dataclass": [_name(type(value)), values]}
    if callable(value) and _find(_name(value)) is value:
        return {"name": _name(value)}
    raise TypeError(
        f"static field {where} holds {value!r}, which jax.export cannot store; numbers, strings, bytes, dtypes, "
        "enums, functions and classes of a module, frozen dataclasses, and tuples, lists, dicts and frozensets "
        "of these can be stored"
    )


def _decode(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    ((tag, content),) = cast("dict[str, object]", stored).items()
    return _DECODERS[tag](content)


def _decode_dataclass(content: Any) -> Any:
    name, values = content
    cls = _loaded(name)
    fields = dataclasses.fields(cls) if isinstance(cls, type) and dataclasses.is_dataclass(cls) else ()
    if not isinstance(cls, type) or values.keys() != {f.name for f in fields}:
        raise ValueError(f'"{name}" is not a dataclass with the fields {", ".join(values)} here')
    return assembler(cls)(values, map(_decode, values.values()))


def _decode_enum(content: Any) -> Any:
    name, member = content
    cls = _loaded(name)
    if not (isinstance(cls, enum.EnumMeta) and member in cls.__members__):
        raise ValueError(f'"{name}" is not an enum with a member "{member}" here')
    return cls.__members__[member]


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', None)}:{getattr(value, '__qualname__', None)}"


def _find(name: str) -> object:
    """Look up ``module:qualified.name`` among the loaded modules; None where there is no such thing."""
    module, _, qualname = name.partition(":")
    found: Any = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    return found


def _loaded(name: str) -> object:
    found = _find(name)
    if found is None:
        raise ValueError(
            f'"{name}" is needed to read this export and is not there; import its module first '
            "(reading an export imports nothing by itself)"
        )
    return found


_DECODERS: Final[dict[str, Callable[[Any], Any]]] = {
    "tuple": lambda items: tuple(map(_decode, items)),
    "list": lambda items: list(map(_decode, items)),
    "frozenset": lambda items: frozenset(map(_decode, items)),
    "dict": lambda items: {_decode(key): _decode(value) for key, value in items},
    "float": float,
    "bytes": base64.b64decode,
    "complex": lambda parts: complex(*map(_decode, parts)),
    "dtype": np.dtype,
    "enum": _decode_enum,
    "dataclass": _decode_dataclass,
    "name": _loaded,
}
