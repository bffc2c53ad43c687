"""Find the differences of a copy from its original in structure, leaf shapes and dtypes, with key paths.

Equality of treedefs is not enough: it does not compare the classes of registered dataclasses, and says
nothing about where.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from .._enforced.dtypes import keeps_dtype
from .node_kinds import DefaultDict, Dict, Fields, Kind, Parts, kind_of

if TYPE_CHECKING:
    from .copying import Copy

_NUMBERS: Final = (bool, int, float, complex)
_Compared = tuple[Any, Any, str]
"""A value as it was, the value that is there now, and the key path to them."""


class Comparison:
    """Compares values with originals as these were when they were copied."""

    def __init__(self, copy: Copy, *, descend: bool) -> None:
        self._copies = copy.copies
        self._containers = copy.containers
        self._descend = descend
        """True if to go into children that are the copies of what they are compared with."""
        self._compared: dict[tuple[int, int], object] = {}
        """The nodes that have been compared, by the ids of both. It holds them, so that their ids stay theirs."""

    def differences(self, old: Any, new: Any) -> Iterator[str]:
        """Yield one line for each difference between ``new`` and ``old``; what is there twice is named once.

        Trees may be nested deeper than Python's stack is.
        """
        waiting = [(old, new, "")]
        while waiting:
            old, new, path = waiting.pop()
            if old is new:
                continue
            kind = kind_of(old)
            if type(old) is not type(new) and (kind is not None or kind_of(new) is not None):
                yield _line(path, *_distinguish(old, new))
            elif kind is None:
                yield from (_line(path, *change) for change in _leaf_changes(old, new))
            elif (pair := (id(old), id(new))) not in self._compared:
                self._compared[pair] = old, new
                lines, children = self._in_node(old, self._as_it_was(old, kind), new, path)
                yield from lines
                waiting.extend(reversed(children))

    def _as_it_was(self, original: Any, kind: Kind) -> Parts:
        container = self._containers.get(id(original))
        return kind.take_apart(original) if container is None else container[3:5]

    def _in_node(self, old: Any, parts: Parts, new: Any, path: str) -> tuple[list[str], list[_Compared]]:
        """Return the differences of two nodes themselves, and the children that are still to be compared."""
        kind = kind_of(new)
        assert kind is not None
        lines: list[str] = []
        (old_children, old_structure), (children, structure) = parts, kind.take_apart(new)
        if isinstance(kind, Fields):
            # A static field that the block writes by its name is meant; the one of another object may be an accident.
            if self._copies.get(id(old)) is not new:
                lines += _static_changes(kind, old_structure, structure, path)
        elif isinstance(kind, Dict):
            if isinstance(kind, DefaultDict):
                if not _is_equal(old_structure[-1], structure[-1]):
                    lines.append(_line(path, f"default_factory {_show(old_structure[-1])}", _show(structure[-1])))
                old_structure, structure = old_structure[:-1], structure[:-1]
            change = _key_change(old_structure, structure, ordered=type(new) is OrderedDict)
            if change is not None:
                return [*lines, _line(path, *change)], []
            by_key = dict(zip(old_structure, old_children, strict=True))
            old_children = tuple(by_key[key] for key in structure)
        elif len(old_children) != len(children):
            return [_line(path, *(f"{type(old).__name__} of {len(c)}" for c in (old_children, children)))], []
        elif not _is_equal(old_structure, structure):
            return [_line(path, f"structure {old_structure[0]}", f"{structure[0]}")], []
        return lines, [
            (one, other, path + key)
            for key, one, other in zip(kind.keys(new), old_children, children, strict=True)
            if self._descend or self._copies.get(id(one), self) is not other
        ]


def _line(path: str, before: str, after: str) -> str:
    return f"{path or 'the object itself'}: {before} became {after}"


def _static_changes(kind: Fields, before: tuple[Any, ...], after: tuple[Any, ...], path: str) -> Iterator[str]:
    for name, old, new in zip(kind.layout.static, before, after, strict=False):
        if not _is_equal(old, new):
            yield _line(f"{path}.{name}", f"static value {_show(old)}", _show(new))


def _show(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # of the user's own class
        return f"an object of {_full_name(value)}"


def _is_equal(old: Any, new: Any) -> bool:
    if old is new:
        return True
    try:
        return bool(old == new)
    except Exception:  # arrays, and whatever else has no truth value; JAX could not compare them either
        return False


def _key_change(old: tuple[Any, ...], new: tuple[Any, ...], *, ordered: bool) -> tuple[str, str] | None:
    same = old == new if ordered else old == new or set(old) == set(new)
    return None if same else (f"a dict with keys {list(old)}", f"one with keys {list(new)}")


def _leaf_changes(old: Any, new: Any) -> Iterator[tuple[str, str]]:
    before, after = getattr(old, "shape", ()), getattr(new, "shape", ())
    if not _is_equal(before, after):
        yield f"shape {before}", f"{after}"
    if not _dtypes_agree(old, new):
        yield _dtype_name(old), _dtype_name(new).removeprefix("dtype ")


def _dtypes_agree(old: Any, new: Any) -> bool:
    """Return whether JAX traces both alike, but for weak types: an ``int`` is an ``int32`` to it, no ``float32``."""
    before, after = getattr(old, "dtype", None), getattr(new, "dtype", None)
    if before is not None and after is not None:
        return bool(before == after or _canonical(before) == _canonical(after))
    if before is None and after is None:
        return type(old) is type(new)
    dtype, scalar = (after, old) if before is None else (before, new)
    return type(scalar) in _NUMBERS and keeps_dtype(_canonical(dtype), scalar)


def _canonical(dtype: Any) -> Any:
    """Return the dtype that JAX makes of one, which without ``jax_enable_x64`` is half as wide."""
    return jax.dtypes.canonicalize_dtype(dtype) if isinstance(dtype, np.dtype) else dtype


def _dtype_name(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    return f"type {type(value).__name__}" if dtype is None else f"dtype {dtype}"


def _distinguish(old: Any, new: Any) -> tuple[str, str]:
    before, after = _describe(old), _describe(new)
    if before == after:  # two classes of one name
        return _full_name(old), _full_name(new)
    return before, after


def _full_name(value: object) -> str:
    cls = type(value)
    return f"{cls.__module__}.{cls.__qualname__}"


def _describe(value: Any) -> str:
    if value is None:
        return "None"
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if kind_of(value) is None and shape is not None and dtype is not None:
        return f"{dtype}[{','.join(map(str, shape))}]"
    return type(value).__name__
