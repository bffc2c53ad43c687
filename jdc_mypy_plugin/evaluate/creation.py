"""Functions of NumPy and JAX that make arrays: values in, a value out, no syntax."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jdc_spec.shapes import Shape

from .arguments import Scalar, Value, as_array, as_dtype, as_size, as_sizes, as_whole
from .flavours import JAX, Flavour
from .literals import converted
from .value import UNKNOWN, ArrayValue, Origin


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a creation function: its arguments by parameter, without those that are ``None``."""

    arguments: Mapping[str, Value]
    flavour: Flavour

    def has(self, name: str) -> bool:
        """Return whether there is an argument for a parameter."""
        return name in self.arguments

    def dtype(self, default: str | None) -> str | None:
        """Return the requested dtype, or else the default."""
        return as_dtype(self.arguments["dtype"], self.flavour) if self.has("dtype") else default

    def array(self, name: str) -> ArrayValue:
        """Return the array that the library makes of an argument."""
        return converted(as_array(self.arguments.get(name, UNKNOWN)), self.flavour)

    def scalar_type(self, name: str) -> str | None:
        """Return the type of an argument that is a scalar of Python, or None."""
        given = self.arguments.get(name)
        return given.kind if isinstance(given, Scalar) else None

    def sizes(self, name: str) -> Shape | None:
        """Return an argument that is a shape."""
        return as_sizes(self.arguments.get(name))

    def size(self, name: str) -> int | None:
        """Return an argument that is the size of an axis; None where it is unknown."""
        return as_size(self.arguments.get(name))


Make = Callable[[Call], ArrayValue]


def _array(shape: Shape | None, dtype: str | None) -> ArrayValue:
    return ArrayValue(shape, dtype, Origin.ARRAY)


def filled(kind: str) -> Make:
    """``zeros(shape)`` and the like, of a default Python type."""
    return lambda call: _array(call.sizes("shape"), call.dtype(call.flavour.scalars[kind]))


def full(call: Call) -> ArrayValue:
    """``full``, and `jax.lax.full`."""
    value = call.array("fill_value")
    return _array(call.sizes("shape"), call.dtype(value.dtype))


def like(call: Call) -> ArrayValue:
    """``zeros_like`` and the others."""
    model = call.array("a")
    shape = model.shape if not call.has("shape") else call.sizes("shape")
    return ArrayValue(shape, call.dtype(model.dtype), Origin.ARRAY)


def eye(call: Call) -> ArrayValue:
    """``eye``."""
    rows = call.size("N")
    columns = rows if not call.has("M") else call.size("M")
    return _array((rows, columns), call.dtype(call.flavour.scalars["float"]))


def tri(call: Call) -> ArrayValue:
    """Fill a matrix as ``tri`` does; that of JAX has 32 bits in both modes."""
    value = eye(call)
    default = "float32" if call.flavour is JAX else "float64"
    return ArrayValue(value.shape, call.dtype(default), Origin.ARRAY)


def identity(call: Call) -> ArrayValue:
    """``identity``."""
    size = call.size("n")
    return _array((size, size), call.dtype(call.flavour.scalars["float"]))


def arange(call: Call) -> ArrayValue:
    """``arange``, whose arguments may be floats."""
    kinds = {call.scalar_type(name) for name in ("start", "stop", "step") if call.has(name)}
    kind = "int" if kinds == {"int"} else "float" if kinds in ({"float"}, {"int", "float"}) else None
    return _array((_count(call),), call.dtype(None if kind is None else call.flavour.scalars[kind]))


def _count(call: Call) -> int | None:
    start, stop, step = numbers = [as_whole(call.arguments.get(name)) for name in ("start", "stop", "step")]
    given = [call.has(name) for name in ("start", "stop", "step")]
    if any(is_given and number is None for is_given, number in zip(given, numbers, strict=True)):
        return None
    if stop is None:
        start, stop = 0, start
    if stop is None or step == 0:
        return None
    return len(range(start or 0, stop, 1 if step is None else step))


def linspace(call: Call) -> ArrayValue:
    """``linspace``; with ``retstep`` it makes a tuple."""
    if call.has("retstep"):
        return UNKNOWN
    kinds = {call.scalar_type(name) for name in ("start", "stop")}
    if not kinds <= {"int", "float"}:
        return _array(None, call.dtype(None))
    count = 50 if not call.has("num") else call.size("num")
    return _array((count,), call.dtype(call.flavour.scalars["float"]))


def array_of(call: Call) -> ArrayValue:
    """``array`` and ``asarray``."""
    name = "object" if call.has("object") else "a"
    value = call.array(name)
    shape = value.shape if not call.has("ndmin") else None
    return ArrayValue(shape, call.dtype(value.dtype), Origin.ARRAY)


def stack(call: Call) -> ArrayValue:
    """Stack a list of arrays along a new first axis."""
    value = call.array("arrays")
    return ArrayValue(value.shape if not call.has("axis") else None, call.dtype(value.dtype), Origin.ARRAY)


def reshape(call: Call) -> ArrayValue:
    """``reshape``."""
    return _array(call.sizes("shape"), call.array("a").dtype)


def cast(call: Call) -> ArrayValue:
    """``astype``."""
    return ArrayValue(call.array("x").shape, call.dtype(None), Origin.ARRAY)


def drawn(kind: str) -> Make:
    """Make arrays as functions of ``jax.random`` do whose shape is ``()`` where none is given."""

    def make(call: Call) -> ArrayValue:
        shape = () if not call.has("shape") else call.sizes("shape")
        return _array(shape, call.dtype(kind))

    return make


def drawn_with_parameters(kind: str) -> Make:
    """Make arrays as functions of ``jax.random`` do whose parameters give a shape where there is none."""
    return lambda call: _array(call.sizes("shape"), call.dtype(kind))


def key(call: Call) -> ArrayValue:  # noqa: ARG001
    """``jax.random.key``."""
    return _array((), "prng_key")


def drawn_numpy(kind: str) -> Make:
    """Make arrays as functions of ``numpy.random`` do, which return a Python scalar where no size is given."""

    def make(call: Call) -> ArrayValue:
        return UNKNOWN if not call.has("size") else _array(call.sizes("size"), call.dtype(kind))

    return make
