"""Functions of NumPy and JAX that make an array, by full name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from mypy.nodes import Expression

from jdc_spec.shapes import Shape

from .calls import Arguments
from .flavours import JAX, NUMPY, Flavour
from .literals import converted
from .value import UNKNOWN, ArrayValue, Origin


class Reader(Protocol):
    """What the evaluator reads of an argument."""

    def value(self, expression: Expression) -> ArrayValue:
        """Return the value of an argument that may be a literal list."""
        ...

    def integer(self, expression: Expression) -> int | None:
        """Return a whole number."""

    def whole(self, expression: Expression) -> int | None:
        """Return a whole number, a float without a fraction too."""

    def sizes(self, expression: Expression) -> Shape | None:
        """Return a shape written as a tuple, a list or a number."""

    def dtype(self, expression: Expression, flavour: Flavour) -> str | None:
        """Return the dtype that an array gets where this is requested."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a creation function."""

    arguments: Arguments
    reader: Reader
    flavour: Flavour

    def dtype(self, default: str | None) -> str | None:
        """Return the requested dtype, or else the default."""
        requested = self.arguments.get("dtype")
        return default if requested is None else self.reader.dtype(requested, self.flavour)

    def value(self, name: str) -> ArrayValue:
        """Return the value of an argument."""
        given = self.arguments.get(name)
        return UNKNOWN if given is None else self.reader.value(given)

    def sizes(self, name: str) -> Shape | None:
        """Return an argument that is a shape."""
        given = self.arguments.get(name)
        return None if given is None else self.reader.sizes(given)

    def size(self, name: str) -> int | None:
        """Return an argument that is the size of an axis; None where it is unknown."""
        given = self.arguments.get(name)
        number = None if given is None else self.reader.integer(given)
        return number if number is not None and number >= 0 else None


Make = Callable[[Call], ArrayValue]


@dataclass(frozen=True, slots=True)
class Creator:
    """A creation function: its parameters in order, and what it makes of them."""

    parameters: tuple[str, ...]
    make: Make
    flavour: Flavour


def _array(shape: Shape | None, dtype: str | None) -> ArrayValue:
    return ArrayValue(shape, dtype, Origin.ARRAY)


def _filled(kind: str) -> Make:
    """``zeros(shape)`` and the like, of a default Python type."""
    return lambda call: _array(call.sizes("shape"), call.dtype(call.flavour.scalars[kind]))


def _full(call: Call) -> ArrayValue:
    value = converted(call.value("fill_value"), call.flavour)
    return _array(call.sizes("shape"), call.dtype(value.dtype))


def _like(call: Call) -> ArrayValue:
    model = converted(call.value("a"), call.flavour)
    shape = model.shape if call.arguments.get("shape") is None else call.sizes("shape")
    return ArrayValue(shape, call.dtype(model.dtype), Origin.ARRAY)


def _eye(call: Call) -> ArrayValue:
    rows = call.size("N")
    columns = rows if call.arguments.get("M") is None else call.size("M")
    return _array((rows, columns), call.dtype(call.flavour.scalars["float"]))


def _tri(call: Call) -> ArrayValue:
    value = _eye(call)
    default = "float32" if call.flavour is JAX else "float64"
    return ArrayValue(value.shape, call.dtype(default), Origin.ARRAY)


def _identity(call: Call) -> ArrayValue:
    size = call.size("n")
    return _array((size, size), call.dtype(call.flavour.scalars["float"]))


def _arange(call: Call) -> ArrayValue:
    bounds = [call.arguments.get(name) for name in ("start", "stop", "step")]
    kinds = {_scalar_type(call.reader.value(bound)) for bound in bounds if bound is not None}
    kind = "int" if kinds == {"int"} else "float" if kinds in ({"float"}, {"int", "float"}) else None
    return _array((_count(call, bounds),), call.dtype(None if kind is None else call.flavour.scalars[kind]))


def _scalar_type(value: ArrayValue) -> str | None:
    return value.dtype if value.origin is Origin.SCALAR and value.shape == () else None


def _count(call: Call, bounds: list[Expression | None]) -> int | None:
    numbers = [None if bound is None else call.reader.whole(bound) for bound in bounds]
    if any(number is None and bound is not None for number, bound in zip(numbers, bounds, strict=True)):
        return None
    start, stop, step = numbers
    if stop is None:
        start, stop = 0, start
    if stop is None or step == 0:
        return None
    return len(range(start or 0, stop, 1 if step is None else step))


def _linspace(call: Call) -> ArrayValue:
    if call.arguments.get("retstep") is not None:
        return UNKNOWN
    kinds = {_scalar_type(call.value(name)) for name in ("start", "stop")}
    if not kinds <= {"int", "float"}:
        return _array(None, call.dtype(None))
    count = 50 if call.arguments.get("num") is None else call.size("num")
    return _array((count,), call.dtype(call.flavour.scalars["float"]))


def _array_of(call: Call) -> ArrayValue:
    name = "object" if call.arguments.get("object") is not None else "a"
    value = converted(call.value(name), call.flavour)
    shape = value.shape if call.arguments.get("ndmin") is None else None
    return ArrayValue(shape, call.dtype(value.dtype), Origin.ARRAY)


def _stack(call: Call) -> ArrayValue:
    """Stack a list of arrays along a new first axis."""
    value = converted(call.value("arrays"), call.flavour)
    return ArrayValue(
        value.shape if call.arguments.get("axis") is None else None, call.dtype(value.dtype), Origin.ARRAY
    )


def _reshape(call: Call) -> ArrayValue:
    return _array(call.sizes("shape"), converted(call.value("a"), call.flavour).dtype)


def _cast(call: Call) -> ArrayValue:
    return ArrayValue(converted(call.value("x"), call.flavour).shape, call.dtype(None), Origin.ARRAY)


def _drawn(kind: str) -> Make:
    """Make arrays as functions of ``jax.random`` do whose shape is ``()`` where none is given."""

    def make(call: Call) -> ArrayValue:
        shape = () if call.arguments.get("shape") is None else call.sizes("shape")
        return _array(shape, call.dtype(kind))

    return make


def _drawn_with_parameters(kind: str) -> Make:
    """Make arrays as functions of ``jax.random`` do whose parameters give a shape where there is none."""
    return lambda call: _array(call.sizes("shape"), call.dtype(kind))


def _key(call: Call) -> ArrayValue:  # noqa: ARG001
    return _array((), "prng_key")


def _drawn_numpy(kind: str) -> Make:
    """Make arrays as functions of ``numpy.random`` do, which return a Python scalar where no size is given."""

    def make(call: Call) -> ArrayValue:
        return UNKNOWN if call.arguments.get("size") is None else _array(call.sizes("size"), call.dtype(kind))

    return make


_DRAW: Final = ("key", "shape", "dtype")

_SHARED: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    "zeros": (("shape", "dtype"), _filled("float")),
    "ones": (("shape", "dtype"), _filled("float")),
    "empty": (("shape", "dtype"), _filled("float")),
    "full": (("shape", "fill_value", "dtype"), _full),
    "eye": (("N", "M", "k", "dtype"), _eye),
    "tri": (("N", "M", "k", "dtype"), _tri),
    "identity": (("n", "dtype"), _identity),
    "arange": (("start", "stop", "step", "dtype"), _arange),
    "linspace": (("start", "stop", "num", "endpoint", "retstep", "dtype"), _linspace),
    "stack": (("arrays", "axis", "out", "dtype"), _stack),
    "reshape": (("a", "shape", "order"), _reshape),
    "array": (("object", "dtype", "copy", "order", "ndmin"), _array_of),
}

_JAX: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    **{f"jax.numpy.{name}": entry for name, entry in _SHARED.items()},
    "jax.lax.full": (("shape", "fill_value", "dtype"), _full),
    "jax.numpy.asarray": (("a", "dtype", "order"), _array_of),
    "jax.numpy.astype": (("x", "dtype"), _cast),
    "jax.numpy.zeros_like": (("a", "dtype", "shape"), _like),
    "jax.numpy.ones_like": (("a", "dtype", "shape"), _like),
    "jax.numpy.empty_like": (("a", "dtype", "shape"), _like),
    "jax.numpy.full_like": (("a", "fill_value", "dtype", "shape"), _like),
    "jax.random.normal": (_DRAW, _drawn("float")),
    "jax.random.gumbel": (_DRAW, _drawn("float")),
    "jax.random.exponential": (_DRAW, _drawn("float")),
    "jax.random.laplace": (_DRAW, _drawn("float")),
    "jax.random.logistic": (_DRAW, _drawn("float")),
    "jax.random.cauchy": (_DRAW, _drawn("float")),
    "jax.random.rademacher": (_DRAW, _drawn("int")),
    "jax.random.bits": (_DRAW, _drawn("unsignedinteger")),
    "jax.random.uniform": ((*_DRAW, "minval", "maxval"), _drawn("float")),
    "jax.random.randint": (("key", "shape", "minval", "maxval", "dtype"), _drawn_with_parameters("int")),
    "jax.random.truncated_normal": (
        ("key", "lower", "upper", "shape", "dtype"),
        _drawn_with_parameters("float"),
    ),
    "jax.random.bernoulli": (("key", "p", "shape"), _drawn_with_parameters("bool")),
    "jax.random.key": (("seed", "impl"), _key),
}

_NUMPY: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    **{f"numpy.{name}": entry for name, entry in _SHARED.items()},
    "numpy.zeros": (("shape", "dtype", "order"), _filled("float")),
    "numpy.ones": (("shape", "dtype", "order"), _filled("float")),
    "numpy.empty": (("shape", "dtype", "order"), _filled("float")),
    "numpy.full": (("shape", "fill_value", "dtype", "order"), _full),
    "numpy.eye": (("N", "M", "k", "dtype", "order"), _eye),
    "numpy.array": (("object", "dtype"), _array_of),
    "numpy.asarray": (("a", "dtype", "order"), _array_of),
    "numpy.zeros_like": (("a", "dtype", "order", "subok", "shape"), _like),
    "numpy.ones_like": (("a", "dtype", "order", "subok", "shape"), _like),
    "numpy.empty_like": (("a", "dtype", "order", "subok", "shape"), _like),
    "numpy.full_like": (("a", "fill_value", "dtype", "order", "subok", "shape"), _like),
    "numpy.random.normal": (("loc", "scale", "size"), _drawn_numpy("float64")),
    "numpy.random.uniform": (("low", "high", "size"), _drawn_numpy("float64")),
    "numpy.random.random": (("size",), _drawn_numpy("float64")),
    "numpy.random.randint": (("low", "high", "size", "dtype"), _drawn_numpy("int64")),
}

CREATORS: Final[Mapping[str, Creator]] = {
    name: Creator(parameters, make, flavour)
    for flavour, table in ((JAX, _JAX), (NUMPY, _NUMPY))
    for name, (parameters, make) in table.items()
}
