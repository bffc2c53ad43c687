"""The static leaves of return values: how each call gets them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import jax

from .snapshot import Reader
from .traced_leaves import class_of
from .unchangeable import is_fixed

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence


class Part:
    """A static leaf of a return value, compared by a key."""

    __slots__ = ("__weakref__", "_key")

    def __init__(self, key: Hashable) -> None:
        self._key = key

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def get(self, given: Sequence[Any]) -> Any:
        """Return the value for a call with these static arguments."""
        raise NotImplementedError


class Given(Part):
    """A static argument that is returned: each call gets back its own."""

    __slots__ = ("_index",)

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self._index = index

    def get(self, given: Sequence[Any]) -> Any:
        """See `Part`."""
        return given[self._index]


class Constant(Part):
    """A value that cannot change."""

    __slots__ = ("value",)

    def __init__(self, value: Any, content: Hashable) -> None:
        super().__init__(content)
        self.value = value

    def get(self, given: Sequence[Any]) -> Any:  # noqa: ARG002
        """See `Part`."""
        return self.value


class Copied(Constant):
    """A value without identity that can change: each call gets a new one, of the same objects with identity."""

    __slots__ = ("_shared",)

    def __init__(self, value: Any, content: Hashable) -> None:
        reader = Reader()
        reader.read(value)
        self._shared = {id(shared): shared for shared in reader.identities}
        super().__init__(copy.deepcopy(value, self._shared.copy()), content)

    def get(self, given: Sequence[Any]) -> Any:  # noqa: ARG002
        """See `Part`."""
        return copy.deepcopy(self.value, self._shared.copy())


class Checked(Constant):
    """An object with identity: it is returned unless it has changed since the trace."""

    __slots__ = ("_reader",)

    def __init__(self, value: Any, reader: Callable[[], Reader]) -> None:
        self._reader = reader
        super().__init__(value, reader().read(value))

    def get(self, given: Sequence[Any]) -> Any:
        """See `Part`."""
        if self._reader().read(self.value) != self._key:
            raise ValueError(
                f"the static return value {self.value!r} was changed in place after the function was traced, so the "
                "compiled function would return something else than the function itself; return a copy, or an "
                "object that is not changed"
            )
        return super().get(given)


def is_iterator(value: Any) -> bool:
    """Return whether a value is an iterator of the language, such as a generator: reading uses it up."""
    return class_of(value).__module__ in ("builtins", "itertools") and isinstance(value, Iterator)


def part_of(value: Any, content: Hashable, reader: Callable[[], Reader] | None) -> Part:
    """Return the part for a value that is not an argument, with its snapshot, and a reader if it holds one."""
    cls: Any = class_of(value)
    if (is_fixed(cls) and reader is None) or isinstance(value, jax.Array):
        return Constant(value, content)
    if cls.__hash__ is None:
        with suppress(Exception):  # whatever keeps a class from being copied
            return Copied(value, content)
    return Checked(value, reader or functools.partial(Reader, caches=False))
