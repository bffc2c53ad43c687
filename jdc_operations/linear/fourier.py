"""``jax.numpy.fft``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import FLOAT, kind_of, lifted, to_complex, to_real_inexact
from ..numbers.elementwise import lifted_known
from ..sizes import normal_axes, normal_axis, replaced
from ..values import NONE, ArrayValue, Dim, DTypeMistakeError, MistakeError, Shape, UnclearError, Value, show_dtype


def _half(size: Dim) -> Dim:
    return size // 2 + 1 if isinstance(size, int) else None


def _double(size: Dim) -> Dim:
    return 2 * (size - 1) if isinstance(size, int) and size > 1 else None


def _real_only(call: Call, array: ArrayValue) -> None:
    if kind_of(array.dtype) == "complex" and array.dtype is not None:
        raise DTypeMistakeError(f"{call.name} takes real numbers, not {show_dtype(array.dtype)}")


def _dtype(array: ArrayValue, *, real: bool) -> ArrayValue:
    """Return the dtype of the transform; those in less than 32 bits are left unknown."""
    if kind_of(array.dtype) == "float" and array.dtype not in ("float32", "float64", FLOAT):
        return ArrayValue((), None if real else "complexfloating", weak=False)
    complex_ = lifted_known(to_complex, array.dtype)
    return ArrayValue((), lifted(to_real_inexact, complex_) if real else complex_, weak=False)


def transform(kind: str, count: int | None) -> Rule:
    """Return the rule of a transform of one axis, of two, or of any number; ``kind`` is ``c``, ``r`` or ``i``.

    ``r`` takes real numbers and gives half the spectrum, ``i`` goes back.
    """

    def rule(call: Call) -> Value:
        array = call.array("a")
        if kind == "r":
            _real_only(call, array)
        made = _dtype(array, real=kind == "i")
        shape = None if array.shape is None else _transformed(call, array.shape)
        return call.result(shape, made.dtype, made.weak)

    def _transformed(call: Call, shape: Shape) -> Shape | None:
        axes, sizes = _axes(call, shape, count)
        if axes is None:
            return (None,) * len(shape)
        if sizes is not None and len(sizes) != len(axes):
            raise MistakeError(f"{call.name} takes a size for each of {len(axes)} axes, not {len(sizes)}")
        for place, axis in enumerate(axes):
            size: Dim = shape[axis] if sizes is None else sizes[place]
            if size == 0:
                raise UnclearError
            if kind != "c" and place == len(axes) - 1:
                size = _half(size) if kind == "r" else size if sizes is not None else _double(size)
            shape = replaced(shape, axis, size)
        return shape

    return rule


def _axes(call: Call, shape: Shape, count: int | None) -> tuple[tuple[int, ...] | None, Shape | None]:
    """Return the axes of a transform, and the sizes that are asked for."""
    if count == 1:
        axis = call.integer("axis")
        sizes: Shape | None = None if call.values["n"] is NONE else (call.size("n"),)
        if axis is None:
            return None, sizes
        if not shape:
            raise MistakeError(f"{call.name} takes at least one axis, not ()")
        return (normal_axis(axis, shape),), sizes
    sizes = None if call.values["s"] is NONE else call.sizes("s")
    if call.values["s"] is not NONE and sizes is None:
        return None, None
    if call.values["axes"] is NONE:
        start = 0 if sizes is None else len(shape) - len(sizes)
        if start < 0:
            raise UnclearError
        return tuple(range(start, len(shape))), sizes
    axes = call.integers("axes")
    return None if axes is None else normal_axes(axes, shape), sizes


def shifted(call: Call) -> Value:
    """``fftshift(x, axes)``."""
    array = call.array("x")
    if array.shape is not None and call.values["axes"] is not NONE:
        for axis in call.integers("axes") or ():
            normal_axis(axis, array.shape)
    return call.like(array, array.shape)


def frequencies(half: bool) -> Rule:
    """Return the rule of ``fftfreq(n)`` and ``rfftfreq(n)``."""

    def rule(call: Call) -> Value:
        size = call.size("n")
        if size == 0:
            raise UnclearError
        has_own = "d" in call.given or "dtype" not in call.values
        return call.result((_half(size) if half else size,), None if has_own else call.dtype("dtype", FLOAT))

    return rule


_ONE: Final = "a, n=None, axis=-1, norm=None"
_TWO: Final = "a, s=None, axes=(-2, -1), norm=None"
_ANY: Final = "a, s=None, axes=None, norm=None"

FOURIER: Final[Mapping[str, tuple[str, Rule]]] = {
    "fft": (_ONE, transform("c", 1)),
    "ifft": (_ONE, transform("c", 1)),
    "rfft": (_ONE, transform("r", 1)),
    "irfft": (_ONE, transform("i", 1)),
    "hfft": (_ONE, transform("i", 1)),
    "ihfft": (_ONE, transform("r", 1)),
    "fft2": (_TWO, transform("c", 2)),
    "ifft2": (_TWO, transform("c", 2)),
    "rfft2": (_TWO, transform("r", 2)),
    "irfft2": (_TWO, transform("i", 2)),
    "fftn": (_ANY, transform("c", None)),
    "ifftn": (_ANY, transform("c", None)),
    "rfftn": (_ANY, transform("r", None)),
    "irfftn": (_ANY, transform("i", None)),
    "fftshift": ("x, axes=None", shifted),
    "ifftshift": ("x, axes=None", shifted),
    "fftfreq": ("n, d=1.0, *, dtype=None, device=None", frequencies(half=False)),
    "rfftfreq": ("n, d=1.0, *, dtype=None, device=None", frequencies(half=True)),
}
"""Functions of `jax.numpy.fft`, each with its signature."""


def _of_numpy(rule: Rule) -> Rule:
    """Return a rule for an array of NumPy, whose dtype depends on the version of NumPy."""

    def changed(call: Call) -> Value:
        try:
            made = rule(call)
        except MistakeError:
            if "axes" in call.given:  # NumPy transforms an axis that is given twice two times
                raise UnclearError from None
            raise
        return replace(made, dtype=None, weak=False) if isinstance(made, ArrayValue) else made

    return changed


NUMPY_FOURIER: Final[Mapping[str, tuple[str, Rule]]] = {
    **{name: (form, _of_numpy(rule)) for name, (form, rule) in FOURIER.items() if "freq" not in name},
    "fftfreq": ("n, d=1.0, device=None", _of_numpy(frequencies(half=False))),
    "rfftfreq": ("n, d=1.0, device=None", _of_numpy(frequencies(half=True))),
}
"""Functions of `numpy.fft`."""
