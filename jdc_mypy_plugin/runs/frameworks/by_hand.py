"""Objects that functions of the program flatten and put together: ``register_pytree_node`` and its relatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from jdc_operations.values import NONE, UNKNOWN

from ..attributes import attribute
from ..things import Class, Object, Row, Thing

if TYPE_CHECKING:
    from ..machine import Machine

_MODULES: Final = ("jax.tree_util", "jax._src.tree_util")
_METHODS: Final[Mapping[str, str]] = {
    f"{module}.{name}": method
    for module in _MODULES
    for name, method in (
        ("register_pytree_node_class", "tree_flatten"),
        ("register_pytree_with_keys_class", "tree_flatten_with_keys"),
    )
}
"""The functions that are given a class alone, each with the method that flattens its objects."""
_FUNCTIONS: Final = frozenset(
    f"{module}.{name}" for module in _MODULES for name in ("register_pytree_node", "register_pytree_with_keys")
)
_KEYS: Final = "with_keys"


@dataclass(frozen=True, eq=False)
class Flattening:
    """How the objects of a class are flattened, and put together."""

    flatten: Thing
    unflatten: Thing
    has_keys: bool


class TakenApart(NamedTuple):
    """The children and the auxiliary data of an object; the children are None where they are not known."""

    by: Flattening
    children: Sequence[Thing] | None
    aux: Thing


def registered(name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing | None:
    """Return what a function of JAX that registers a class gives, and note how its objects are flattened.

    Return None of any other function.
    """
    cls = given[0] if given else keywords.get("nodetype", UNKNOWN)
    if not isinstance(cls, Class):
        return None
    if name in _METHODS:
        flatten, unflatten = (attribute(cls, each, machine) for each in (_METHODS[name], "tree_unflatten"))
        machine.flattened[cls.info] = Flattening(flatten, unflatten, _KEYS in name)
        return cls
    if name in _FUNCTIONS:
        flatten, unflatten = given[1:3] if len(given) > 2 else (UNKNOWN, UNKNOWN)
        machine.flattened[cls.info] = Flattening(flatten, unflatten, _KEYS in name)
        return NONE
    return None


def taken_apart(thing: Thing, machine: Machine) -> TakenApart | None:
    """Return what is in an object that functions of the program flatten; None of anything else."""
    by = machine.flattened.get(thing.info) if isinstance(thing, Object) and thing.info is not None else None
    if by is None:
        return None
    made = machine.calls.apply(by.flatten, [thing], {}, None)
    pair = _items(made)
    if pair is None or len(pair) != 2:
        return TakenApart(by, None, UNKNOWN)
    children = _items(pair[0])
    if children is not None and by.has_keys:
        pairs = [_items(each) for each in children]
        known = [each[1] for each in pairs if each is not None and len(each) == 2]
        children = known if len(known) == len(pairs) else None
    return TakenApart(by, children, pair[1])


def put_together(parts: TakenApart, children: Sequence[Thing], machine: Machine) -> Thing:
    """Return the object that is made of other children."""
    row = Row(machine.changes.regions, items=[*children], is_list=False)
    with machine.tracers.aside():  # jdc-flatten tells of constructors that need values
        return machine.calls.apply(parts.by.unflatten, [parts.aux, row], {}, None)


def _items(thing: Thing) -> list[Thing] | None:
    return thing.items if isinstance(thing, Row) and not thing.is_once else None
