"""Functions that make arrays of sizes, numbers, lists or the shapes of other arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from .. import literals
from ..arguments import Call, Rule
from ..broadcasting import broadcast, broadcast_to, without_ones_in_front
from ..dtypes import lifted, to_inexact
from ..promotion import promoted_arrays
from ..sizes import normal_axis, shortened
from ..values import NONE, ArrayValue, Dim, DType, Items, MistakeError, Scalar, Shape, UnclearError, Value
from .elementwise import lifted_known

_EXACT_FLOAT: Final = 2**53


def filled(python: str) -> Rule:
    """Return the rule of ``zeros(shape)`` and the like."""

    def rule(call: Call) -> Value:
        call.only("shape", "dtype")
        return call.result(call.sizes("shape"), call.dtype("dtype", call.default_dtype(python)))

    return rule


def _check_fits(call: Call, value: Shape, shape: Shape) -> None:
    broadcast_to(without_ones_in_front(value, shape) if call.library == "numpy" else value, shape)


def full(call: Call) -> Value:
    """``full(shape, fill_value)``: the value broadcasts."""
    call.only("shape", "fill_value", "dtype")
    value = call.array("fill_value")
    shape = call.sizes("shape")
    if shape is not None and value.shape is not None:
        _check_fits(call, value.shape, shape)
    weak = value.weak if call.library == "jax" else False
    return call.result(shape, call.dtype("dtype", value.dtype), call.weakness("dtype", weak))


def like(argument: str) -> Rule:
    """Return the rule of ``zeros_like`` and the like."""

    def rule(call: Call) -> Value:
        call.only(argument, "dtype", "shape", "fill_value")
        model = call.array(argument)
        shape = call.sizes("shape") if call.given_other_than_none("shape") else model.shape
        if "fill_value" in call.values and shape is not None:
            _check_fits(call, call.array("fill_value").shape or (), shape)
        weak = model.weak if "fill_value" not in call.values or model.weak is False else None
        return call.result(shape, call.dtype("dtype", model.dtype), call.weakness("dtype", weak))

    return rule


def eye(call: Call) -> Value:
    """``eye(N, M, k)``."""
    call.only("N", "M", "k", "dtype")
    rows = call.one_size("N")
    columns = rows if call.values["M"] is NONE else call.one_size("M")
    return call.result((rows, columns), call.dtype("dtype", call.default_dtype("float")))


def identity(call: Call) -> Value:
    """``identity(n)``."""
    size = call.one_size("n")
    return call.result((size, size), call.dtype("dtype", call.default_dtype("float")))


def arange(call: Call) -> Value:
    """``arange(start, stop, step)``; with one number, that is where it stops."""
    call.only("start", "stop", "step", "dtype")
    bounds = [call.values[name] for name in ("start", "stop", "step")]
    if bounds[1] is NONE:
        bounds[:2] = [Scalar("int", 0), bounds[0]]
    if bounds[2] is NONE:
        bounds[2] = Scalar("int", 1)
    arrays = [call.as_array(value) for value in bounds]
    if any(array.shape for array in arrays):
        raise MistakeError("arange takes scalars")
    asked = [array for value, array in zip(bounds, arrays, strict=True) if isinstance(value, Scalar)]
    dtype, _ = promoted_arrays(arrays, call.library) if len(asked) == 3 else (None, False)
    return call.result((_length(bounds),), call.dtype("dtype", dtype))


def _length(bounds: list[Value]) -> Dim:
    numbers = [value.value if isinstance(value, Scalar) else None for value in bounds]
    start, stop, step = numbers
    if (
        isinstance(start, int)
        and start >= 0
        and step == 1
        and isinstance(bounds[1], Scalar)
        and bounds[1].kind == "int"
        and not isinstance(stop, int)
    ):
        return shortened(stop, start) if start else stop
    if not isinstance(start, int | float) or not isinstance(stop, int | float) or not isinstance(step, int | float):
        return None
    if step == 0 or any(isinstance(number, float) and not math.isfinite(number) for number in numbers):
        raise UnclearError
    if all(isinstance(number, int) for number in numbers):
        return max(0, -(-(int(stop) - int(start)) // int(step)))
    if any(abs(number) > _EXACT_FLOAT for number in (start, stop, step)):
        raise UnclearError
    return max(0, math.ceil((stop - start) / step))


def linspace(call: Call) -> Value:
    """``linspace(start, stop, num, axis)``: one new axis of ``num`` numbers."""
    call.only("start", "stop", "num", "endpoint", "retstep", "dtype", "axis", "base")
    ends = [call.array(name) for name in ("start", "stop")]
    shape = broadcast(*(end.shape for end in ends))
    axis = call.integer("axis")
    if shape is not None:
        shape = None if axis is None else _inserted(shape, axis, call.one_size("num"))
    dtype = call.dtype("dtype", None) if call.values["dtype"] is not NONE else _inexact_of(call, ends)
    numbers = call.result(shape, dtype, weak=False)
    if "retstep" not in call.values or call.flag("retstep") is False:
        return numbers
    if call.flag("retstep") is None:
        raise UnclearError
    return Items((numbers, ArrayValue(None, None, None, call.library)))


def _inserted(shape: Shape, axis: int, size: Dim) -> Shape | None:
    """Return the shape with a new axis. For one number JAX does not look at the axis."""
    if not isinstance(size, int) or size < 2:
        return (*shape[:axis], size, *shape[axis:]) if 0 <= axis <= len(shape) else None
    where = normal_axis(axis, shape, 1)
    return (*shape[:where], size, *shape[where:])


def _inexact_of(call: Call, ends: list[ArrayValue]) -> DType | None:
    if call.library == "numpy":
        return "float64" if all(end.dtype in ("bool", "int64", "float64") for end in ends) else None
    dtype, _ = promoted_arrays(ends)
    return lifted_known(to_inexact, dtype)


def tri(call: Call) -> Value:
    """``tri(N, M, k)``."""
    call.only("N", "M", "k", "dtype")
    rows = call.size("N")
    columns = rows if call.values["M"] is NONE else call.size("M")
    return call.result((rows, columns), call.dtype("dtype", "float64" if call.library == "numpy" else "floating"))


def array(argument: str) -> Rule:
    """Return the rule of ``array`` and ``asarray``."""

    def rule(call: Call) -> Value:
        call.only(argument, "dtype", "copy", "ndmin", "order")
        given = call.values[argument]
        is_cast = call.values["dtype"] is not NONE
        if call.library == "numpy" and is_cast and call.dtype("dtype", None) is None:
            raise UnclearError  # an array of objects holds arrays of any shapes
        made = literals.nested(given, call.library, is_cast=is_cast)
        least = call.integer("ndmin") if "ndmin" in call.values else 0
        if least is None:
            raise UnclearError
        shape = None if made.shape is None else (1,) * (least - len(made.shape)) + made.shape
        weak = False if isinstance(given, Items) else made.weak
        return call.result(shape, call.dtype("dtype", made.dtype), call.weakness("dtype", weak))

    return rule


def meshgrid(call: Call) -> Value:
    """``meshgrid(*xi, indexing)``: one array for each vector; the first two axes are swapped for ``"xy"``."""
    call.only("xi", "indexing", "sparse", "copy")
    vectors = call.arrays("xi")
    indexing, sparse = call.text("indexing"), call.flag("sparse")
    if vectors is None or sparse is None or indexing not in ("xy", "ij"):
        raise UnclearError
    if any(vector.shape is not None and len(vector.shape) > 1 for vector in vectors):
        if call.library == "numpy":
            raise UnclearError
        raise MistakeError("meshgrid takes vectors")
    sizes = [1 if vector.shape == () else vector.shape[0] if vector.shape else None for vector in vectors]
    grids: list[Value] = []
    for position, vector in enumerate(vectors):
        shape = [size if not sparse or other == position else 1 for other, size in enumerate(sizes)]
        if indexing == "xy" and len(shape) > 1:
            shape[:2] = [shape[1], shape[0]]
        grids.append(call.result(tuple(shape), vector.dtype, vector.weak if len(vectors) == 1 else None))
    return Items(tuple(grids), is_list=True)


def astype(call: Call) -> Value:
    """``astype(x, dtype)``."""
    call.only("x", "dtype", "copy")
    value = call.array("x")
    default = call.default_dtype("float")
    return call.result(value.shape, call.dtype("dtype", default), call.weakness("dtype", None))


def indices(call: Call) -> Value:
    """``indices(dimensions)``."""
    call.only("dimensions", "dtype")
    shape = call.sizes("dimensions")
    return call.result(
        None if shape is None else (len(shape), *shape), call.dtype("dtype", call.default_dtype("int"))
    )


_ = lifted


def window(call: Call) -> Value:
    """``hanning(M)`` and the like."""
    return call.result((call.size("M"),), None, None)


CREATION: Final[Mapping[str, tuple[str, Rule]]] = {
    "zeros": ("shape, dtype=None, *, device=None, out_sharding=None", filled("float")),
    "ones": ("shape, dtype=None, *, device=None, out_sharding=None", filled("float")),
    "empty": ("shape, dtype=None, *, device=None, out_sharding=None", filled("float")),
    "full": ("shape, fill_value, dtype=None, *, device=None", full),
    "zeros_like": ("a, dtype=None, shape=None, *, device=None", like("a")),
    "ones_like": ("a, dtype=None, shape=None, *, device=None", like("a")),
    "empty_like": ("prototype, dtype=None, shape=None, *, device=None", like("prototype")),
    "full_like": ("a, fill_value, dtype=None, shape=None, *, device=None", like("a")),
    "eye": ("N, M=None, k=0, dtype=None, *, device=None", eye),
    "identity": ("n, dtype=None", identity),
    "tri": ("N, M=None, k=0, dtype=None", tri),
    "arange": ("start, stop=None, step=None, dtype=None, *, device=None", arange),
    "linspace": (
        "start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None",
        linspace,
    ),
    "logspace": ("start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0", linspace),
    "geomspace": ("start, stop, num=50, endpoint=True, dtype=None, axis=0", linspace),
    "array": ("object, dtype=None, copy=True, order='K', ndmin=0, *, device=None", array("object")),
    "asarray": ("a, dtype=None, order=None, *, copy=None, device=None", array("a")),
    "meshgrid": ("*xi, copy=True, sparse=False, indexing='xy'", meshgrid),
    "astype": ("x, dtype, /, *, copy=False, device=None", astype),
    **dict.fromkeys(("bartlett", "blackman", "hamming", "hanning"), ("M", window)),
    "kaiser": ("M, beta", window),
    "indices": ("dimensions, dtype=None, sparse=False", indices),
}
"""Functions of `jax.numpy`, each with its signature."""

NUMPY_CREATION: Final[Mapping[str, tuple[str, Rule]]] = {
    **{name: CREATION[name] for name in ("identity", "arange", "linspace", "logspace", "eye", "tri", "meshgrid")},
    "zeros": ("shape, dtype=None, order='C'", filled("float")),
    "ones": ("shape, dtype=None, order='C'", filled("float")),
    "empty": ("shape, dtype=None, order='C'", filled("float")),
    "full": ("shape, fill_value, dtype=None, order='C'", full),
    "zeros_like": ("a, dtype=None, order='K', subok=True, shape=None", like("a")),
    "ones_like": ("a, dtype=None, order='K', subok=True, shape=None", like("a")),
    "empty_like": ("prototype, dtype=None, order='K', subok=True, shape=None", like("prototype")),
    "full_like": ("a, fill_value, dtype=None, order='K', subok=True, shape=None", like("a")),
    "array": ("object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0", array("object")),
    "asarray": ("a, dtype=None, order=None", array("a")),
}
