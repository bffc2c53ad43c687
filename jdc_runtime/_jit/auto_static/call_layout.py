"""The positions of static and other leaves in a call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any, cast

from .atoms import is_atom
from .jax_trees import unflatten

Leaves = Sequence[Any]
Take = Callable[[Leaves], tuple[Any, ...]]
Snapshots = tuple[Hashable, ...]


class Layout:
    """The positions of static and other leaves in a call.

    ``atoms`` are static leaves that are compared as they are, ``opaque`` ones by their snapshots.
    """

    __slots__ = ("_positions", "identity", "is_traced", "keys", "opaque", "static", "treedef")

    def __init__(
        self, treedef: Any, keys: Hashable, kinds: Leaves, static: Sequence[bool], donated: Sequence[bool]
    ) -> None:
        where: dict[str, list[int]] = {"atoms": [], "opaque": [], "kept": [], "donated": []}
        for index, (kind, is_static, is_donated) in enumerate(zip(kinds, static, donated, strict=True)):
            atomic = isinstance(kind, type) and is_atom(kind)
            role = ("atoms" if atomic else "opaque") if is_static else ("donated" if is_donated else "kept")
            where[role].append(index)
        self.treedef = treedef
        self.keys = keys
        self.opaque = where["opaque"]
        self.static = sorted(where["atoms"] + where["opaque"])
        self._positions = tuple(map(tuple, where.values()))
        self.is_traced = not self.static and not where["donated"]
        self.identity = (treedef, keys, self._positions, tuple(kinds[index] for index in self.static))

    def takers(self) -> tuple[Take, ...]:
        """Return functions that take atoms, opaque, kept and donated leaves out of all leaves."""
        count = self.treedef.num_leaves
        return tuple(_taker(positions, count) for positions in self._positions)

    def merge(self, *parts: Iterable[Any]) -> Any:
        """Put the args and kwargs together from atoms, opaque, kept and donated leaves."""
        leaves: list[Any] = [None] * sum(map(len, self._positions))
        for positions, part in zip(self._positions, parts, strict=False):
            for index, leaf in zip(positions, part, strict=True):
                leaves[index] = leaf
        return unflatten(self.treedef, leaves)


def _taker(positions: tuple[int, ...], count: int) -> Take:
    if not positions:
        return lambda _: ()
    if len(positions) == count:
        return tuple
    if len(positions) == 1:
        return lambda leaves: (leaves[positions[0]],)
    return cast("Take", cast("Any", itemgetter)(*positions))
