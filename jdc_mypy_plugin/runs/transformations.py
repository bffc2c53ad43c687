"""Calls of what `jax.jit`, `jax.vmap`, `jax.grad` and others make of a function."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Scalar
from jdc_spec.dtypes import covered
from jdc_spec.shapes import show

from ..evaluate.calls.loop_results import stacked
from ..evaluate.calls.tracing import item, traced
from ..evaluate.operation_values import result_of
from .frameworks.keys import size_along
from .refusals import judge_leaves, judge_static, named_arguments
from .staged import calculated, marked
from .static_arguments import MARKED, parameters, statics_of
from .structures import named
from .thing_values import lifted, plain
from .things import Chain, Foreign, Held, Layer, Made, Object, Row, Table, Thing
from .traces import is_one, may_be
from .trees import each_leaf, leaves, traced_leaf, without_weak

if TYPE_CHECKING:
    from .machine import Machine

TRANSFORMATIONS: Final[Mapping[str, Sequence[str]]] = {
    "jax.jit": (),
    **dict.fromkeys(("jax.checkpoint", "jax.remat", "jax.named_call", "jax.profiler.annotate_function"), ()),
    "jax.vmap": ("in_axes", "out_axes"),
    **dict.fromkeys(("jax.grad", "jax.value_and_grad"), ("argnums", "has_aux")),
    **dict.fromkeys(("jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian"), ("argnums",)),
    **dict.fromkeys(("equinox.filter_jit", "equinox.filter_vmap", "equinox.filter_checkpoint"), ()),
    **dict.fromkeys(("equinox.filter_grad", "equinox.filter_value_and_grad"), ()),
    **dict.fromkeys(("flax.nnx.grad", "flax.nnx.value_and_grad"), ("argnums", "has_aux")),
    **dict.fromkeys(("flax.nnx.jit", "flax.nnx.remat", "jdc_runtime.jit", "jax_dataclasses.jit"), ()),
    **dict.fromkeys(("jax.custom_jvp", "jax.custom_vjp"), ("nondiff_argnums",)),
    **dict.fromkeys(("equinox.filter_custom_jvp", "equinox.filter_custom_vjp", "contextlib.contextmanager"), ()),
}
"""Transformations, each with the names of its parameters behind the function, by the names that programs import."""
_VALUES: Final = ("jax.value_and_grad", "equinox.filter_value_and_grad", "flax.nnx.value_and_grad")
_FILTERED: Final = ("equinox.filter_grad", "equinox.filter_value_and_grad")
_OF_NNX: Final = ("flax.nnx.grad", "flax.nnx.value_and_grad")
_WHOLE: Final = ("equinox.filter_jit", "flax.nnx.jit")
"""Those that hand objects on as they are."""
_JITS: Final = ("jax.jit", *_WHOLE, *MARKED)
CACHES: Final = ("functools.cache", "functools.lru_cache")
_KEEP: Final = (
    *("jax.checkpoint", "jax.remat", "jax.named_call", "jax.profiler.annotate_function"),
    *("equinox.filter_checkpoint", "flax.nnx.remat"),
    *("jax.custom_jvp", "jax.custom_vjp", "equinox.filter_custom_jvp", "equinox.filter_custom_vjp"),
    "contextlib.contextmanager",  # a `with` goes over what its functions give
)
SCOPES: Final = ("jax.named_scope",)
"""Functions whose results name what runs inside: around a block, or as a decorator of a function."""


def transformed(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what a transformed function gives."""
    if made.by in CACHES:
        machine.effects.note()
        with machine.changes.perhaps(is_meant=True):
            result = machine.calls.apply(made.function, given, keywords, at)
        machine.changes.forget(result)
        return result
    if made.by in _JITS:
        return _jitted(made, given, keywords, at, machine)
    if made.by in ("jax.vmap", "equinox.filter_vmap"):
        return _vectorized(made, given, keywords, at, machine)
    if made.by in _KEEP:
        return machine.calls.apply(made.function, given, keywords, at)
    if made.by in ("jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian"):
        return _jacobian(made, given, keywords, at, machine)
    return _gradient(made, given, keywords, at, machine)


def _jitted(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    statics = statics_of(made)
    if statics is None:
        return machine.leave(UNKNOWN, [made, *given, *keywords.values()])
    names = parameters(made.function)
    if not names and any(isinstance(each, str) for each in statics):
        return machine.leave(UNKNOWN, [made, *given, *keywords.values()])

    def passed(key: object, name: str, thing: Thing) -> Thing:
        if key in statics or name in statics:
            return thing
        return marked(thing, machine) if made.by in _WHOLE else _tracers(thing, machine)

    if made.by not in _WHOLE:
        _judge_jitted(made, statics, (given, keywords), at, machine)
    with machine.stale.call(made, statics, (given, keywords), at), machine.tracers.under(made.by):
        positional = [
            passed(place, names[place] if place < len(names) else "", each) for place, each in enumerate(given)
        ]
        named = {name: passed(name, name, each) for name, each in keywords.items()}
        named |= {name: each for name, each in keywords.items() if name in names and names.index(name) in statics}
        result = _traced(made, positional, named, at, machine)
        new = calculated(result, [*positional, *named.values()], machine)
    machine.donated.judge(made, (given, keywords), result, at)

    def out(leaf: Thing) -> Thing:
        whole = leaf if made.by in _WHOLE else traced_leaf(leaf)
        return machine.tracers.staged(whole) if id(leaf) in new else machine.tracers.like(whole, leaf)

    return result if made.by in _WHOLE and not new else each_leaf(result, out, machine)


def _tracers(thing: Thing, machine: Machine) -> Thing:
    """Return what a function gets of an argument that `jax.jit` traces."""
    return each_leaf(thing, lambda leaf: machine.tracers.made(traced_leaf(leaf)), machine)


def _judge_jitted(
    made: Made,
    statics: frozenset[object],
    arguments: tuple[Sequence[Thing], Mapping[str, Thing]],
    at: Expression | None,
    machine: Machine,
) -> None:
    """Note what `jax.jit` refuses of its arguments."""
    given = list(named_arguments(made.function, *arguments))
    static = [each for each in given if each.place in statics or each.name in statics]
    judge_static(made.by, static, at, machine)
    judge_leaves(made.by, [each for each in given if each not in static], at, machine)


def _traced(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Follow a function under `jax.jit`, which does not run again for arguments like those of a former call."""
    everything = [*given, *keywords.values()]
    known = machine.traces.followed(made.function, given, keywords)
    if known is not None:
        return known
    is_again = any(
        is_one(made.function, function) and may_be(former, everything, machine) for function, former in machine.traced
    )
    machine.traced.append((made.function, everything))
    first, touches = Row(machine.changes.regions).number, len(machine.changes.touches)
    with machine.changes.perhaps() if is_again else contextlib.nullcontext():
        result = machine.calls.apply(made.function, given, keywords, at)
    machine.traces.keep(made.function, (given, keywords), result, first, touches)
    return result


def _vectorized(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    axes = made.options.get("in_axes", Scalar("int", 0))
    is_filtered = made.by == "equinox.filter_vmap"
    each_axis = axes.items if isinstance(axes, Row) and not axes.is_list else [axes] * len(given)
    out = made.options.get("out_axes", Scalar("int", 0))
    if each_axis is not None and len(each_axis) != len(given) and isinstance(axes, Row) and at is not None:
        counts = f"{len(each_axis)} entries in in_axes for {len(given)}"
        return machine.fail(at, Failure(f"jax.vmap has {counts} positional arguments"), of_trees=True)
    if each_axis is None or len(each_axis) != len(given) or set(made.options) - {"in_axes", "out_axes"}:
        return machine.leave(UNKNOWN, [made, *given, *keywords.values()])
    if not is_filtered:
        mapped = [axis is not NONE and isinstance(axis, Scalar) for axis in each_axis]
        named_given = named_arguments(made.function, given, {})
        judge_leaves(made.by, [each for each in named_given if mapped[each.place]], at, machine)
    pairs = [*zip(given, each_axis, strict=True), *((each, Scalar("int", 0)) for each in keywords.values())]
    sizes = list(dict.fromkeys(size for thing, axis in pairs for size in _lengths(thing, axis, machine)))
    if len(sizes) > 1 and at is not None:
        if any(isinstance(each, Object) and len({*_lengths(each, axis, machine)}) > 1 for each, axis in pairs):
            return UNKNOWN  # another rule says so of the object
        return machine.fail(at, Failure(f"jax.vmap goes along axes of {sizes[0]} and {sizes[1]}"))
    with machine.tracers.under(made.by):
        rows = [_rows(thing, axis, machine, is_filtered) for thing, axis in pairs]
        named = dict(zip(keywords, rows[len(given) :], strict=True))
        result = machine.calls.apply(made.function, rows[: len(given)], named, at)
        new = calculated(result, rows, machine)
    place = out.value if isinstance(out, Scalar) and isinstance(out.value, int) else None
    if place is None:
        return UNKNOWN
    size = sizes[0] if sizes else None

    def pile(leaf: Thing) -> Thing:
        if isinstance(leaf, Held):
            return UNKNOWN
        whole = traced_leaf(leaf)
        is_plain = isinstance(whole, ArrayValue)
        all_of_it = lifted(stacked(plain(whole), size, place), frozenset()) if is_plain else whole
        return machine.tracers.staged(all_of_it) if id(leaf) in new else all_of_it

    return each_leaf(result, pile, machine)


def _lengths(thing: Thing, axis: Thing, machine: Machine) -> Iterator[int]:
    """Yield the sizes of the axes that are mapped over."""
    if isinstance(axis, Row) and isinstance(thing, Row) and axis.items and thing.items:
        for each, along in zip(thing.items, axis.items, strict=False):
            yield from _lengths(each, along, machine)
    elif isinstance(axis, Table) and isinstance(thing, Table) and axis.entries and thing.entries:
        for key, along in axis.entries.items():
            yield from _lengths(thing.entries.get(key, UNKNOWN), along, machine)
    elif isinstance(axis, Scalar) and isinstance(axis.value, int):
        for leaf in leaves(thing, machine):
            size = size_along(traced(plain(leaf)), axis.value)
            if isinstance(size, int):
                yield size


def _rows(thing: Thing, axis: Thing, machine: Machine, is_filtered: bool) -> Thing:
    """Return what a function under `jax.vmap` gets of an argument."""
    if axis is NONE:
        return thing  # as it is: a number stays one of Python
    things, axes = (each.items if isinstance(each, Row) else None for each in (thing, axis))
    if things is not None and axes is not None and len(things) == len(axes):
        inside = [_rows(*pair, machine, is_filtered) for pair in zip(things, axes, strict=True)]
        return Row(machine.changes.regions, items=inside, is_list=isinstance(thing, Row) and thing.is_list)
    if not isinstance(axis, Scalar) or not isinstance(axis.value, int):
        return UNKNOWN
    at = axis.value

    def row(leaf: Thing) -> Thing:
        if isinstance(leaf, Layer | Chain):
            return UNKNOWN
        is_plain = isinstance(leaf, ArrayValue)
        if not is_plain:
            return leaf if is_filtered else UNKNOWN
        return machine.tracers.made(lifted(item(plain(leaf), at), frozenset()))

    return each_leaf(thing, row, machine)


def _gradient(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
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


def _jacobian(
    made: Made, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
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
