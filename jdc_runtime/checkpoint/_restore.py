"""A stored tree in the form of a template: first compared in whole, then read.

Nodes come from the template, leaves from the file. Nodes that cannot be built without running code that the file
names (functions, classes, enums) is compared, and comes from the template too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, cast

import jax
import numpy as np

from jdc_spec.dtypes import takes_scalar

from .._mutation.node_kinds import Dict, kind_of
from ._errors import CheckpointError, at, listing
from ._header import Header
from ._json import Json
from ._leaves import Spec, is_array, is_wide, place, result_kind, wanted_sharding
from ._names import name_of, same_name, short
from ._numbers import converted
from ._tree import DICTS, SEQUENCES, children_of, key_path, static_parts, treedef_of
from ._values import brief, decode, encode, has_names, same, show

Plan = Callable[[Callable[[int], Any]], Any]
"""Makes a part of the tree, given what reads the leaf of an array by its number."""

_SCALARS: Final = (bool, int, float, complex)
_BY_VALUE: Final = (*_SCALARS, str, bytes, slice, range)
_WIDE: Final = (
    "which JAX cannot hold while jax_enable_x64 is off; turn it on, or load into a numpy array: "
    "give like= a numpy array at this place"
)


_Children = dict[str, Any]
"""Children of a node by their parts of the key path."""


class Restoring:
    """The comparison of a header with a template."""

    def __init__(self, header: Header, like: Any, *, check_names: bool, over_processes: bool = False) -> None:
        self._header = header
        self._over_processes = over_processes
        self._names = check_names
        self._problems: list[str] = []
        self.templates: dict[int, Any] = {}
        """The template's leaf for each array of the file."""
        self.plan: Plan = self._node(header.tree, like, "")
        if self._problems:
            raise listing("the checkpoint does not fit the template:", self._problems)

    def _wrong(self, path: str, problem: str) -> Plan:
        self._problems.append(f"{at(path)}: {problem}")
        return lambda _: None

    def _node(self, stored: Json, like: Any, path: str) -> Plan:
        kind = kind_of(like)
        if like is None or kind is None:
            return self._leaf(stored, like, path)
        cls = cast("type[object]", type(like))
        if cls in SEQUENCES and SEQUENCES[cls] in stored:
            here, expected = _items(stored[SEQUENCES[cls]]), _items(like)
        elif cls in DICTS and stored.get("class") == DICTS[cls]:
            encoded = [(encode(key, f"{at(path)}, key of the template"), child) for key, child in like.items()]
            here, expected = _by_key(stored["dict"]), _by_key(encoded)
            if len(expected) < len(like):
                return self._wrong(path, "two dictionary keys of the template are stored alike")
        elif cls not in SEQUENCES and cls not in DICTS and "node" in stored:
            self._check_class(stored, like, path)
            here, expected = _Children(stored["children"]), _Children(children_of(like))
        else:
            return self._wrong(
                path, f"{_describe(stored, self._header)} in the file, {_describe_like(like)} expected"
            )
        plans = self._children(here, expected, path)
        if isinstance(kind, Dict):
            keys = tuple(like)
            return lambda read: kind.put_together(like, [plan(read) for plan in plans], keys)
        treedef = treedef_of(like)
        return lambda read: treedef.unflatten([plan(read) for plan in plans])

    def _children(self, here: _Children, expected: _Children, path: str) -> list[Plan]:
        for key, child in here.items():
            if key not in expected:
                self._wrong(path + key, f"only in the file: {_describe(child, self._header)}")
        return [
            self._node(here[key], like, path + key)
            if key in here
            else self._wrong(path + key, f"missing in the file: {_describe_like(like)} expected")
            for key, like in expected.items()
        ]

    def _check_class(self, stored: Json, like: Any, path: str) -> None:
        name = cast("str", name_of(cast("type[object]", type(like))))
        if self._names and not same_name(stored["node"], name):
            self._wrong(path, f"object of {_dotted(stored['node'])} in the file, of {_dotted(name)} expected")
            return
        here, expected = stored["static"], static_parts(like)
        for field in sorted(here.keys() | expected.keys()):
            what = f'static field "{field}" of "{short(name)}"' if field else f'static part of "{short(name)}"'
            if field not in expected:
                self._wrong(path, f"{what} is only in the file: {brief(show(here[field]))}")
            elif field not in here:
                self._wrong(path, f"{what} is missing in the file, {_show_like(expected[field])} in the template")
            elif not self._is_same(here[field], expected[field]):
                values = f"{brief(show(here[field]))} in the file, {_show_like(expected[field])} in the template"
                self._wrong(path, f"{what} is {values}")

    def _is_same(self, stored: Json, value: Any) -> bool:
        try:
            return same(stored, encode(value, ""), names=self._names)
        except CheckpointError:
            return False

    def _leaf(self, stored: Json, like: Any, path: str) -> Plan:
        if "array" in stored:
            return self._array(stored["array"], like, path)
        if "value" in stored:
            return self._value(stored["value"], like, path)
        return self._wrong(path, f"{_describe(stored, self._header)} in the file, {_describe_like(like)} expected")

    def _array(self, index: int, like: Any, path: str) -> Plan:
        spec = self._header.arrays[index]
        problem = _array_problem(spec, like)
        if problem is None and not self._over_processes:
            problem = _elsewhere(like)
        if problem is not None:
            return self._wrong(path, problem)
        self.templates[index] = like
        return lambda read: read(index)

    def _value(self, stored: Json, like: Any, path: str) -> Plan:
        value = decode(stored)
        problem = f"{brief(show(stored))} in the file, {_describe_like(like)} expected"
        if is_array(like):
            return self._scalar_like(value, like, path, problem)
        if _may_replace(value, like) and not has_names(stored):
            return lambda _: value
        return (lambda _: like) if self._is_same(stored, like) else self._wrong(path, problem)

    def _scalar_like(self, value: Any, like: Any, path: str, problem: str) -> Plan:
        """Plan a Python scalar as the kind of array that a template has in its place."""
        fits = type(value) in _SCALARS and not like.shape
        if not fits or not takes_scalar(_dtype_name(like), type(value).__name__):
            return self._wrong(path, problem)
        if isinstance(like, jax.ShapeDtypeStruct) and like.sharding is None:
            return lambda _: value
        data = converted(value, like.dtype)
        if data is None:
            name = type(value).__name__
            return self._wrong(path, f"{problem}, which cannot hold it; give like= a Python {name} at this place")
        return lambda _: place(data, Spec("", "jax", data.dtype.name, ()), like)


def _items(children: Iterable[Any]) -> _Children:
    return {f"[{index}]": child for index, child in enumerate(children)}


def _by_key(pairs: Iterable[tuple[Json, Any]]) -> _Children:
    return {key_path(key): child for key, child in pairs}


def _may_replace(value: Any, like: Any) -> bool:
    """Return whether a leaf that is not an array is data, of the type that the template has."""
    if type(value) not in _BY_VALUE:
        return isinstance(value, np.dtype) and isinstance(like, np.dtype)
    return type(value) is type(like) or {type(value), type(like)} == {int, float}


def _array_problem(spec: Spec, like: Any) -> str | None:
    """Return why an array cannot take the place of a template's leaf."""
    if type(like) in _SCALARS:
        fits = not spec.leaf_shape and spec.kind != "key" and takes_scalar(spec.dtype, type(like).__name__)
        problem = None if fits else f"{spec} in the file, {_describe_like(like)} expected"
    elif not is_array(like):
        problem = f"{spec} in the file, {_describe_like(like)} expected"
    elif spec.leaf_shape != tuple(like.shape):
        problem = f"shape {spec.leaf_shape} in the file, {tuple(like.shape)} expected"
        if spec.leaf_dtype != _dtype_name(like):
            problem += f"; and dtype {spec.leaf_dtype} in the file, {_dtype_name(like)} expected"
    elif spec.leaf_dtype != _dtype_name(like):
        problem = f"dtype {spec.leaf_dtype} in the file, {_dtype_name(like)} expected"
        if result_kind(spec, like) == "jax" and is_wide(spec.dtype):
            problem += f", {_WIDE}"
    else:
        problem = None
    return problem or too_wide(spec, like)


def too_wide(spec: Spec, like: Any = None) -> str | None:
    """Return what to say of an array that would be cut to half its width."""
    return f"{spec}, {_WIDE}" if result_kind(spec, like) == "jax" and is_wide(spec.dtype) else None


def _elsewhere(like: Any) -> str | None:
    sharding = wanted_sharding(like)
    if sharding is None or sharding.is_fully_addressable:
        return None
    return "the template's sharding has devices of other processes; use save_sharded and load_sharded"


def _dtype_name(like: Any) -> str:
    """Return the name of a dtype, without its byte order."""
    dtype: Any = like.dtype
    return str(getattr(dtype, "name", dtype))


def _dotted(name: str) -> str:
    return name.replace(":", ".")


def _describe(stored: Json, header: Header) -> str:
    if "array" in stored:
        index: int = stored["array"]
        return str(header.arrays[index])
    if "value" in stored:
        return brief(show(stored["value"]))
    if "node" in stored:
        return f"object of {_dotted(stored['node'])}"
    kind = stored.get("class") or next(iter(stored))
    children: list[Json] = next(iter(stored.values()))
    return f"{kind} of {len(children)}"


def _describe_like(like: Any) -> str:
    if is_array(like):
        return f"{_dtype_name(like)}[{','.join(map(str, like.shape))}]"
    if like is None or kind_of(like) is None:
        return _show_like(like)
    cls = cast("type[object]", type(like))
    if cls in SEQUENCES or cls in DICTS:
        return f"{cls.__name__} of {len(like)}"
    return f"object of {cls.__module__}.{cls.__qualname__}"


def _show_like(value: Any) -> str:
    """Show a value of the template as one of the file is shown."""
    try:
        return brief(show(encode(value, "")))
    except CheckpointError:
        return brief(repr(value))
