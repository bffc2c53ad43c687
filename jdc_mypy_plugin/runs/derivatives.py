"""Calls of what `jax.grad`, `jax.jacfwd` and their relatives make of a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Scalar
from jdc_spec.dtypes import covered
from jdc_spec.shapes import show

from ..evaluate.calls.tracing import traced
from ..evaluate.operation_values import result_of
from .refusals import judge_leaves, named_arguments
from .structures import named
from .thing_values import plain
from .things import Foreign, Made, Row, Table, Thing
from .trees import each_leaf, traced_leaf, without_weak

if TYPE_CHECKING:
    from .machine import Machine

_VALUES: Final = ("jax.value_and_grad", "equinox.filter_value_and_grad", "flax.nnx.value_and_grad")
_FILTERED: Final = ("equinox.filter_grad", "equinox.filter_value_and_grad")
_OF_NNX: Final = ("flax.nnx.grad", "flax.nnx.value_and_grad")


def gradient(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what `jax.grad` and its relatives give, and note what they refuse."""
    positions = _positions(made)
    is_filtered = made.by in _FILTERED or made.by in _OF_NNX
    if positions is None or any(not 0 <= each < len(given) for each in positions):
        return machine.leave(UNKNOWN, [made, *given, *keywords.values()])
    along = [
        each_leaf(each, traced_leaf, machine) if place in positions and not is_filtered else each
        for place, each in enumerate(given)
    ]
    if not is_filtered:
        named_given = named_arguments(made.function, given, {})
        judge_leaves(made.by, [each for each in named_given if each.place in positions], at, machine)
    if at is not None and not is_filtered and "allow_int" not in made.options:
        _judge_arguments(made, [along[each] for each in positions], at, machine)
    value = machine.calls.apply(made.function, along, keywords, at)
    aux = made.options.get("has_aux")
    has_aux = aux is not None
    if at is not None and (not has_aux or (isinstance(aux, Scalar) and aux.value is True)):
        _judge(made, _without_aux(value) if has_aux else value, at, machine)
        if has_aux and isinstance(value, ArrayValue):
            reason = f"{made.by} with has_aux=True wants a function that returns a pair; it returns an array"
            machine.fail(at, Failure(reason), of_trees=True)
    slopes = [_slopes(given[each], made, value, machine) for each in positions]
    is_one = not isinstance(made.options.get("argnums"), Row)
    regions = machine.changes.regions
    slope = slopes[0] if is_one else Row(regions, items=slopes, is_list=False)
    if has_aux and (not isinstance(aux, Scalar) or aux.value is not True):
        return UNKNOWN
    if made.by in _VALUES:
        values = each_leaf(value, lambda leaf: machine.tracers.like(traced_leaf(leaf), leaf), machine)
        return Row(regions, items=[values, slope], is_list=False)
    if not has_aux:
        return slope
    inside = value.items if isinstance(value, Row) and value.items is not None and len(value.items) == 2 else None
    return Row(regions, items=[slope, UNKNOWN if inside is None else inside[1]], is_list=False)


def _without_aux(value: Thing) -> Thing:
    """Return the first of the pair that a function gives under ``has_aux=True``."""
    items = value.items if isinstance(value, Row) else None
    return items[0] if items is not None and len(items) == 2 else UNKNOWN


def _judge(made: Made, value: Thing, at: Expression, machine: Machine) -> None:
    """Note a function under a gradient whose result is not one number."""
    sizes = result_of(plain(value)).sizes
    by = made.by.removeprefix("equinox.").removeprefix("flax.")
    reason = f"{by} wants a function whose result is one number, of shape (); it returns"
    if sizes:
        machine.fail(at, Failure(f"{reason} an array of shape {show(sizes)}"))
    elif isinstance(value, Row | Table) and (tree := named(value)) is not None:
        machine.fail(at, Failure(f"{reason} {tree}"), of_trees=True)


def _judge_arguments(made: Made, along: Sequence[Thing], at: Expression, machine: Machine) -> None:
    """Note an array of whole numbers, bools or keys that a gradient is along; of objects other rules tell."""
    dtypes = [result_of(each).dtype for each in along if isinstance(each, ArrayValue)]
    for dtype in dtypes:
        known = covered(dtype) if dtype is not None else frozenset[str]()
        if known and known.isdisjoint(covered("inexact")):
            reason = f"{made.by} differentiates with respect to an array of {dtype}, and raises; give it real numbers"
            machine.fail(at, Failure(reason, is_of_dtypes=True))
            return


def _slopes(thing: Thing, made: Made, value: Thing, machine: Machine) -> Thing:
    """Return the gradient of a value along an argument; that of a model of `flax.nnx` is a state."""
    if made.by in _OF_NNX and not isinstance(thing, ArrayValue):
        return Foreign("flax")
    total = value.items[0] if isinstance(value, Row) and value.items else value
    is_staged = machine.tracers.by(total) is not None

    def slope(leaf: Thing) -> Thing:
        found = _slope(leaf, made.by in _FILTERED)
        return machine.tracers.staged(found) if is_staged or machine.tracers.by(leaf) is not None else found

    return each_leaf(thing, slope, machine)


def _slope(leaf: Thing, is_filtered: bool) -> Thing:
    if is_filtered and not isinstance(leaf, ArrayValue):
        return UNKNOWN if leaf is UNKNOWN or isinstance(leaf, Foreign) else NONE
    return without_weak(leaf)


def _positions(made: Made) -> list[int] | None:
    """Return the arguments that a gradient is along."""
    written = made.options.get("argnums", Scalar("int", 0))
    found = written.items if isinstance(written, Row) else [written]
    places = [each.value for each in found or () if isinstance(each, Scalar)]
    known = [each for each in places if isinstance(each, int)]
    return known if found and len(known) == len(found) else None


def jacobian(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what `jax.jacfwd`, `jax.jacrev` and `jax.hessian` give."""
    positions = _positions(made)
    value = machine.calls.apply(
        made.function, [each_leaf(each, traced_leaf, machine) for each in given], keywords, at
    )
    if positions is None or any(not 0 <= each < len(given) for each in positions) or "has_aux" in made.options:
        return UNKNOWN
    if not isinstance(made.options.get("argnums"), Row):
        return _jacobian_along(value, given[positions[0]], made)
    if made.by == "jax.hessian":
        return UNKNOWN
    items = [_jacobian_along(value, given[each], made) for each in positions]
    return Row(machine.changes.regions, items=items, is_list=False)


def _jacobian_along(value: Thing, argument: Thing, made: Made) -> Thing:
    out, along = result_of(plain(value)).sizes, result_of(traced(plain(argument))).sizes
    if out is None or along is None or not isinstance(value, ArrayValue):
        return UNKNOWN
    return ArrayValue((*out, *along, *(along if made.by == "jax.hessian" else ())), None, None)
