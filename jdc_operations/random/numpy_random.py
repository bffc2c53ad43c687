"""Samples of NumPy: functions of `numpy.random`, and the methods of its generators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast, broadcast_to
from ..sizes import differ
from ..values import NONE, Dim, Items, MistakeError, Scalar, UnclearError, Value, show

GENERATORS: Final[Mapping[str, str]] = {
    "numpy.random.default_rng": "numpy.random.Generator",
    "numpy.random.Generator": "numpy.random.Generator",
    "numpy.random.RandomState": "numpy.random.RandomState",
}
"""Functions and classes that make objects whose methods draw samples, each with the class of these."""


def _sampler(dtype: str, *parameters: str) -> Rule:
    """Return the rule of a sampler whose parameters must broadcast to the size; without a size it is theirs.

    A sample without a size is a number where no parameter has axes.
    """

    def rule(call: Call) -> Value:
        call.without("out")
        own = broadcast(*(call.array(name).shape for name in parameters)) if parameters else ()
        if call.values["size"] is NONE:
            if not own:
                raise UnclearError
            return call.result(own, _dtype(call, dtype))
        shape = call.sizes("size")
        if shape is None:
            raise UnclearError
        if own is not None:
            broadcast_to(own, shape)
        return call.result(shape, _dtype(call, dtype))

    return rule


def _dtype(call: Call, default: str) -> str | None:
    chosen = call.dtype("dtype", default) if "dtype" in call.given else default
    return chosen if isinstance(chosen, str) else None


def _of_sizes(call: Call) -> Value:
    """``rand(3, 4)``; without sizes a number."""
    sizes = call.values["d"]
    if sizes == Items(()):
        raise UnclearError
    return call.result(call.sizes("d"), "float64")


def _choice(call: Call) -> Value:
    """``choice(a, size, p)``, where ``a`` is a number or a row."""
    value = call.values["a"]
    if isinstance(value, Scalar):
        count, dtype = call.size("a"), "int64"
    else:
        array = call.array("a")
        if array.shape is None or len(array.shape) != 1 or not isinstance(array.dtype, str):
            raise UnclearError
        (count,), dtype = array.shape, array.dtype
    _check_chances(call, count)
    shape = None if call.values["size"] is NONE else call.sizes("size")
    if shape is None:
        raise UnclearError
    return call.result(shape, dtype)


def _check_chances(call: Call, count: Dim) -> None:
    shape = None if call.values["p"] is NONE else call.array("p").shape
    if shape is not None and (len(shape) != 1 or differ(shape[0], count)):
        raise MistakeError(f"choice among {count} takes p of shape {show((count,))}, not {show(shape)}")


def _permutation(call: Call) -> Value:
    """``permutation(x)``: a number stands for ``arange``."""
    if isinstance(call.values["x"], Scalar):
        return call.result((call.size("x"),), "int64")
    array = call.array("x")
    if array.shape == ():
        raise UnclearError
    return call.result(array.shape, array.dtype)


_FLOATING: Final[Mapping[str, str]] = {
    "normal": "loc=0.0, scale=1.0",
    "uniform": "low=0.0, high=1.0",
    "laplace": "loc=0.0, scale=1.0",
    "logistic": "loc=0.0, scale=1.0",
    "gumbel": "loc=0.0, scale=1.0",
    "lognormal": "mean=0.0, sigma=1.0",
    "exponential": "scale=1.0",
    "rayleigh": "scale=1.0",
    "gamma": "shape, scale=1.0",
    "beta": "a, b",
    "chisquare": "df",
}
_COUNTING: Final[Mapping[str, str]] = {"poisson": "lam=1.0", "binomial": "n, p", "geometric": "p"}


def _parameters(form: str) -> list[str]:
    return [each.partition("=")[0] for each in form.split(", ")]


_SHARED: Final[Mapping[str, tuple[str, Rule]]] = {
    **{name: (f"{form}, size=None", _sampler("float64", *_parameters(form))) for name, form in _FLOATING.items()},
    **{name: (f"{form}, size=None", _sampler("int64", *_parameters(form))) for name, form in _COUNTING.items()},
    "permutation": ("x", _permutation),
    "choice": ("a, size=None, replace=True, p=None", _choice),
}
_PLAIN: Final = ("size=None", _sampler("float64"))

NUMPY_RANDOM: Final[Mapping[str, tuple[str, Rule]]] = {
    **_SHARED,
    **dict.fromkeys(("rand", "randn"), ("*d", _of_sizes)),
    **dict.fromkeys(("random", "random_sample", "standard_normal"), _PLAIN),
    "randint": ("low, high=None, size=None, dtype=None", _sampler("int64")),
}
"""Functions of `numpy.random` and methods of its `RandomState`, each with its signature."""

GENERATOR: Final[Mapping[str, tuple[str, Rule]]] = {
    **_SHARED,
    **dict.fromkeys(("random", "standard_normal"), ("size=None, dtype=None, out=None", _sampler("float64"))),
    "integers": ("low, high=None, size=None, dtype=None, endpoint=False", _sampler("int64")),
    "permutation": ("x, axis=0", _permutation),
}
"""Methods of `numpy.random.Generator`, each with its signature."""
