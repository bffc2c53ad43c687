"""Trees of arrays: what is done to each leaf."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Decorator, Expression, TypeInfo

from jdc_operations.evaluation import evaluate_operator
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Text

from ..evaluate.calls.tracing import traced
from ..evaluate.declared.batched import applied
from ..evaluate.operation_values import in_mode
from ..libraries.registry import COPIERS
from ..model.classes import PytreeClass, model_of, pytree_bases
from .bounds import DEEPEST, Allowance
from .changes import copied, things_in
from .frameworks.by_hand import TakenApart, put_together, taken_apart
from .frameworks.optimizer_things import State, no_updates
from .objects import as_dict, deep_copy, fields_of, replaced
from .replaced_fields import judge_fields
from .structures import misfit
from .thing_values import lifted, plain
from .things import (
    Chain,
    Foreign,
    Held,
    Initial,
    Layer,
    Made,
    Method,
    ModuleState,
    Named,
    Object,
    Own,
    Partly,
    Row,
    Stream,
    Table,
    Thing,
)

if TYPE_CHECKING:
    from .machine import Machine

Keywords = Mapping[str, Thing]
OfLibrary = Callable[[Sequence[Thing], Keywords, "Expression | None", "Machine"], Thing]


_MAY_BE_TREES: Final = Chain | Foreign | Layer | Made | Method | Named | Object | Partly | Stream

_UNTRACED: Final = Own | Named | Initial | ModuleState | State
"""Leaves that stay what they are."""

_DATACLASS: Final = "dataclass"
"""The key of what mypy keeps of a dataclass."""


def is_tree(thing: Thing) -> bool:
    """Return whether JAX looks for arrays inside a thing."""
    if isinstance(thing, Row | Table):
        return True
    return isinstance(thing, Object) and thing.info is not None and _is_registered(thing.info)


def _is_registered(info: TypeInfo) -> bool:
    return info.is_named_tuple or any(True for _ in pytree_bases(info))


def statics(thing: Held) -> Sequence[bool]:
    """Return which of the things in a tree are not certain to be data: JAX leaves them as they are, or drops them."""
    return [each != "data" for each in roles(thing)]


def roles(thing: Held) -> Sequence[str]:
    """Return the role of each of the things in a tree: data, static, or one of which nothing more is known."""
    inside = things_in(thing) or []
    if not isinstance(thing, Object) or thing.info is None or thing.info.is_named_tuple:
        return ["data"] * len(inside)
    base = next(pytree_bases(thing.info), None)
    model = None if base is None else model_of(base)
    return ["data" if model is None else _role(name, model) for name in thing.attributes or ()]


def _role(name: str, model: PytreeClass) -> str:
    """Return the role of a field; what a cached property of a dataclass holds is no field, and counts as static."""
    if name in model.fields:
        return model.role_of(name)
    is_dataclass = _DATACLASS in model.info.metadata and not model.facts.keeps_attributes
    symbol = model.info.get(name) if is_dataclass else None
    return "static" if symbol is not None and isinstance(symbol.node, Decorator) else "data"


def each_leaf(
    thing: Thing, function: Callable[[Thing], Thing], machine: Machine, depth: int = 0, *, is_followed: bool = True
) -> Thing:
    """Return a tree with something else in the place of each leaf.

    The functions of the program that flatten its objects are followed, unless those are to stay as they are.
    """
    if thing is NONE:
        return thing
    apart = taken_apart(thing, machine) if is_followed and depth <= DEEPEST else None
    if apart is not None:
        if apart.children is None:
            return machine.leave(UNKNOWN, [thing])
        children = [each_leaf(each, function, machine, depth + 1) for each in apart.children]
        return put_together(apart, children, machine)
    if not isinstance(thing, Held) or not is_tree(thing):
        return function(thing)
    inside = things_in(thing)
    if inside is None or depth > DEEPEST:
        return UNKNOWN
    machine.step()
    made = [
        each_leaf(each, function, machine, depth + 1, is_followed=is_followed)
        if role == "data"
        else each
        if role == "static"
        else UNKNOWN
        for each, role in zip(inside, roles(thing), strict=True)
    ]
    return copied(thing, made, machine.changes.regions)


def leaves(thing: Thing, machine: Machine) -> Iterator[Thing]:
    """Yield the leaves of a tree; UNKNOWN in the place of those that are not known."""
    return _leaves_of(thing, machine, 0, Allowance())


def _leaves_of(thing: Thing, machine: Machine, depth: int, allowance: Allowance) -> Iterator[Thing]:
    allowance.take()
    if thing is NONE:
        return
    apart = taken_apart(thing, machine) if depth <= DEEPEST else None
    if apart is not None:
        for each in (UNKNOWN,) if apart.children is None else apart.children:
            yield from _leaves_of(each, machine, depth + 1, allowance)
        return
    if not isinstance(thing, Held) or not is_tree(thing):
        yield UNKNOWN if isinstance(thing, _MAY_BE_TREES) else thing
        return
    inside = things_in(thing)
    if inside is None or depth > DEEPEST:
        yield UNKNOWN
        return
    if isinstance(thing, Table) and thing.entries is not None and not thing.is_ordered:  # JAX sorts the keys
        names = sorted(each for each in thing.entries if isinstance(each, str))
        inside = [thing.entries[name] for name in names] if len(names) == len(inside) else [UNKNOWN]
    for each, role in zip(inside, roles(thing) or ["data"] * len(inside), strict=False):
        if role == "data":
            yield from _leaves_of(each, machine, depth + 1, allowance)
        elif role == "unknown":
            yield UNKNOWN


def traced_leaf(leaf: Thing) -> Thing:
    """Return what a transformation makes of a leaf."""
    if isinstance(leaf, Own | Named | Initial | ModuleState | State) or (
        isinstance(leaf, Held) and not is_tree(leaf)
    ):
        return leaf
    return lifted(traced(plain(leaf)), frozenset())


def without_weak(leaf: Thing) -> Thing:
    """Return a leaf whose dtype may be weak or not."""
    made = traced_leaf(leaf)
    return dataclasses.replace(made, weak=None) if isinstance(made, ArrayValue) else made


def paired(trees: Sequence[Thing], function: Callable[[Sequence[Thing]], Thing], machine: Machine) -> Thing:
    """Return what a function makes of the leaves of several trees, which have the structure of the first."""
    first = trees[0]
    apart = [taken_apart(each, machine) for each in trees]
    if apart[0] is not None:
        return _paired_by_hand(trees, apart, function, machine)
    if first is NONE:
        return first
    if not isinstance(first, Held) or not is_tree(first):
        return _with_leaf(first, trees[1:], function)
    inside = [in_order_of(first, each) for each in trees]
    known = [each for each in inside if each is not None]
    if inside[0] is None:
        return UNKNOWN
    machine.step()
    if len(known) < len(trees) or any(len(each) != len(known[0]) for each in known):
        blank = [UNKNOWN] * (len(trees) - 1)
        return each_leaf(first, lambda leaf: function([leaf, *blank]), machine)
    inner = [
        paired(group, function, machine) if role == "data" else group[0] if role == "static" else UNKNOWN
        for group, role in zip(zip(*known, strict=True), roles(first), strict=True)
    ]
    return copied(first, inner, machine.changes.regions)


def in_order_of(first: Held, other: Thing) -> list[Thing] | None:
    """Return what is in a container of the kind of another one, in the order of that; None of any other."""
    if not isinstance(other, Held) or type(other) is not type(first):
        return None
    if isinstance(first, Table) and isinstance(other, Table) and first.entries and other.entries:
        entries = other.entries
        if first.entries.keys() == entries.keys():  # the keys of a dict have no order to JAX
            return [entries[key] for key in first.entries]
    return things_in(other)


def _with_leaf(first: Thing, others: Sequence[Thing], function: Callable[[Sequence[Thing]], Thing]) -> Thing:
    """Return what a function makes of a leaf and what stands in its place in other trees, or of a tree not known."""
    if first is not UNKNOWN and not isinstance(first, Foreign | Method):
        return function([first, *others])
    function([first, *(UNKNOWN if isinstance(each, Held) and is_tree(each) else each for each in others)])
    return UNKNOWN


def _paired_by_hand(
    trees: Sequence[Thing],
    apart: Sequence[TakenApart | None],
    function: Callable[[Sequence[Thing]], Thing],
    machine: Machine,
) -> Thing:
    """Return what a function makes of the leaves of objects that functions of the program flatten."""
    first, inside = apart[0], [each.children for each in apart if each is not None and each.children is not None]
    is_known = len(inside) == len(trees) and len({len(each) for each in inside}) == 1
    if first is None or not is_known:
        return machine.leave(UNKNOWN, [*trees])
    children = [paired(group, function, machine) for group in zip(*inside, strict=True)]
    return put_together(first, children, machine)


def _mapped(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``jax.tree.map(f, tree, *rest)``."""
    if len(given) < 2 or keywords:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    function = given[0]

    def of_leaf(leaf: Sequence[Thing]) -> Thing:
        if isinstance(leaf[0], Layer | Chain):
            return machine.leave(UNKNOWN, [function])
        return UNKNOWN if isinstance(leaf[0], Text) else machine.calls.apply(function, leaf, {}, at)

    _judge(given[1:], "jax.tree.map", at, machine)
    return paired(given[1:], of_leaf, machine)


def _judge(trees: Sequence[Thing], name: str, at: Expression | None, machine: Machine) -> None:
    """Note trees that have not the structure of the first."""
    found = next((each for other in trees[1:] if (each := misfit(trees[0], other)) is not None), None)
    if found is not None and at is not None:
        machine.fail(at, Failure(f"{name} takes trees of one structure, not {found[0]} and {found[1]}"))


def _leaves(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    found = list(leaves(given[0], machine)) if len(given) == 1 and not keywords else []
    return UNKNOWN if not found or UNKNOWN in found else Row(machine.changes.regions, items=found)


def _updated(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``optax.apply_updates(params, updates)``: parameters of the dtypes that they have."""

    def add(pair: Sequence[Thing]) -> Thing:
        if isinstance(pair[0], Layer | Chain):
            return pair[0]
        one, other = plain(pair[0]), plain(pair[1])
        if not isinstance(one, ArrayValue) or not isinstance(other, ArrayValue):
            return pair[0] if other is NONE else UNKNOWN
        found = applied(lambda put: evaluate_operator("+", put(one), put(other)), (one, other))
        if isinstance(found, Failure) and at is not None:
            return machine.fail(at, found)
        made = UNKNOWN if isinstance(found, Failure) else in_mode(found)
        known = dataclasses.replace(made, dtype=one.dtype, weak=None) if isinstance(made, ArrayValue) else UNKNOWN
        return machine.tracers.result(known, pair)

    if len(given) != 2 or keywords:
        return UNKNOWN
    reason = no_updates(given[1])
    if reason and at is not None:
        return machine.fail(at, Failure(reason))
    _judge(given, "optax.apply_updates", at, machine)
    if isinstance(given[0], Initial):
        return given[0]
    return paired(given, add, machine)


def like(tree: Thing, machine: Machine) -> Thing:
    """Return a tree with the same leaves that nobody writes to."""
    return each_leaf(tree, lambda leaf: leaf, machine, is_followed=False)


def updates_of(gradients: Thing, state: State, machine: Machine) -> Thing:
    """Return what ``update`` of an optimizer gives: updates with the shapes of the gradients, and its state."""

    def update(leaf: Thing) -> Thing:
        made = traced_leaf(leaf)
        return dataclasses.replace(made, dtype=None, weak=None) if isinstance(made, ArrayValue) else UNKNOWN

    made = each_leaf(gradients, update, machine)
    return Row(machine.changes.regions, items=[made, state], is_list=False)


def _of_one(function: Callable[[Thing, Machine], Thing]) -> OfLibrary:
    """Return what handles the calls of a function that takes one thing, and perhaps how to."""

    def called(given: Sequence[Thing], keywords: Keywords, _: Expression | None, machine: Machine) -> Thing:
        is_one = len(given) == 1
        return function(given[0], machine) if is_one else machine.leave(UNKNOWN, [*given, *keywords.values()])

    return called


def _opened(thing: Thing, machine: Machine) -> Thing:
    """Return a copy whose fields may be assigned."""
    machine.opens_copies = True
    return deep_copy(thing, machine)


def _put(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``jax.device_put(tree, device)``: arrays of JAX in the place of those of NumPy."""
    return each_leaf(given[0], traced_leaf, machine) if given else UNKNOWN


def _replaced(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    owner = given[0] if len(given) == 1 else UNKNOWN
    if not isinstance(owner, Object) or owner.attributes is None:
        return UNKNOWN
    judge_fields(owner, keywords, machine)
    return replaced(owner, keywords, machine)


TREES: Final[Mapping[str, OfLibrary]] = {
    **dict.fromkeys(("jax.tree.map", "jax.tree_map", "jax.tree_util.tree_map"), _mapped),
    **dict.fromkeys(("jax.tree.leaves", "jax.tree_leaves", "jax.tree_util.tree_leaves"), _leaves),
    **dict.fromkeys(("optax.apply_updates", "equinox.apply_updates"), _updated),
    "jax.device_put": _put,
    "dataclasses.fields": _of_one(fields_of),
    "dataclasses.asdict": lambda given, keywords, at, machine: _of_one(as_dict)(
        [*given, *keywords.values()], {}, at, machine
    ),
    **dict.fromkeys(("dataclasses.replace", "copy.replace", "jdc_runtime.replace"), _replaced),
    **dict.fromkeys(
        (*COPIERS, "copy.deepcopy", "jdc_runtime.copy_and_mutate", "jax_dataclasses.copy_and_mutate"),
        _of_one(_opened),
    ),
}
"""Functions of libraries that make trees, by the names that programs import."""
