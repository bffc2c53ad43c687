"""Names that stand for static values in JAX's caches.

JAX keeps what it has compared, such as static arguments and the structure of trees, in caches of the whole process,
where it outlives the function by thousands of calls. So it is given names, which are compared by identity and refer
weakly to what they stand for; that belongs to the wrapped function and is freed with it.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

T = TypeVar("T")
K = TypeVar("K", bound="Hashable")

_MOST: Final = 4096  # as many as jax.jit keeps programs of one function
_adding: Final = threading.Lock()


class Name(Generic[T]):
    """Stands for an object."""

    __slots__ = ("__weakref__", "_content")

    def __init__(self, content: T) -> None:
        self._content = weakref.ref(content)

    @property
    def content(self) -> T:
        """The object, which whoever calls the wrapped function keeps alive."""
        content = self._content()
        assert content is not None
        return content


def add(table: dict[K, T], key: K, value: T) -> T:
    """Return the value at a key, the given one if there is none; a full table loses its oldest entry."""
    with _adding:
        if key in table:
            return table[key]
        while len(table) >= _MOST:
            del table[next(iter(table))]
        table[key] = value
        return value
