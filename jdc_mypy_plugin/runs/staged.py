"""Tracers that come out of a loop, a branch or a mapped function that runs inside a trace.

Under ``jax.jit``, and in the loops and branches of ``jax.lax``, every operation of JAX is staged, so that a loop
inside gives tracers, whatever goes in. A leaf that its function hands on as it is may come out as the array that went
in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from .bounds import DEEPEST
from .changes import copied, things_in
from .things import Held, Thing
from .trees import each_leaf, in_order_of, is_tree, statics

if TYPE_CHECKING:
    from .machine import Machine


def calculated(result: Thing, given: Iterable[Thing], machine: Machine) -> frozenset[int]:
    """Return the ids of the leaves that a function has calculated of tracers, inside of its transformation."""
    if not machine.tracers.is_staged_around:
        return frozenset()
    same = {id(leaf) for each in given for leaf in _leaves(each)}
    return frozenset(
        id(leaf) for leaf in _leaves(result) if id(leaf) not in same and machine.tracers.by(leaf) is not None
    )


def beside(tree: Thing, other: Thing, chosen: Collection[int], machine: Machine) -> set[int]:
    """Return the ids of the leaves of a tree in whose place another has a chosen one, or a tracer from outside."""
    pairs = _pairs(tree, other) if machine.tracers.is_staging else ()
    return {id(mine) for mine, its in pairs if id(its) in chosen or machine.tracers.by(its) is not None}


def staged(tree: Thing, chosen: Collection[int], machine: Machine) -> Thing:
    """Return a tree with tracers of what stages around in the place of the chosen leaves."""
    if not chosen:
        return tree

    def made(leaf: Thing) -> Thing:
        return machine.tracers.staged(leaf) if id(leaf) in chosen else leaf

    return each_leaf(tree, made, machine, is_followed=False)


def marked(tree: Thing, machine: Machine, depth: int = 0) -> Thing:
    """Return what a function gets of a tree where arrays alone are traced, and anything else stays as it is."""
    inside = things_in(tree) if isinstance(tree, Held) and is_tree(tree) else None
    if not isinstance(tree, Held) or inside is None or depth > DEEPEST:
        return machine.tracers.made(tree)
    machine.step()
    fixed = zip(inside, statics(tree), strict=True)
    made = [each if is_static else marked(each, machine, depth + 1) for each, is_static in fixed]
    return copied(tree, made, machine.changes.regions)


def _leaves(thing: Thing, depth: int = 0) -> Iterator[Thing]:
    """Yield the leaves of a tree, as far as it is known without functions that flatten objects."""
    inside = things_in(thing) if isinstance(thing, Held) and is_tree(thing) else None
    if inside is None or depth > DEEPEST:
        yield thing
        return
    for each in inside:
        yield from _leaves(each, depth + 1)


def _pairs(one: Thing, other: Thing, depth: int = 0) -> Iterator[tuple[Thing, Thing]]:
    """Yield the leaves that stand in one place of two trees."""
    if isinstance(one, Held) and isinstance(other, Held) and type(one) is type(other) and is_tree(one):
        mine, its = things_in(one), in_order_of(one, other)
        if mine is not None and its is not None and len(mine) == len(its) and depth <= DEEPEST:
            for pair in zip(mine, its, strict=True):
                yield from _pairs(*pair, depth + 1)
        return
    yield one, other
