"""Functions that reduce or accumulate along axes, and sort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from jdc_spec.dtypes import KEY

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import BOOL, SIGNED, in_mode, kind_of, paired, summed, to_inexact, to_real_inexact
from ..numbers.elementwise import lifted_known, same
from ..sizes import normal_axis
from ..values import (
    NONE,
    ArrayValue,
    DType,
    DTypeMistakeError,
    MistakeError,
    Scalar,
    Shape,
    UnclearError,
    Value,
    show,
    show_dtype,
)

Gives = Callable[[Call, ArrayValue], DType | None]


def sum_dtype(call: Call, array: ArrayValue) -> DType | None:
    """Small integers grow to the default integer; a weak dtype is that already."""
    dtype = array.dtype
    if dtype is None or kind_of(dtype) is None:
        return None
    if call.library == "numpy":
        if kind_of(dtype) in ("float", "complex"):
            return dtype
        return "int64" if dtype == BOOL or dtype in SIGNED else "uint64"
    if array.weak is not False and kind_of(dtype) == "int":
        return dtype if array.weak else None
    return paired(summed(in_mode(dtype, wide=False), wide=False), summed(in_mode(dtype, wide=True), wide=True))


def _numeric(rule: Callable[[str], str]) -> Gives:
    def gives(call: Call, array: ArrayValue) -> DType | None:
        if call.library == "numpy" and kind_of(array.dtype) in ("bool", "int"):
            return array.dtype if rule is same else "float64"
        return lifted_known(rule, array.dtype)

    return gives


def _python(kind: str) -> Gives:
    return lambda call, _: call.default_dtype(kind)


def is_lenient(call: Call) -> bool:
    """Return whether a function takes an axis of a scalar: those of NumPy do, and some of JAX."""
    return (call.library == "numpy" and call.values["axis"] is not NONE) or call.name.startswith(_LENIENT)


def reduced(call: Call, shape: Shape | None, keepdims: bool | None) -> Shape | None:
    """Return the shape without the axes of the argument ``axis``, or with size 1 there.

    Raises:
        MistakeError: an axis is out of range, or is given twice.

    """
    if shape is None:
        return () if call.values["axis"] is NONE and keepdims is False else None
    if shape == () and is_lenient(call):
        return () if keepdims is False else None
    axes = call.axes("axis", shape)
    if axes is None or keepdims is None:
        return None
    if keepdims:
        return tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def reduction(gives: Gives, takes: str = "bifc", *, needs_one: bool = False) -> Rule:
    """Return the rule of a reduction; one that has no identity ``needs_one`` element at least."""

    def rule(call: Call) -> Value:
        call.without("out", "weights", "overwrite_input", "b", "correction")
        if call.flag("promote_integers") is False if "promote_integers" in call.values else False:
            raise UnclearError
        array = call.array("a")
        refuse_keys(call, array)
        check_kind(call, array, takes)
        starts = _starts_with_number(call)
        _check_mask(call, array.shape, has_start=starts or not needs_one)
        keepdims = call.flag("keepdims") if call.values.get("keepdims", NONE) is not NONE else False
        shape = reduced(call, array.shape, keepdims)
        if needs_one and not starts:
            _check_elements(call, array.shape)
        own = gives(call, array)
        asked = call.dtype("dtype", own) if "dtype" in call.values else own
        if call.name in _AVERAGES and kind_of(asked) not in ("float", "complex"):
            return call.result(shape, None, None)
        weak = array.weak if gives is SAME and array.weak is False else None
        return call.result(shape, asked, False if asked == BOOL or array.weak is False else _weak(call, weak))

    return rule


def _starts_with_number(call: Call) -> bool:
    """Return whether ``initial`` is a real number, which changes neither shape nor dtype; give up for any other."""
    if "initial" not in call.values or not call.given_other_than_none("initial"):
        return False
    value = call.values["initial"]
    if call.library != "jax" or not isinstance(value, Scalar) or value.kind == "complex":
        raise UnclearError
    return True


def _check_mask(call: Call, shape: Shape | None, *, has_start: bool) -> None:
    """Give up unless ``where`` is a mask that takes nothing but elements away."""
    if "where" not in call.values or not call.given_other_than_none("where"):
        return
    mask = call.array("where")
    is_plain = call.library == "jax" and call.name in _MASKED and has_start and mask.dtype == BOOL
    if not is_plain or shape is None or mask.shape is None or None in (*shape, *mask.shape):
        raise UnclearError
    if broadcast(shape, mask.shape) != shape:
        raise UnclearError


_MASKED: Final = ("sum", "prod", "mean", "any", "all", "min", "max", "amin", "amax")
"""Reductions of an array whose ``where`` has nothing else to do with its shape."""
_LENIENT: Final = ("nan", "median", "quantile", "percentile", "cum")
_AVERAGES: Final = frozenset(("mean", "nanmean", "var", "std", "nanvar", "nanstd"))

_WEAK_NEVER: Final = frozenset(
    [
        "sum",
        "prod",
        "mean",
        "var",
        "std",
        "min",
        "max",
        "amin",
        "amax",
        "any",
        "all",
        "nanmin",
        "nanmax",
        "nansum",
        "nanprod",
        "nanmean",
        "nanvar",
        "nanstd",
        "median",
        "nanmedian",
        "count_nonzero",
        "argmin",
        "argmax",
        "nanargmin",
        "nanargmax",
        "average",
        "logsumexp",
        "cumsum",
        "cumprod",
        "nancumsum",
        "nancumprod",
        "argsort",
        "quantile",
        "percentile",
        "nanquantile",
        "nanpercentile",
    ]
)


def _weak(call: Call, otherwise: bool | None) -> bool | None:
    return False if call.name in _WEAK_NEVER else otherwise


def refuse_keys(call: Call, array: ArrayValue) -> None:
    """Raise a MistakeError where an array holds typed random keys."""
    if array.dtype == KEY:
        raise DTypeMistakeError(f"{call.name} takes no random keys")


def check_kind(call: Call, array: ArrayValue, takes: str) -> None:
    """Raise a MistakeError where the kind of the dtype is not among ``takes``, its first letter."""
    found = kind_of(array.dtype)
    if found is not None and array.dtype is not None and found[0] not in takes:
        raise DTypeMistakeError(f"{call.name} does not take {show_dtype(array.dtype)}")


def _check_elements(call: Call, shape: Shape | None) -> None:
    """Raise a MistakeError where an axis that is reduced has no elements."""
    if not shape:
        return
    axes = call.axes("axis", shape)
    if not axes:
        return
    if 0 in [shape[axis] for axis in axes]:
        raise MistakeError(f"{call.name} of no elements: {show(shape)}")


def argument_reduction(call: Call) -> Value:
    """``argmin`` and ``argmax``, of one axis or of the flat array."""
    call.without("out")
    array = call.array("a")
    keepdims = call.flag("keepdims") if call.values["keepdims"] is not NONE else False
    if array.shape == () and is_lenient(call):
        return call.result(() if keepdims is False else None, call.default_dtype("int"))
    if array.shape is not None and call.values["axis"] is not NONE:
        axis = call.integer("axis")
        if axis is not None and array.shape[normal_axis(axis, array.shape)] == 0:
            raise MistakeError(f"{call.name} of no elements: {show(array.shape)}")
    elif array.shape is not None and 0 in array.shape:
        raise MistakeError(f"{call.name} of no elements: {show(array.shape)}")
    return call.result(reduced(call, array.shape, keepdims), call.default_dtype("int"))


def quantile(call: Call) -> Value:
    """``quantile(a, q, axis)``: the axes of ``q`` lead."""
    call.without("out", "overwrite_input", "weights", "interpolation")
    array, at = call.array("a"), call.array("q")
    check_kind(call, array, "bif")
    if at.shape is not None and len(at.shape) > 1 and call.library == "jax":
        raise MistakeError(f"{call.name} takes a scalar or a vector q, not {show(at.shape)}")
    shape = reduced(call, array.shape, call.flag("keepdims"))
    full = array.shape is not None and 0 not in array.shape
    if shape is not None:
        shape = None if at.shape is None or not full else (*at.shape, *shape)
    kind = kind_of(array.dtype)
    known = kind == "float" and (at.weak is True or at.dtype == array.dtype)
    return call.result(shape, array.dtype if known else None, None)


SAME: Final[Gives] = _numeric(same)
_MEAN: Final[Gives] = _numeric(to_inexact)
_SPREAD: Final[Gives] = _numeric(to_real_inexact)
_BOOL: Final[Gives] = _python("bool")
_INT: Final[Gives] = _python("int")

_SUM: Final = "a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None"
_MIN: Final = "a, axis=None, out=None, keepdims=False, initial=None, where=None"
_VAR: Final = "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None"
_MEAN_SIGNATURE: Final = "a, axis=None, dtype=None, out=None, keepdims=False, *, where=None"
_ALL: Final = "a, axis=None, out=None, keepdims=False, *, where=None"
_ARG: Final = "a, axis=None, out=None, keepdims=None"
_MEDIAN: Final = "a, axis=None, out=None, overwrite_input=False, keepdims=False"
_QUANTILE: Final = (
    "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, interpolation=None"
)

REDUCTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("sum", "prod"), (f"{_SUM}, promote_integers=True", reduction(sum_dtype))),
    **dict.fromkeys(("nansum", "nanprod"), (_SUM, reduction(sum_dtype))),
    **dict.fromkeys(("min", "max", "amin", "amax", "nanmin", "nanmax"), (_MIN, reduction(SAME, needs_one=True))),
    **dict.fromkeys(("mean", "nanmean"), (_MEAN_SIGNATURE, reduction(_MEAN))),
    **dict.fromkeys(("var", "std", "nanvar", "nanstd"), (_VAR, reduction(_SPREAD))),
    **dict.fromkeys(("any", "all"), (_ALL, reduction(_BOOL))),
    "count_nonzero": ("a, axis=None, keepdims=False", reduction(_INT)),
    **dict.fromkeys(("median", "nanmedian"), (_MEDIAN, reduction(_MEAN, "bif"))),
    **dict.fromkeys(("argmin", "argmax", "nanargmin", "nanargmax"), (_ARG, argument_reduction)),
    **dict.fromkeys(("quantile", "percentile", "nanquantile", "nanpercentile"), (_QUANTILE, quantile)),
}
"""Functions of `jax.numpy`, each with its signature."""

NUMPY_REDUCTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    **{
        name: REDUCTIONS[name]
        for name in [
            "sum",
            "prod",
            "nansum",
            "nanprod",
            "min",
            "max",
            "amin",
            "amax",
            "mean",
            "any",
            "all",
            "argmin",
            "argmax",
            "var",
            "std",
        ]
    },
}
