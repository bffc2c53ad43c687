"""``jax.tree.flatten`` and its relatives: the leaves of a tree, and trees that are put together again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, Failure

from .bounds import DEEPEST
from .changes import copied, things_in
from .structures import Structure
from .things import Held, Object, Row, Table, Thing
from .trees import Keywords, OfLibrary, is_tree, leaves, like, statics

if TYPE_CHECKING:
    from .machine import Machine


def _flatten(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``leaves, treedef = jax.tree.flatten(tree)``."""
    structure = _structure(given, keywords, at, machine)
    if not isinstance(structure, Structure):
        return structure
    found = list(leaves(given[0], machine))
    regions = machine.changes.regions
    row = UNKNOWN if UNKNOWN in found else Row(regions, items=found)
    return Row(regions, items=[row, structure], is_list=False)


def _structure(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``jax.tree.structure(tree)``."""
    if len(given) != 1 or keywords:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    if is_flattened_by_program(given[0], machine, 0):
        return UNKNOWN
    return Structure(machine.changes.regions, tree=like(given[0], machine))


def is_flattened_by_program(thing: Thing, machine: Machine, depth: int) -> bool:
    """Return whether functions of the program flatten an object in a tree."""
    if not isinstance(thing, Held) or depth > DEEPEST:
        return depth > DEEPEST
    if isinstance(thing, Object) and thing.info in machine.flattened:
        return True
    return any(is_flattened_by_program(each, machine, depth + 1) for each in things_in(thing) or ())


def _unflatten(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``jax.tree.unflatten(treedef, leaves)``."""
    if len(given) == 2 and not keywords and isinstance(given[0], Structure):
        return unflattened(given[0], given[1], at, machine)
    return machine.leave(UNKNOWN, [*given, *keywords.values()])


def unflattened(structure: Structure, row: Thing, at: Expression | None, machine: Machine) -> Thing:
    """Return a tree with other leaves, of which it takes as many as it has."""
    former = list(leaves(structure.tree, machine))
    items = row.items if isinstance(row, Row) and not row.is_once and row.longest is None else None
    if items is None or UNKNOWN in former:
        machine.changes.share(row)
        return UNKNOWN
    if len(items) != len(former):
        counts = f"{len(former)} {'leaf' if len(former) == 1 else 'leaves'}, and is given {len(items)}"
        return UNKNOWN if at is None else machine.fail(at, Failure(f"the tree that is put together has {counts}"))
    return _put_together(structure.tree, iter(items), machine)


def _put_together(tree: Thing, items: Iterator[Thing], machine: Machine, depth: int = 0) -> Thing:
    if tree is NONE:
        return tree
    inside = things_in(tree) if isinstance(tree, Held) and is_tree(tree) else None
    if not isinstance(tree, Held) or inside is None or depth > DEEPEST:
        return next(items, UNKNOWN)
    machine.step()
    if isinstance(tree, Table):
        entries = tree.entries or {}
        names = [each for each in entries if isinstance(each, str)]
        names = names if tree.is_ordered else sorted(names)  # JAX sorts the keys of a dict
        made: dict[Hashable, Thing] = {
            name: _put_together(entries[name], items, machine, depth + 1) for name in names
        }
        return Table(machine.changes.regions, entries=made, is_ordered=tree.is_ordered)
    fixed = zip(inside, statics(tree), strict=False)
    parts = [each if is_static else _put_together(each, items, machine, depth + 1) for each, is_static in fixed]
    return copied(tree, parts, machine.changes.regions)


FLATTENED: Final[Mapping[str, OfLibrary]] = {
    **dict.fromkeys(("jax.tree.flatten", "jax.tree_flatten", "jax.tree_util.tree_flatten"), _flatten),
    **dict.fromkeys(("jax.tree.structure", "jax.tree_structure", "jax.tree_util.tree_structure"), _structure),
    **dict.fromkeys(("jax.tree.unflatten", "jax.tree_unflatten", "jax.tree_util.tree_unflatten"), _unflatten),
}
"""Functions of JAX that take trees apart, by the names that programs import."""
