"""Calls of real functions, the same calls for the rules, and whether the answers agree."""

from __future__ import annotations

import importlib.util
import operator
import os
import warnings
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_TRACEBACK_FILTERING", "off")

import jax
import jax.image
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.signal
import jax.scipy.stats
import numpy as np
import optax

import jdc_operations as rules
from jdc_mypy_plugin.evaluate.declared.open_axes import AnyAxes
from jdc_operations import ArrayValue, DTypeValue, Failure, Items, ModePair, Scalar, SliceValue, Text
from jdc_operations.dtypes import JAX_SCALARS
from jdc_operations.random.distributions import DISTRIBUTIONS
from jdc_operations.values import Shape
from jdc_spec.dtypes import covered
from jdc_spec.sizes import Dim, Linear, named, names_in, replace_names

try:
    from jax.experimental import enable_x64
except ImportError:  # newer versions have it in the main module
    enable_x64 = jax.enable_x64  # type: ignore[attr-defined]

NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
RAISED = "raised"


def symbol(size: int) -> Dim:
    """Return a size with a name, which stands for ``size`` in the call that JAX sees."""
    return named(f"n{size}")


@dataclass(frozen=True)
class Array:
    """An array argument. ``pair`` means that its dtype depends on the mode, as that of ``jnp.zeros(3)`` does."""

    shape: tuple[int, ...]
    dtype: str
    weak: bool = False
    library: str = "jax"
    concrete: bool = False
    """True if JAX is given numbers: masks as indices need them."""

    def __repr__(self) -> str:
        return f"{'np.' if self.library == 'numpy' else ''}{self.dtype}{'*' if self.weak else ''}{list(self.shape)}"


@dataclass(frozen=True)
class DType:
    """A dtype argument: the name of a dtype, or of a type of Python."""

    name: str


@dataclass
class Sample:
    """A call: of a function by name, or ``method:sum``, ``operator:+``, ``property:T``, ``index``, ``at:set``."""

    target: str
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        given = [*map(repr, self.args), *(f"{name}={value!r}" for name, value in self.kwargs.items())]
        return f"{self.target}({', '.join(given)})"


def with_arrays_of_jax(call: Sample) -> Sample:
    """Return the call of a function of NumPy with arrays of JAX."""
    args = [_of_jax(arg) for arg in call.args]
    return Sample(call.target, args, {name: _of_jax(arg) for name, arg in call.kwargs.items()})


def _of_jax(arg: Any) -> Any:
    if isinstance(arg, tuple | list):
        return type(arg)(map(_of_jax, arg))
    return replace(arg, library="jax", concrete=True) if isinstance(arg, Array) else arg


# ---------------------------------------------------------------- what JAX and NumPy say


def _real_dtype(name: str) -> Any:
    if name.startswith("py:"):
        return {"int": int, "float": float, "complex": complex, "bool": bool}[name[3:]]
    return getattr(jnp, name if name != "bool" else "bool_")


def _collect(value: Any, wide: bool, arrays: list[Any]) -> Any:
    """Replace the arrays in an argument by their places, and dtypes by real ones."""
    if isinstance(value, Array):
        dtype = value.dtype if wide else NARROW.get(value.dtype, value.dtype)
        if value.library == "numpy":
            made = np.ones(value.shape, value.dtype)
            return lambda _: made
        if value.dtype == "key":
            key = jax.random.key(0)
            made = jax.random.split(key, value.shape) if value.shape else key
            return lambda _: made
        if value.concrete:
            ones = np.ones(value.shape, dtype)
            return lambda _: jnp.asarray(ones)
        place = len(arrays)
        arrays.append(jax.ShapeDtypeStruct(value.shape, jnp.dtype(dtype), weak_type=value.weak))
        return lambda given: given[place]
    if isinstance(value, DType):
        return lambda _: _real_dtype(value.name)
    if isinstance(value, tuple | list):
        parts = [_collect(item, wide, arrays) for item in value]
        return lambda given: type(value)(part(given) for part in parts)
    if isinstance(value, slice):
        ends = [_collect(end, wide, arrays) for end in (value.start, value.stop, value.step)]
        return lambda given: slice(*(end(given) for end in ends))
    return lambda _: value


_OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "@": lambda a, b: a @ b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "neg": lambda a: -a,
    "pos": lambda a: +a,
    "~": lambda a: ~a,
}


def function(name: str) -> Any:
    """Return the real function of a full name, or None where this version has none."""
    module, _, attribute = name.rpartition(".")
    library = module.partition(".")[0]
    if library in ("flax", "einops"):
        return (
            getattr(importlib.import_module(module), attribute, None) if importlib.util.find_spec(library) else None
        )
    home: Any = {
        "jax.numpy": jnp,
        "jax.numpy.linalg": jnp.linalg,
        "jax.numpy.fft": jnp.fft,
        "jax.random": jax.random,
        "jax.nn": jax.nn,
        "jax.lax": jax.lax,
        "jax.scipy.special": jax.scipy.special,
        "jax.scipy.linalg": jax.scipy.linalg,
        "jax.scipy.signal": jax.scipy.signal,
        "jax.ops": jax.ops,
        "jax.image": jax.image,
        "jax.scipy.ndimage": jax.scipy.ndimage,
        "jax.nn.initializers": jax.nn.initializers,
        **{f"jax.scipy.stats.{each}": getattr(jax.scipy.stats, each) for each in DISTRIBUTIONS},
        **dict.fromkeys(("optax", "optax.losses"), optax),
        "numpy": np,
        "numpy.linalg": np.linalg,
        "numpy.fft": np.fft,
        "numpy.random": np.random,
        "numpy.random.RandomState": np.random.RandomState(0),
        "numpy.random.Generator": np.random.default_rng(0),
    }[module]
    return getattr(home, attribute, None)


_IN_PLACE = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
    "&": operator.iand,
    "|": operator.ior,
    "^": operator.ixor,
    "<<": operator.ilshift,
    ">>": operator.irshift,
}


def _in_place(name: str, target: Any, value: Any) -> Any:
    return _IN_PLACE[name](target, value)


def _apply(target: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    kind, _, name = target.partition(":")
    if kind == "operator":
        return _OPERATORS[name](*args)
    if kind == "method":
        return getattr(args[0], name)(*args[1:], **kwargs)
    if kind == "property":
        return getattr(args[0], name)
    if kind == "in-place":
        return _in_place(name, *args)
    if kind == "assign":
        args[0][args[1]] = args[2]
        return args[0]
    if kind == "index":
        return args[0][args[1]]
    if kind == "at":
        return getattr(args[0].at[args[1]], name)(*([jnp.sin] if name == "apply" else args[2:]))
    if target in ("jax.lax.reduce_window", "jax.lax.reduce"):
        args[1:3] = [jnp.zeros((), args[0].dtype), jax.lax.add]
    if target == "jax.lax.associative_scan":
        args[0] = partial(jax.tree.map, jnp.add)
    if target.startswith("numpy.linalg.") and args:
        args[0] = _regular(args[0])
    return function(target)(*args, **kwargs)


def _regular(array: Any) -> Any:
    """Return square matrices that have an inverse in the place of others."""
    is_square = isinstance(array, np.ndarray) and array.ndim > 1 and array.shape[-1] == array.shape[-2]
    return np.broadcast_to(np.eye(array.shape[-1], dtype=array.dtype), array.shape) if is_square else array


_PLAIN = (
    *("property:shape", "property:ndim", "property:size", "property:dtype"),
    *("jax.numpy.broadcast_shapes", "jax.lax.broadcast_shapes"),
    *(f"{module}.{name}" for module in ("jax.numpy", "numpy") for name in ("shape", "ndim", "size", "iscomplexobj")),
    *("jax.numpy.result_type", "jax.numpy.dtype", "numpy.dtype", "numpy.allclose", "numpy.array_equal"),
)
"""Functions that give no array."""


def actual(sample: Sample, *, wide: bool) -> Any:
    """Return what the real function gives: shapes and dtypes, or RAISED."""
    arrays: list[Any] = []
    args = [_collect(arg, wide, arrays) for arg in sample.args]
    kwargs = {name: _collect(arg, wide, arrays) for name, arg in sample.kwargs.items()}
    numpy = sample.target.startswith("numpy.") or (
        not sample.target.startswith("jax.") and not arrays and all(_numpy(arg) for arg in sample.args)
    )

    plain: list[Any] = []

    def call(*given: Any) -> Any:
        result = _apply(sample.target, [arg(given) for arg in args], {n: arg(given) for n, arg in kwargs.items()})
        if sample.target in _PLAIN:
            plain.append(result)
            return None
        return result

    with warnings.catch_warnings(), enable_x64(wide):
        warnings.simplefilter("ignore")
        with np.errstate(all="ignore"):
            try:
                result = call() if numpy else jax.eval_shape(call, *arrays)
                return plain[-1] if plain else result
            except Exception:
                return RAISED


def _numpy(arg: Any) -> bool:
    if isinstance(arg, tuple | list):
        return all(map(_numpy, arg))
    return not isinstance(arg, Array) or arg.library == "numpy"


# ---------------------------------------------------------------- what the rules say


def abstract(value: Any) -> rules.Value:
    """Return the abstract value of an argument."""
    if isinstance(value, Array):
        if value.library == "numpy":
            return ArrayValue(value.shape, value.dtype, weak=False, library="numpy")
        if value.dtype == "key":
            return ArrayValue(value.shape, "prng_key", weak=False)
        narrow = NARROW.get(value.dtype)
        return ArrayValue(value.shape, ModePair(narrow, value.dtype) if narrow else value.dtype, value.weak)
    if isinstance(value, DType):
        return DTypeValue(value.name.removeprefix("py:"))
    if isinstance(value, bool):
        return Scalar("bool", value)
    if isinstance(value, int):
        return Scalar("int", value)
    if isinstance(value, float):
        return Scalar("float", value)
    if isinstance(value, complex):
        return Scalar("complex", value)
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, tuple | list):
        return Items(tuple(map(abstract, value)), isinstance(value, list))
    if isinstance(value, slice):
        return SliceValue(abstract(value.start), abstract(value.stop), abstract(value.step))
    return rules.ELLIPSIS if value is ... else rules.NONE if value is None else rules.UNKNOWN


def answer(target: str, args: list[rules.Value], kwargs: dict[str, rules.Value]) -> rules.Value | Failure:
    """Return what the rules say."""
    kind, _, name = target.partition(":")
    if kind == "operator":
        return rules.evaluate_operator({"neg": "-", "pos": "+"}.get(name, name), *args)
    if kind == "method":
        return rules.evaluate_method(args[0], name, args[1:], kwargs)
    if kind == "property":
        return rules.evaluate_property(args[0], name)
    if kind == "in-place":
        return rules.evaluate_in_place(name, *args)
    if kind == "assign":
        return rules.evaluate_assignment(*args) or args[0]
    if kind == "index":
        return rules.evaluate_index(args[0], args[1])
    if kind == "at":
        view = rules.evaluate_index(rules.evaluate_property(args[0], "at"), args[1])  # type: ignore[arg-type]
        return view if isinstance(view, Failure) else rules.evaluate_method(view, name, args[2:] or [rules.UNKNOWN])
    return rules.evaluate(target, args, kwargs)


# ---------------------------------------------------------------- whether they agree


def disagreement(said: rules.Value | Failure, found: Any, *, wide: bool) -> str | None:
    """Return what the rule claims that is not so; None where all that it claims is true."""
    if isinstance(said, Failure):
        return None if found is RAISED else f"error {said.reason!r}, but it gives {found}"
    if found is RAISED or said is rules.UNKNOWN:
        return None
    if isinstance(said, ArrayValue):
        return _array_disagreement(said, found, wide=wide)
    if isinstance(said, Items):
        if not isinstance(found, tuple | list) or len(found) != len(said.items):
            return f"{len(said.items)} items, but it gives {found}"
        parts = (disagreement(item, real, wide=wide) for item, real in zip(said.items, found, strict=True))
        return next((part for part in parts if part is not None), None)
    if isinstance(said, Scalar):
        if said.kind == "bool":
            return None if said.value is None or said.value == bool(found) else f"{said}, but {found}"
        real = int(found) if isinstance(found, int) else None
        return None if real is None or said.value is None or _size(said.value) == real else f"{said}, but {found}"
    if isinstance(said, DTypeValue) and said.name == "prng_key":  # the dtypes of all typed keys
        return None if str(found).startswith("key<") else f"{said}, but {found}"
    if isinstance(said, DTypeValue):
        names = JAX_SCALARS.get(said.name, said.name)
        return None if str(found) == (names if isinstance(names, str) else names[wide]) else f"{said}, but {found}"
    return f"{said}, but {found}"


def _size(dim: Any) -> int:
    return replace_names(dim, {name: int(name[1:]) for name in names_in(dim)}) if isinstance(dim, Linear) else dim


def _in_full(shape: Shape, rank: int) -> Shape:
    """Return a shape with unknown sizes in the place of any number of axes."""
    at = next((at for at, size in enumerate(shape) if isinstance(size, AnyAxes)), None)
    return shape if at is None else (*shape[:at], *(None,) * (rank + 1 - len(shape)), *shape[at + 1 :])


def _array_disagreement(said: ArrayValue, found: Any, *, wide: bool) -> str | None:
    if not hasattr(found, "shape"):
        return f"{said}, but {found}"
    if said.shape is not None:
        shape = _in_full(said.shape, len(found.shape))
        same = len(shape) == len(found.shape)
        if not same or any(a is not None and _size(a) != b for a, b in zip(shape, found.shape, strict=True)):
            return f"shape {said.shape}, but {tuple(found.shape)}"
    dtype = said.dtype[wide] if isinstance(said.dtype, ModePair) else said.dtype
    real = str(found.dtype)
    if dtype is not None and real not in (covered(dtype) or (dtype,)):
        return f"dtype {dtype}, but {real}{' with x64' if wide else ''}"
    weak = bool(getattr(found, "weak_type", False))
    if said.weak is not None and said.weak != weak and dtype != "bool":
        return f"weak {said.weak}, but {weak}{' with x64' if wide else ''}"
    numpy = isinstance(found, np.ndarray | np.generic)
    if said.library is not None and (said.library == "numpy") != numpy:
        return f"an array of {said.library}, but {type(found)}"
    return None
