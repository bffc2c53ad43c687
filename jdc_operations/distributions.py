"""``jax.scipy.stats``: densities and distributions of numbers, with a place and a scale that broadcast with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .arguments import Call, Rule
from .special import together
from .values import Value

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


DISTRIBUTIONS: Final[Mapping[str, Mapping[str, tuple[str, Rule]]]] = {
    name: _functions(*functions) for name, functions in _OF.items()
}
"""The functions of each distribution, each with its signature."""
