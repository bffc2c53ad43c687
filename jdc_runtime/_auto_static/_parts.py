"""The static leaves of return values: how each call gets them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import jax

from ._kinds import class_of
from ._snapshot import Reader, is_fixed

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


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

    __slots__ = ()

    def __init__(self, value: Any) -> None:
        super().__init__(value, self._read(value))

    @staticmethod
    def _read(value: Any) -> Hashable:
        return Reader(caches=False).read(value)

    def get(self, given: Sequence[Any]) -> Any:
        """See `Part`."""
        if self._read(self.value) != self._key:
            raise ValueError(
                f"the static return value {self.value!r} was changed in place after the function was traced, so the "
                "compiled function would return something else than the function itself; return a copy, or an "
                "object that is not changed"
            )
        return super().get(given)


def part_of(value: Any, content: Hashable) -> Part:
    """Return the part for a value that is no argument, with its snapshot."""
    cls: Any = class_of(value)
    if is_fixed(cls) or isinstance(value, jax.Array):
        return Constant(value, content)
    if cls.__hash__ is None:
        try:
            return Copied(value, content)
        except Exception:  # whatever keeps a class from being copied
            return Checked(value)
    return Checked(value)
