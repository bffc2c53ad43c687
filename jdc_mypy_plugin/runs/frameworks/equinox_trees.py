"""Functions of equinox on trees: ``filter``, ``partition``, ``combine`` and ``tree_at``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.registry import OPERATIONS
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Scalar, Text
from jdc_spec.dtypes import covered

from ...evaluate.operation_values import result_of
from ..bounds import DEEPEST
from ..changes import copied, things_in
from ..things import Chain, Foreign, Held, Layer, Named, Object, Own, Row, Thing
from ..trees import Keywords, OfLibrary, each_leaf, is_tree

if TYPE_CHECKING:
    from ..machine import Machine

_ARRAYS: Final = ("equinox.is_array", "equinox.is_array_like")
_INEXACT: Final = ("equinox.is_inexact_array", "equinox.is_inexact_array_like")
_LIKE: Final = ("equinox.is_array_like", "equinox.is_inexact_array_like")
_OTHER: Final = Foreign("equinox")
"""The part of a layer of the library that a filter leaves out."""


def _meets(leaf: Thing, name: str) -> bool | None:
    """Return whether a leaf meets a condition of equinox; None where that is not known."""
    if isinstance(leaf, Text | Own) or (isinstance(leaf, Named) and leaf.name in OPERATIONS):
        return False
    if isinstance(leaf, Scalar):
        return (name in _ARRAYS or leaf.kind in ("float", "complex")) if name in _LIKE else False
    if not isinstance(leaf, ArrayValue) or leaf.library != "jax":
        return None  # whether arrays of NumPy count is a matter of the version
    if name in _ARRAYS:
        return True
    dtype = result_of(leaf).dtype
    known, inexact = covered(dtype) if dtype is not None else frozenset[str](), covered("inexact")
    return True if known and known <= inexact else False if known and known.isdisjoint(inexact) else None


def _halves(tree: Thing, condition: Thing, machine: Machine) -> tuple[Thing, Thing] | None:
    """Return the tree of the leaves that meet a condition, and that of the others; None where that is not known."""
    name = condition.name if isinstance(condition, Named) else ""
    if name not in (*_ARRAYS, *_INEXACT) or not isinstance(tree, Held):
        return None

    def half(leaf: Thing, *, is_met: bool) -> Thing:
        if isinstance(leaf, Layer | Chain):
            return leaf if is_met else _OTHER
        met = _meets(leaf, name)
        return UNKNOWN if met is None else leaf if met is is_met else NONE

    return (
        each_leaf(tree, lambda leaf: half(leaf, is_met=True), machine),
        each_leaf(tree, lambda leaf: half(leaf, is_met=False), machine),
    )


def _filtered(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``eqx.filter(tree, condition)``."""
    halves = _halves(given[0], given[1], machine) if len(given) == 2 and not keywords else None
    return _left("equinox.filter", given, keywords, machine) if halves is None else halves[0]


def _partitioned(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``eqx.partition(tree, condition)``."""
    halves = _halves(given[0], given[1], machine) if len(given) == 2 and not keywords else None
    if halves is None:
        return _left("equinox.partition", given, keywords, machine)
    return Row(machine.changes.regions, items=[*halves], is_list=False)


def _combined(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``eqx.combine(*trees)``: of each place the first value that is not None."""
    if not given or keywords:
        return _left("equinox.combine", given, keywords, machine)
    made = given[0]
    for each in given[1:]:
        made = _both(made, each, machine, 0)
    return made


def _both(one: Thing, other: Thing, machine: Machine, depth: int) -> Thing:
    if one is NONE or other is NONE:
        return other if one is NONE else one
    if isinstance(one, Layer | Chain) or isinstance(other, Layer | Chain):
        return one if other is _OTHER else other if one is _OTHER else UNKNOWN
    if not isinstance(one, Held):
        return UNKNOWN if isinstance(one, Foreign) else one
    mine, its = things_in(one), things_in(other) if isinstance(other, Held) and type(other) is type(one) else None
    is_other = isinstance(one, Object) and isinstance(other, Object) and one.info is not other.info
    if not is_tree(one) or is_other or mine is None or its is None or len(mine) != len(its) or depth > DEEPEST:
        return UNKNOWN
    machine.step()
    made = [_both(*pair, machine, depth + 1) for pair in zip(mine, its, strict=True)]
    return copied(one, made, machine.changes.regions)


def _put_at(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``eqx.tree_at(where, tree, replace)``: a copy with something else in one place, or in several."""
    said = {**dict(zip(("where", "pytree", "replace", "replace_fn"), given, strict=False)), **keywords}
    where, tree = said.pop("where", UNKNOWN), said.pop("pytree", UNKNOWN)
    if not isinstance(where, Own) or not isinstance(tree, Held) or len(said) != 1 or not is_tree(tree):
        return _left("equinox.tree_at", given, keywords, machine)
    whole = each_leaf(tree, lambda leaf: _anew(leaf, machine), machine)
    targets = machine.calls.apply(where, [whole], {}, None)
    new = _replacements(whole, targets, said, at, machine)
    return _left("equinox.tree_at", given, keywords, machine) if new is None else _with(whole, new, machine, 0)


def _anew(leaf: Thing, machine: Machine) -> Thing:
    """Return a leaf that is no other one's object, so that it can be told from its equals."""
    if isinstance(leaf, ArrayValue):
        return machine.tracers.made(leaf) if machine.tracers.by(leaf) is not None else dataclasses.replace(leaf)
    return dataclasses.replace(leaf) if isinstance(leaf, Scalar) else leaf


def _replacements(
    whole: Thing, targets: Thing, said: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Mapping[int, Thing] | None:
    """Return what comes into the places of a tree, by the id of what is there; None where that is not known."""
    replace = said.get("replace")
    pairs: list[tuple[Thing, Thing | None]] = [(targets, replace)]
    if not _is_in(whole, targets, 0):
        nodes, values = (each.items if isinstance(each, Row) else None for each in (targets, replace))
        if nodes is None or not all(_is_in(whole, each, 0) for each in nodes):
            return None
        if replace is not None and (values is None or len(values) != len(nodes)):
            return None
        pairs = [(node, None if values is None else values[place]) for place, node in enumerate(nodes)]
    if "replace_fn" in said:
        return {id(node): machine.calls.apply(said["replace_fn"], [node], {}, at) for node, _ in pairs}
    known = {id(node): value for node, value in pairs if value is not None}
    return known if known and len(known) == len(pairs) else None


def _is_in(whole: Thing, part: Thing, depth: int) -> bool:
    """Return whether a thing is in a tree, and can be told from what else is there."""
    if part is UNKNOWN or part is NONE or depth > DEEPEST:
        return False
    if whole is part:
        return isinstance(part, Held | ArrayValue | Scalar)
    if not isinstance(whole, Held) or not is_tree(whole):
        return False
    return any(_is_in(each, part, depth + 1) for each in things_in(whole) or ())


def _with(whole: Thing, new: Mapping[int, Thing], machine: Machine, depth: int) -> Thing:
    if id(whole) in new:
        return new[id(whole)]
    inside = things_in(whole) if isinstance(whole, Held) and is_tree(whole) and depth <= DEEPEST else None
    if inside is None or not isinstance(whole, Held):
        return whole
    machine.step()
    return copied(whole, [_with(each, new, machine, depth + 1) for each in inside], machine.changes.regions)


def _left(name: str, given: Sequence[Thing], keywords: Keywords, machine: Machine) -> Thing:
    return machine.leave(Named(name), [*given, *keywords.values()])


EQUINOX_TREES: Final[Mapping[str, OfLibrary]] = {
    "equinox.filter": _filtered,
    "equinox.partition": _partitioned,
    "equinox.combine": _combined,
    "equinox.tree_at": _put_at,
}
"""The functions by the names that programs import."""
