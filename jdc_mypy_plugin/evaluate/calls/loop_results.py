"""The results of ``jax.lax.scan`` and its relatives, and of transformed functions, ``jax.vmap(f)(x)``."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, ListExpr, StarExpr, TupleExpr

from jdc_operations.evaluation import evaluate, evaluate_operator
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Dim, Failure, Items, Scalar, Value
from jdc_spec.shapes import agree, show

from ...syntax.arguments import argument, has_stars
from ...syntax.names.variables import some_item
from ..operation_values import result_of
from ..sequences import unless_list
from ..substitution import items_of_each
from .call_arguments import python_result
from .helper_calls import Failed, Helped
from .tracing import carried, item, traced
from .transformed_calls import Mapped, unjitted

Apply = Callable[[Expression, Sequence[Value]], Helped]
Read = Callable[[Expression], Value]


def of_loop(name: str, call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """Return what a call of one of the `LOOPS` returns."""
    return UNKNOWN if has_stars(call) else LOOPS[name](call, read, apply)


def of_mapped(over: Mapped, values: Sequence[Value], apply: Apply, rows_of: Sequence[Dim] = ()) -> Helped:
    """Return what ``jax.vmap(f, in_axes=...)(x, y)`` returns, or why it raises.

    ``rows_of`` has the numbers of rows of arguments whose other axes are not known; None for others.
    """
    pairs = list(zip(values, over.axes, strict=True))
    mapped = [_length(value, axis) for value, axis in pairs if axis is not None]
    mapped += [rows for rows, axis in zip(rows_of, over.axes, strict=False) if axis == 0]
    sizes = list(dict.fromkeys(size for size in mapped if size is not None))
    numbers = [size for size in sizes if isinstance(size, int)]
    if len(numbers) > 1:
        reason = f"jax.vmap goes along axes of {numbers[0]} and {numbers[1]}"
        return Helped(UNKNOWN, Failed(Failure(reason), over.function))
    given = [value if axis is None else item(value, axis) for value, axis in pairs]
    made = apply(over.function, given)
    if over.out is None:
        return made._replace(value=UNKNOWN)
    rows = numbers or sizes  # of two names, the other one is as good: no call gets so far that gives them two sizes
    return made._replace(value=stacked(traced(made.value), rows[0] if len(rows) == 1 else None, over.out))


def _scan(call: CallExpr, read: Read, apply: Apply) -> Value:
    function, init = argument(call, 0, "f"), argument(call, 1, "init")
    if function is None or init is None:
        return UNKNOWN
    along, length = argument(call, 2, "xs"), argument(call, 3, "length")
    items = NONE if along is None else read(along)
    carry = carried(read(init))
    made = apply(unjitted(function), [carry, item(items)]).value
    size = _length(items, 0)
    if size is None and length is not None:
        given = read(length)
        size = given.value if isinstance(given, Scalar) else None
    out = made.items[1] if isinstance(made, Items) and len(made.items) == 2 else UNKNOWN
    return Items((carry, stacked(traced(out), size)))


def _kept(call: CallExpr, read: Read, _: Apply, *, position: int) -> Value:
    init = argument(call, position, "init_val")
    return UNKNOWN if init is None else carried(read(init))


def _cond(call: CallExpr, read: Read, apply: Apply) -> Value:
    if any(name is not None for name in call.arg_names) or len(call.args) < 3:
        return UNKNOWN
    given = [traced(read(each)) for each in call.args[3:]]
    one, other = (traced(apply(unjitted(each), given).value) for each in call.args[1:3])
    return _common(one, other)


def _switch(call: CallExpr, read: Read, apply: Apply) -> Value:
    """``switch(index, [f, g], x)``: what all branches make."""
    branches = call.args[1] if len(call.args) > 1 else None
    if any(name is not None for name in call.arg_names) or not isinstance(branches, ListExpr | TupleExpr):
        return UNKNOWN
    if not branches.items or any(isinstance(each, StarExpr) for each in branches.items):
        return UNKNOWN
    given = [traced(read(each)) for each in call.args[2:]]
    return functools.reduce(_common, (traced(apply(unjitted(each), given).value) for each in branches.items))


def _over_trees(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``jax.tree.map(f, tree, *rest)``: a tree of what ``f`` makes of the leaves."""
    if any(name is not None for name in call.arg_names) or len(call.args) < 2:
        return UNKNOWN
    return _of_leaves(functools.partial(called, apply, call.args[0]), [*map(read, call.args[1:])])


def _of_leaves(function: Callable[[Sequence[Value]], Value | Failure], trees: Sequence[Value]) -> Value | Failure:
    first = trees[0]
    if isinstance(first, Items):
        parts = items_of_each(trees)
        made = [] if parts is None else [_of_leaves(function, each) for each in parts]
        failed = next((each for each in made if isinstance(each, Failure)), None)
        if parts is None or failed is not None:
            return failed or UNKNOWN
        return Items(tuple(each for each in made if not isinstance(each, Failure)), first.is_list)
    return function(trees) if all(isinstance(each, ArrayValue) for each in trees) else UNKNOWN


def called(apply: Apply, function: Expression, values: Sequence[Value]) -> Value | Failure:
    """Return what a function makes of arguments, or why it raises; what raises for all is reported in its place."""
    done = apply(unjitted(function), values)
    if done.failed is None:
        return done.value
    always = apply(unjitted(function), [UNKNOWN] * len(values)).failed
    return done.failed.failure if always is None else UNKNOWN


def _folded(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``functools.reduce(f, items, initial)`` of a tuple or list that is known."""
    if any(name is not None for name in call.arg_names) or not 2 <= len(call.args) <= 3:
        return UNKNOWN
    items = read(call.args[1])
    if not isinstance(items, Items):
        return UNKNOWN if len(call.args) == 3 else _folded_alike(call, read, apply)
    values = [*map(read, call.args[2:]), *items.items]
    made: Value | Failure = values[0] if values else UNKNOWN
    for each in values[1:_MOST_FOLDED]:
        if made is UNKNOWN or isinstance(made, Failure):
            return made
        made = called(apply, call.args[0], [made, each])
    return made if len(values) <= _MOST_FOLDED else UNKNOWN


def _folded_alike(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``functools.reduce(jnp.matmul, matrices)`` of any number of arrays, two of which make another of that shape."""
    one = read(some_item(call.args[1], call.args[1]))
    if not isinstance(one, ArrayValue) or not all(isinstance(size, int) for size in one.shape or (None,)):
        return UNKNOWN
    made = called(apply, call.args[0], [one, one])
    if not isinstance(made, ArrayValue) or made.shape != one.shape:
        return UNKNOWN
    return dataclasses.replace(one, weak=None, dtype=one.dtype if made.dtype == one.dtype else None)


def _summed(call: CallExpr, read: Read, _: Apply) -> Value | Failure:
    """``sum(items, start)`` of a tuple or list of numbers or arrays."""
    plain = python_result("builtins.sum", call, read)
    values = [*map(read, call.args)]
    items = values[0].items if values and isinstance(values[0], Items) else ()
    if plain is not None or not 0 < len(items) <= _MOST_FOLDED or len(values) > 2:
        return plain or UNKNOWN
    made: Value | Failure = values[1] if len(values) > 1 else Scalar("int", 0)
    for each in items:
        if made is UNKNOWN or isinstance(made, Failure):
            return made
        made = evaluate_operator("+", made, each)
    return made


def _shaped(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``jax.eval_shape(f, x)``: nothing but what ``f`` raises."""
    if any(name is not None for name in call.arg_names) or not call.args:
        return UNKNOWN
    made = called(apply, call.args[0], [traced(read(each)) for each in call.args[1:]])
    return made if isinstance(made, Failure) else UNKNOWN


_MOST_FOLDED: Final = 50


def _put(call: CallExpr, read: Read, _: Apply) -> Value:
    """``jax.device_put(x)``: the same on a device."""
    given = argument(call, 0, "x")
    return UNKNOWN if given is None else traced(read(given))


def _awaited(call: CallExpr, read: Read, _: Apply) -> Value:
    """``jax.block_until_ready(x)``: the same, when it is there; a list may be changed by either name."""
    given = argument(call, 0, "x")
    return UNKNOWN if given is None else unless_list(read(given))


def _fetched(call: CallExpr, read: Read, _: Apply) -> Value | Failure:
    """``jax.device_get(x)``: an array of NumPy."""
    given = argument(call, 0, "x")
    value = UNKNOWN if given is None else read(given)
    return evaluate("numpy.asarray", [value]) if isinstance(value, ArrayValue) else UNKNOWN


def _map(call: CallExpr, read: Read, apply: Apply) -> Value:
    function, along = argument(call, 0, "f"), argument(call, 1, "xs")
    if function is None or along is None:
        return UNKNOWN
    items = read(along)
    return stacked(traced(apply(unjitted(function), [item(items)]).value), _length(items, 0))


def _with_tangents(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``jax.jvp(f, (x,), (dx,))``: the result, and its tangent of the same type."""
    if any(name is not None for name in call.arg_names) or len(call.args) != 3:
        return UNKNOWN
    given, along = (traced(read(each)) for each in call.args[1:])
    if not isinstance(given, Items):
        return UNKNOWN
    for one, other in zip(given.items, along.items if isinstance(along, Items) else (), strict=False):
        first, second = result_of(one).sizes, result_of(other).sizes
        if first is not None and second is not None and not agree(first, second):
            return Failure(f"jax.jvp takes tangents of the shapes of the primals: {show(first)} and {show(second)}")
    made = traced(apply(unjitted(call.args[0]), given.items).value)
    return Items((made, made))


def _with_function(call: CallExpr, read: Read, apply: Apply) -> Value:
    """``jax.vjp(f, x)`` and ``jax.linearize(f, x)``: the result, and a function."""
    if any(name is not None for name in call.arg_names) or not call.args:
        return UNKNOWN
    return Items(
        (traced(apply(unjitted(call.args[0]), [traced(read(each)) for each in call.args[1:]]).value), UNKNOWN)
    )


def _along_axis(call: CallExpr, read: Read, apply: Apply) -> Value | Failure:
    """``jnp.apply_along_axis(f, axis, x)``: what ``f`` makes of a vector, in the place of the axis."""
    if any(name is not None for name in call.arg_names) or len(call.args) != 3:
        return UNKNOWN
    axis, array = read(call.args[1]), traced(read(call.args[2]))
    sizes = result_of(array).sizes
    if (
        not isinstance(axis, Scalar)
        or not isinstance(axis.value, int)
        or not isinstance(array, ArrayValue)
        or not sizes
    ):
        return UNKNOWN
    if not -len(sizes) <= axis.value < len(sizes):
        return Failure(f"axis {axis.value} is out of range for {show(sizes)}")
    at = axis.value % len(sizes)
    made = traced(apply(unjitted(call.args[0]), [dataclasses.replace(array, shape=(sizes[at],))]).value)
    rest = result_of(made).sizes
    if not isinstance(made, ArrayValue) or rest is None:
        return UNKNOWN
    return dataclasses.replace(made, shape=(*sizes[:at], *rest, *sizes[at + 1 :]), weak=None)


OVER_TREES: Final = ("jax.tree.map", "jax.tree_util.tree_map")
LOOPS: Final[Mapping[str, Callable[[CallExpr, Read, Apply], Value | Failure]]] = {
    "jax.lax.scan": _scan,
    "jax.lax.fori_loop": functools.partial(_kept, position=3),
    "jax.lax.while_loop": functools.partial(_kept, position=2),
    "jax.lax.cond": _cond,
    "jax.lax.switch": _switch,
    "jax.lax.map": _map,
    "jax.device_put": _put,
    "jax.device_get": _fetched,
    "jax.block_until_ready": _awaited,
    **dict.fromkeys(OVER_TREES, _over_trees),
    "jax.numpy.apply_along_axis": _along_axis,
    "functools.reduce": _folded,
    "builtins.sum": _summed,
    "jax.eval_shape": _shaped,
    "jax.jvp": _with_tangents,
    **dict.fromkeys(("jax.vjp", "jax.linearize"), _with_function),
}
"""Functions that call functions, by the names that programs import."""


def _length(value: Value, axis: int) -> Dim:
    """Return the size of an axis that all arrays of a tree have; None where it is unknown."""
    if isinstance(value, Items):
        return next((size for each in value.items if (size := _length(each, axis)) is not None), None)
    sizes = result_of(value).sizes
    return sizes[axis] if sizes is not None and -len(sizes) <= axis < len(sizes) else None


def stacked(value: Value, size: Dim, axis: int = 0) -> Value:
    """Return the results of all calls as arrays with one more axis."""
    if isinstance(value, Items):
        return Items(tuple(stacked(each, size, axis) for each in value.items), value.is_list)
    if not isinstance(value, ArrayValue):
        return value if value is NONE else UNKNOWN
    sizes = result_of(value).sizes
    if sizes is None or not -len(sizes) - 1 <= axis <= len(sizes):
        return dataclasses.replace(value, shape=None, weak=None)
    at = axis if axis >= 0 else axis + len(sizes) + 1
    return dataclasses.replace(value, shape=(*sizes[:at], size, *sizes[at:]), weak=None)


def _common(one: Value, other: Value) -> Value:
    """Return what is known of a value that is one of two arrays of one type."""
    if isinstance(one, Items) and isinstance(other, Items) and len(one.items) == len(other.items):
        return Items(tuple(map(_common, one.items, other.items)), one.is_list)
    if not isinstance(one, ArrayValue) or not isinstance(other, ArrayValue):
        return one if one is other is NONE else UNKNOWN
    shape = one.shape if one.shape == other.shape else None
    return dataclasses.replace(one, shape=shape, dtype=one.dtype if one.dtype == other.dtype else None, weak=None)
