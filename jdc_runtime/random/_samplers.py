"""The samplers of `jax.random`, without their key: they take a fresh one from the block of `keys` around."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import jax

from ._context import split

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _keyless(sampler: Callable[Concatenate[Any, _P], _R]) -> Callable[_P, _R]:
    """Return a sampler without its first parameter, the key."""

    @functools.wraps(sampler)
    def sample(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        return sampler(split(), *args, **kwargs)

    signature = inspect.signature(sampler)
    name = sampler.__name__
    described: Any = sample
    del described.__wrapped__
    described.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    described.__module__ = "jdc_runtime.random"
    described.__doc__ = f"`jax.random.{name}` with a fresh key from the block of `keys` around."
    return sample


ball = _keyless(jax.random.ball)
bernoulli = _keyless(jax.random.bernoulli)
beta = _keyless(jax.random.beta)
binomial = _keyless(jax.random.binomial)
bits = _keyless(jax.random.bits)
categorical = _keyless(jax.random.categorical)
cauchy = _keyless(jax.random.cauchy)
chisquare = _keyless(jax.random.chisquare)
choice = _keyless(jax.random.choice)
dirichlet = _keyless(jax.random.dirichlet)
double_sided_maxwell = _keyless(jax.random.double_sided_maxwell)
exponential = _keyless(jax.random.exponential)
f = _keyless(jax.random.f)
gamma = _keyless(jax.random.gamma)
generalized_normal = _keyless(jax.random.generalized_normal)
geometric = _keyless(jax.random.geometric)
gumbel = _keyless(jax.random.gumbel)
laplace = _keyless(jax.random.laplace)
loggamma = _keyless(jax.random.loggamma)
logistic = _keyless(jax.random.logistic)
lognormal = _keyless(jax.random.lognormal)
maxwell = _keyless(jax.random.maxwell)
multivariate_normal = _keyless(jax.random.multivariate_normal)
normal = _keyless(jax.random.normal)
orthogonal = _keyless(jax.random.orthogonal)
pareto = _keyless(jax.random.pareto)
permutation = _keyless(jax.random.permutation)
poisson = _keyless(jax.random.poisson)
rademacher = _keyless(jax.random.rademacher)
randint = _keyless(jax.random.randint)
rayleigh = _keyless(jax.random.rayleigh)
t = _keyless(jax.random.t)
triangular = _keyless(jax.random.triangular)
truncated_normal = _keyless(jax.random.truncated_normal)
uniform = _keyless(jax.random.uniform)
wald = _keyless(jax.random.wald)
weibull_min = _keyless(jax.random.weibull_min)
if hasattr(jax.random, "multinomial"):  # since jax 0.5.1
    multinomial = _keyless(jax.random.multinomial)
