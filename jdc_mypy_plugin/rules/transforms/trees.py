"""Trees as the source writes them: what a value is, and what its parts are."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from mypy.nodes import Expression, SymbolNode, TypeInfo

from ...typefacts.mutable import is_frozen

What = Literal["None", "value", "array", "tuple", "list", "dict", "object"]
"""The kinds of trees; a ``value`` is anything but None."""
Key = int | str

UNCHANGED: Final = "its old value"
"""The words for the value that an object has had before."""


class Said(NamedTuple):
    """The value of a static field, as the source writes it."""

    base: Expression | None
    """The object that has the value to begin with; None where the value itself is written out."""
    value: int | float | str
    """The value, or what is added to the one of the object; of a member of an enumeration what tells it apart."""
    name: str = ""
    """The member of an enumeration as it is written."""

    @property
    def enumeration(self) -> str:
        """The name of the enumeration; nothing for other values."""
        return self.name.partition(".")[0]

    @property
    def shown(self) -> str:
        """The words for it."""
        if self.base is None:
            return self.name or repr(self.value)
        return UNCHANGED if self.value == 0 else f"{UNCHANGED} {self.value:+}"


class Tree(NamedTuple):
    """A tree, with the expression that shows it."""

    what: What
    at: Expression
    parts: Mapping[Key, Tree | None] = MappingProxyType({})
    """The items of a container, each with None where it is unknown; of an object those that are evident."""
    info: TypeInfo | None = None
    """The class of an object, or of a named tuple."""
    statics: Mapping[str, Expression] = MappingProxyType({})
    """The values that static fields of an object are given."""
    counts: Mapping[str, Said] = MappingProxyType({})
    """Those that a function which makes the object counts on, told by what it was called with."""

    def without(self, names: Container[Key]) -> Tree:
        """Return an object of which some fields are not known."""
        return self._replace(
            parts={name: part for name, part in self.parts.items() if name not in names},
            statics={name: value for name, value in self.statics.items() if name not in names},
            counts={name: value for name, value in self.counts.items() if name not in names},
        )

    def part_at(self, key: Key) -> Tree | None:
        """Return a part; that of a named tuple by its place too."""
        if isinstance(key, int) and self.what == "tuple" and self.info is not None:
            return dict(enumerate(self.parts.values())).get(key)
        return self.parts.get(key)


Known = Mapping[SymbolNode, Tree]
"""The trees that parameters of a function hold."""


def placed(tree: Tree, at: Expression) -> Tree:
    """Return a tree that an expression shows, with all its parts."""
    parts = {key: None if part is None else placed(part, at) for key, part in tree.parts.items()}
    return tree._replace(at=at, parts=parts)


def common(trees: Sequence[Tree]) -> Tree | None:
    """Return what several trees have in common; None where they are of different kinds."""
    first = trees[0]
    if {each.what for each in trees} == {"array", "value"}:
        return Tree("value", first.at)
    if any(each.what != first.what or each.info is not first.info for each in trees):
        return None
    if first.what != "object" and any(each.parts.keys() != first.parts.keys() for each in trees):
        return None
    parts: dict[Key, Tree | None] = {}
    for key in first.parts:
        same = [part for each in trees if (part := each.parts.get(key)) is not None]
        parts[key] = common(same) if len(same) == len(trees) else None
    return Tree(first.what, first.at, parts, first.info)


def lasting(tree: Tree) -> Tree:
    """Return what is sure to stay of a tree that the program may change in place meanwhile."""
    if tree.what in ("list", "dict"):
        return Tree("value", tree.at)
    is_mutable = tree.what == "object" and tree.info is not None and not is_frozen(tree.info)
    return Tree("object", tree.at, info=tree.info) if is_mutable else tree
