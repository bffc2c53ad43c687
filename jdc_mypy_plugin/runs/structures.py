"""The structures of two trees that JAX wants to be one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from jdc_operations.values import UNKNOWN, ArrayValue, Scalar
from jdc_spec.shapes import show

from ..evaluate.operation_values import result_of
from .bounds import DEEPEST
from .changes import things_in
from .things import Initial, Member, Object, Row, Table, Thing

_MOST_NAMED: Final = 6
"""Keys of a dict beyond which a message names none."""


@dataclass(eq=False)
class Structure(Object):
    """The containers of a tree, as ``jax.tree.structure`` gives them."""

    tree: Thing = UNKNOWN


def differing(one: Thing, other: Thing, depth: int = 0) -> tuple[str, str] | None:
    """Return an array and a container that stand at one place of two trees, as a message names them.

    Other differences are those that `jdc-carry` sees in the source.
    """
    if _is_leaf(one) is not _is_leaf(other):
        shown, changed = named(one), named(other)
        return None if shown is None or changed is None else (shown, changed)
    if not isinstance(one, Row | Table) or type(one) is not type(other) or depth > DEEPEST:
        return None
    if isinstance(one, Table) and isinstance(other, Table):
        mine, its = one.entries or {}, other.entries or {}
        pairs = [(each, its[key]) for key, each in mine.items() if key in its]
    else:
        pairs = [*zip(things_in(one) or (), (isinstance(other, Row) and other.items) or (), strict=False)]
    return next((found for a, b in pairs if (found := differing(a, b, depth + 1)) is not None), None)


def misfit(tree: Thing, other: Thing, depth: int = 0) -> tuple[str, str] | None:
    """Return two parts of trees that ``jax.tree.map`` cannot go through together, as a message names them.

    The other tree may go on where the first one has a leaf.
    """
    if isinstance(tree, Initial) or isinstance(other, Initial):
        return _misfit_of_modules(tree, other)
    mine, its = _parts(tree), _parts(other)
    if mine is None or depth > DEEPEST or not (_is_leaf(other) or its is not None):
        return None
    shown, changed = with_keys(tree), with_keys(other)
    if _kind(tree) != _kind(other) or its is None or mine.keys() != its.keys():
        return None if shown is None or changed is None else (shown, changed)
    return next((found for key in mine if (found := misfit(mine[key], its[key], depth + 1)) is not None), None)


def _misfit_of_modules(tree: Thing, other: Thing) -> tuple[str, str] | None:
    """Return two trees of which one is a dict that flax makes for a module, and the other an array or a list."""
    shown, changed = _words(tree), _words(other)
    are_both = isinstance(tree, Initial) and isinstance(other, Initial)
    is_known = bool(shown and changed) and not are_both and not _is_leaf(tree)  # the other tree may go on below
    return (shown, changed) if is_known else None


def _words(thing: Thing) -> str:
    """Return how a message names what is certain to be a dict of a module, or an array or a list; "" of others."""
    if isinstance(thing, Initial) and thing.is_whole:
        return f'the collection "{thing.part}" of a module' if thing.part else "the variables of a module"
    return (named(thing) or "") if _is_leaf(thing) or isinstance(thing, Row) else ""


def _kind(thing: Thing) -> object:
    """Return what JAX compares of two containers, and the numbers of what is in them."""
    return thing.info if isinstance(thing, Object) else (type(thing), isinstance(thing, Row) and thing.is_list)


def _parts(thing: Thing) -> Mapping[Hashable, Thing] | None:
    """Return what is in a container that is a node of a tree for certain; None of anything else."""
    if isinstance(thing, Row) and thing.items is not None and not thing.is_once and thing.longest is None:
        return dict(enumerate(thing.items))
    if isinstance(thing, Table) and thing.factory is None:
        return thing.entries
    is_tuple = isinstance(thing, Object) and thing.info is not None and thing.info.is_named_tuple
    if isinstance(thing, Object) and is_tuple and thing.attributes is not None:
        return {name: each for name, each in thing.attributes.items()}  # noqa: C416 - keys of another type
    return None


def with_keys(thing: Thing) -> str | None:
    """Return how a message names an array or a container, with the keys of a dict."""
    if isinstance(thing, Table) and thing.entries and len(thing.entries) <= _MOST_NAMED:
        return f"a dict of {', '.join(map(shown_key, thing.entries))}"
    return named(thing)


def shown_key(key: Hashable) -> str:
    """Return a key of a dict as a message shows it."""
    if isinstance(key, Member):
        return f"{key.enum.name}.{key.name}"
    return f'"{key}"' if isinstance(key, str) else repr(key)


def _is_leaf(thing: Thing) -> bool:
    return isinstance(thing, ArrayValue | Scalar)


def named(thing: Thing) -> str | None:
    """Return how a message names an array or a container of a known number of items; None of anything else."""
    if isinstance(thing, ArrayValue):
        sizes = result_of(thing).sizes
        return "an array" if sizes is None else f"an array of shape {show(sizes)}"
    if isinstance(thing, Row) and thing.items is not None and not thing.is_once and thing.longest is None:
        count = len(thing.items)
        return f"a {'list' if thing.is_list else 'tuple'} of {count} {'item' if count == 1 else 'items'}"
    if isinstance(thing, Table) and thing.entries is not None:
        return "a dict"
    if type(thing) is Object and thing.info is not None:
        return f'an object of "{thing.info.name}"'
    return "a number" if isinstance(thing, Scalar) else None
