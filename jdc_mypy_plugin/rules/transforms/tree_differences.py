"""How two trees that JAX wants to be the same differ."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.nodes import Expression, TypeInfo

from .changed_copies import makes_copy
from .counted_statics import said
from .trees import UNCHANGED, Key, Known, Said, Tree, What

_CONTAINERS: Final = ("tuple", "list", "dict")
_SHOWN: Final = {"None": "None", "value": "a value", "array": "an array"}


class Kept(NamedTuple):
    """A static value that is written out in the place of the one that an object has."""

    name: str
    value: Expression
    owner: Expression
    of: TypeInfo


class Difference(NamedTuple):
    """Two parts of trees that stand at one place and differ."""

    where: str
    """The place, for a sentence."""
    one: Tree
    other: Tree
    shown: tuple[str, str]
    at: Expression
    """The expression that shows the other part."""
    kept: Kept | None = None
    """Says of which object one part keeps a static value, where only the other part writes it out."""


def differences(one: Tree, other: Tree, where: str) -> Iterator[Difference]:
    """Yield the parts of two trees that are certain to differ in what they are made of; arrays are all alike."""
    if _is_other(one, other):
        yield Difference(where, one, other, (shown(one), shown(other)), other.at)
        return
    for key, part in other.parts.items():
        before = one.parts.get(key)
        if before is not None and part is not None:
            yield from differences(before, part, place(other, key))


def static_differences(one: Tree, other: Tree, known: Known = MappingProxyType({})) -> Iterator[Difference]:
    """Yield the static fields to which two trees give another number or string, or another count of one."""
    if one.info is not other.info:
        return
    for name in dict.fromkeys((*other.statics, *other.counts, *one.statics, *one.counts)):
        before, after = (said(name, tree, known) for tree in (one, other))
        if before is not None and after is not None and _is_other_value(before, after):
            is_kept = after.base is not None and after.value == 0
            written = other.statics.get(name, other.at)
            at = other.at if is_kept or written.line < 0 else written  # a literal of another module has no line here
            kept = _kept(name, one, other, before, after)
            yield Difference(place(other, name), one, other, (before.shown, after.shown), at, kept)
    for key, part in other.parts.items():
        earlier = one.parts.get(key)
        if earlier is not None and part is not None:
            yield from static_differences(earlier, part, known)


def is_of_classes(difference: Difference) -> bool:
    """Return whether two parts are objects of different classes."""
    return (
        difference.one.what == difference.other.what == "object" and difference.one.info is not difference.other.info
    )


def _kept(name: str, one: Tree, other: Tree, before: Said, after: Said) -> Kept | None:
    owner, written = (before.base, other) if after.base is None else (after.base, one)
    value = written.statics.get(name)
    is_kept = owner is not None and {before.base is None, after.base is None} == {True, False}
    if not is_kept or owner is None or value is None or written.info is None:
        return None
    return Kept(name, value, owner, written.info)


def _is_other_value(before: Said, after: Said) -> bool:
    """Return whether two values differ; one that is written out is meant to differ from the one that stays.

    A member of an enumeration may equal a number or text, and a member of another one.
    """
    if before.base is after.base:
        return before.value != after.value and before.enumeration == after.enumeration
    return {before.base is None, after.base is None} == {True, False} and UNCHANGED in (before.shown, after.shown)


def _is_other(one: Tree, other: Tree) -> bool:
    kinds = {one.what, other.what}
    if kinds == {"object"}:
        return _are_unrelated(one, other)
    if len(kinds) == 1:
        is_other_class = one.what == "tuple" and one.info is not other.info
        return is_other_class or (one.what in _CONTAINERS and set(one.parts) != set(other.parts))
    if "None" in kinds:
        return True
    known: set[What] = {"array", "object", *_CONTAINERS}
    return kinds <= known


def _are_unrelated(one: Tree, other: Tree) -> bool:
    """Return whether no object is of the classes of both trees."""
    if one.info is None or other.info is None:
        return False
    return one.info not in other.info.mro and other.info not in one.info.mro


def place(tree: Tree, key: Key) -> str:
    """Return the words for a part of a tree."""
    if tree.info is not None:
        return f'field "{key}" of "{tree.info.name}"'
    return f'"{key}" of the dict' if isinstance(key, str) else f"item {key} of the {tree.what}"


def shown(tree: Tree) -> str:
    """Return the words for what a tree is."""
    if tree.what == "value" and makes_copy(tree.at):
        return "an object"
    if tree.what in _SHOWN:
        return _SHOWN[tree.what]
    if tree.info is not None:
        return f'an object of "{tree.info.name}"'
    if tree.what == "dict":
        return "a dict with " + ", ".join(f'"{key}"' for key in tree.parts) if tree.parts else "an empty dict"
    return f"a {tree.what} of {len(tree.parts)}"
