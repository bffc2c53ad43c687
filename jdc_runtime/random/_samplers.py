"""The samplers of `jax.random`, without their key: they take a fresh one from the block of `keys` around."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import jax
import jax.numpy as jnp

from ._context import split

_P = ParamSpec("_P")
_R = TypeVar("_R")


_NEVER_INTEGERS: Final = ("shape", "p")
"""First parameters that are not an array of uint32, as a raw key is; counts and what is permuted may be one."""


def _is_key(argument: object, *, raw: bool) -> bool:
    if not isinstance(argument, jax.Array):
        return False
    is_raw = argument.dtype == jnp.uint32 and argument.ndim == 1
    return bool(jnp.issubdtype(argument.dtype, jax.dtypes.prng_key)) or (raw and is_raw)


def _keyless(sampler: Callable[Concatenate[Any, _P], _R]) -> Callable[_P, _R]:
    """Return a sampler without its first parameter, the key."""
    signature = inspect.signature(sampler)
    name = sampler.__name__
    finds_raw = list(signature.parameters)[1] in _NEVER_INTEGERS

    @functools.wraps(sampler)
    def sample(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for argument in (*args[:1], kwargs.get("key")):
            if _is_key(argument, raw=finds_raw):
                raise TypeError(
                    f"random.{name} takes its key from the block of `keys` around; leave the key out, or call "
                    f"jax.random.{name} with it"
                )
        return sampler(split(), *args, **kwargs)

    described: Any = sample
    del described.__wrapped__
    described.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    described.__module__ = "jdc_runtime.random"
    described.__doc__ = f"`jax.random.{name}` with a fresh key from the block of `keys` around."
    return sample


ball: Final = _keyless(jax.random.ball)
bernoulli: Final = _keyless(jax.random.bernoulli)
beta: Final = _keyless(jax.random.beta)
binomial: Final = _keyless(jax.random.binomial)
bits: Final = _keyless(jax.random.bits)
categorical: Final = _keyless(jax.random.categorical)
cauchy: Final = _keyless(jax.random.cauchy)
chisquare: Final = _keyless(jax.random.chisquare)
choice: Final = _keyless(jax.random.choice)
dirichlet: Final = _keyless(jax.random.dirichlet)
double_sided_maxwell: Final = _keyless(jax.random.double_sided_maxwell)
exponential: Final = _keyless(jax.random.exponential)
f: Final = _keyless(jax.random.f)
gamma: Final = _keyless(jax.random.gamma)
generalized_normal: Final = _keyless(jax.random.generalized_normal)
geometric: Final = _keyless(jax.random.geometric)
gumbel: Final = _keyless(jax.random.gumbel)
laplace: Final = _keyless(jax.random.laplace)
loggamma: Final = _keyless(jax.random.loggamma)
logistic: Final = _keyless(jax.random.logistic)
lognormal: Final = _keyless(jax.random.lognormal)
maxwell: Final = _keyless(jax.random.maxwell)
multivariate_normal: Final = _keyless(jax.random.multivariate_normal)
normal: Final = _keyless(jax.random.normal)
orthogonal: Final = _keyless(jax.random.orthogonal)
pareto: Final = _keyless(jax.random.pareto)
permutation: Final = _keyless(jax.random.permutation)
poisson: Final = _keyless(jax.random.poisson)
rademacher: Final = _keyless(jax.random.rademacher)
randint: Final = _keyless(jax.random.randint)
rayleigh: Final = _keyless(jax.random.rayleigh)
t: Final = _keyless(jax.random.t)
triangular: Final = _keyless(jax.random.triangular)
truncated_normal: Final = _keyless(jax.random.truncated_normal)
uniform: Final = _keyless(jax.random.uniform)
wald: Final = _keyless(jax.random.wald)
weibull_min: Final = _keyless(jax.random.weibull_min)
if hasattr(jax.random, "multinomial"):  # since jax 0.5.1
    multinomial: Final = _keyless(jax.random.multinomial)
