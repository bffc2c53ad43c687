"""``jax.scipy.stats``: densities and distributions of numbers, with a place and a scale that broadcast with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..numbers.special import together
from ..sizes import differ
from ..values import MistakeError, UnclearError, Value, show

_LOCATED: Final = "loc=0, scale=1"
_OF: Final[Mapping[str, tuple[str, str]]] = {
    "norm": ("logpdf pdf logcdf cdf logsf sf", "ppf isf"),
    "laplace": ("logpdf pdf cdf", ""),
    "cauchy": ("logpdf pdf logcdf cdf logsf sf", "ppf isf"),
    "logistic": ("logpdf pdf cdf sf ppf isf", ""),
    "uniform": ("logpdf pdf cdf", "ppf"),
    "expon": ("logpdf pdf logcdf cdf logsf sf", "ppf"),
}
"""Functions of each distribution: those that call the first parameter ``x``, and those that call it ``q``."""


def _of_numbers(call: Call) -> Value:
    return together(call, ("x", "loc", "scale"))


def _of_quantiles(call: Call) -> Value:
    return call.result(together(call, ("q", "loc", "scale")).shape, None, None)


def _functions(numbers: str, quantiles: str) -> dict[str, tuple[str, Rule]]:
    of_numbers = dict.fromkeys(numbers.split(), (f"x, {_LOCATED}", _of_numbers))
    return {**of_numbers, **dict.fromkeys(quantiles.split(), (f"q, {_LOCATED}", _of_quantiles))}


def _of_vectors(call: Call) -> Value:
    """``multivariate_normal.logpdf(x, mean, cov)``: one number for each vector."""
    at, mean, covariance = (call.array(name) for name in ("x", "mean", "cov"))
    if at.shape is None or mean.shape is None or covariance.shape is None:
        return call.result(None, None, None)
    if len(covariance.shape) < 2 or not mean.shape:
        raise UnclearError
    rows, columns = covariance.shape[-2:]
    if differ(rows, columns):
        raise MistakeError(f"multivariate_normal takes square covariances, not {show(covariance.shape)}")
    if differ(mean.shape[-1], rows):
        raise MistakeError(
            f"multivariate_normal takes a covariance for {show(mean.shape)}, not {show(covariance.shape)}"
        )
    broadcast(at.shape[-1:], mean.shape[-1:])
    return call.result(broadcast(at.shape[:-1], mean.shape[:-1], covariance.shape[:-2]), None, None)


_VECTORS: Final[Mapping[str, tuple[str, Rule]]] = dict.fromkeys(
    ("logpdf", "pdf"), ("x, mean, cov, allow_singular=None", _of_vectors)
)

DISTRIBUTIONS: Final[Mapping[str, Mapping[str, tuple[str, Rule]]]] = {
    **{name: _functions(*functions) for name, functions in _OF.items()},
    "multivariate_normal": _VECTORS,
}
"""The functions of each distribution, each with its signature."""
