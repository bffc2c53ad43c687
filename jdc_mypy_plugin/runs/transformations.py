"""Calls of what `jax.jit`, `jax.vmap`, `jax.grad` and others make of a function."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Scalar

from ..evaluate.calls.loop_results import stacked
from ..evaluate.calls.tracing import item, traced
from .derivatives import gradient, jacobian
from .frameworks.keys import size_along
from .refusals import judge_leaves, judge_static, named_arguments
from .staged import calculated, marked
from .static_arguments import MARKED, parameters, statics_of
from .thing_values import lifted, plain
from .things import Chain, Held, Layer, Made, Object, Row, Table, Thing
from .traces import is_one, may_be
from .trees import each_leaf, leaves, traced_leaf

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
        return jacobian(made, given, keywords, at, machine)
    return gradient(made, given, keywords, at, machine)


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
