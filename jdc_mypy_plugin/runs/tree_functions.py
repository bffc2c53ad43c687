"""Functions of JAX that go over the leaves of trees, and ``jax.eval_shape``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue

from .flattened import FLATTENED, is_flattened_by_program
from .python.builtin_calls import reduced
from .things import Foreign, Named, Partly, Row, Thing
from .trees import Keywords, OfLibrary, each_leaf, leaves, traced_leaf

if TYPE_CHECKING:
    from .machine import Machine

_PATH: Final = Foreign("jax")
"""The key path of a leaf, of which nothing is known."""
_UNRAVEL: Final = "jax.flatten_util.unravel"
"""The name that stands for the function that ``ravel_pytree`` gives; it is no name of JAX."""


def _known_leaves(given: Sequence[Thing], keywords: Keywords, machine: Machine) -> list[Thing] | None:
    """Return the leaves of the only argument; None where they are not known."""
    found = list(leaves(given[0], machine)) if len(given) == 1 and not keywords else None
    return None if found is None or UNKNOWN in found else found


def _flattened_with_path(
    given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine
) -> Thing:
    """``jax.tree.flatten_with_path(tree)``."""
    made = FLATTENED["jax.tree.flatten"](given, keywords, at, machine)
    if not isinstance(made, Row) or made.items is None:
        return UNKNOWN
    return Row(made.regions, items=[_leaves_with_path(given, keywords, at, machine), made.items[1]], is_list=False)


def _leaves_with_path(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``jax.tree.leaves_with_path(tree)``."""
    found, regions = _known_leaves(given, keywords, machine), machine.changes.regions
    if found is None:
        return UNKNOWN
    return Row(regions, items=[Row(regions, items=[_PATH, each], is_list=False) for each in found])


def _mapped_with_path(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``jax.tree.map_with_path(f, tree)``."""
    if len(given) != 2 or keywords:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    return each_leaf(given[1], lambda leaf: machine.calls.apply(given[0], [_PATH, leaf], {}, at), machine)


def _reduced(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``jax.tree.reduce(f, tree, initializer)``."""
    found = _known_leaves(given[1:2], {}, machine) if len(given) in (2, 3) and not keywords else None
    if found is None:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    return reduced([given[0], Row(machine.changes.regions, items=found), *given[2:]], at, machine)


def _raveled(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``ravel_pytree(tree)``: a vector of all numbers, and the function that makes the tree of one."""
    found = _known_leaves(given, keywords, machine)
    if found is None or is_flattened_by_program(given[0], machine, 0):
        return UNKNOWN
    arrays = [each for each in found if isinstance(each, ArrayValue)]
    counts = [_count(each) for each in arrays]
    known = [each for each in counts if each is not None]
    size = sum(known) if len(known) == len(found) else None
    dtypes = {each.dtype for each in arrays}
    dtype = dtypes.pop() if len(dtypes) == 1 and len(arrays) == len(found) else None
    back = Partly(Named(_UNRAVEL), [each_leaf(given[0], traced_leaf, machine)], {})
    items: list[Thing] = [ArrayValue((size,), dtype, None), back]
    return Row(machine.changes.regions, items=items, is_list=False)


def _count(array: ArrayValue) -> int | None:
    """Return how many numbers an array holds."""
    count = 1
    for size in array.shape if array.shape is not None else (None,):
        if not isinstance(size, int):
            return None
        count *= size
    return count


def _unraveled(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    return each_leaf(given[0], lambda leaf: leaf, machine) if len(given) == 2 and not keywords else UNKNOWN


def _shapes_of(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """``jax.eval_shape(f, *args)``: the result, for which shapes and dtypes stand."""
    if not given:
        return UNKNOWN
    traced = [each_leaf(each, traced_leaf, machine) for each in given[1:]]
    named: Mapping[str, Thing] = {name: each_leaf(each, traced_leaf, machine) for name, each in keywords.items()}
    with machine.changes.perhaps(is_meant=True), machine.donated.nothing():  # JAX may have traced it before
        made = machine.calls.apply(given[0], traced, named, at)
    return NONE if made is NONE else each_leaf(made, _struct, machine)


def _struct(leaf: Thing) -> Thing:
    """Return what stands for the shape and the dtype of a leaf: it compares as a whole, as no array does."""
    made = traced_leaf(leaf)
    return dataclasses.replace(made, library=None) if isinstance(made, ArrayValue) else made


def _names(name: str, *others: str) -> tuple[str, ...]:
    """Return the names of a function in `jax.tree` and in `jax.tree_util`."""
    return (f"jax.tree.{name}", f"jax.tree_util.tree_{name}", *others)


TREE_FUNCTIONS: Final[Mapping[str, OfLibrary]] = {
    **dict.fromkeys(_names("flatten_with_path"), _flattened_with_path),
    **dict.fromkeys(_names("leaves_with_path"), _leaves_with_path),
    **dict.fromkeys(_names("map_with_path"), _mapped_with_path),
    **dict.fromkeys(_names("reduce"), _reduced),
    "jax.flatten_util.ravel_pytree": _raveled,
    _UNRAVEL: _unraveled,
    "jax.eval_shape": _shapes_of,
}
"""The functions by the names that programs import."""
