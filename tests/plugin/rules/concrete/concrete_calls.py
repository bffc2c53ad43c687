"""Functions without a name of their own, and functions that a traced one calls."""

from functools import partial
from typing import Any, TypeVar

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax import lax

ArrayT = TypeVar("ArrayT", bound=jax.Array)

whole = jax.jit(lambda x: int(x))  # E: jdc-concrete
mapped = jax.vmap(lambda x: x if x > 0 else -x)  # E: jdc-concrete
chosen = lax.cond(True, lambda x: float(x), lambda x: x, 1.0)  # E: jdc-concrete
static = jax.jit(lambda x, n: x[:n] if n > 1 else x, static_argnums=1)
inner = jax.jit(lambda x: (lambda k: x * k if k > 0 else x)(2))


class Trainer:
    def __init__(self, n):
        self.n = n
        self.step = jax.jit(self._step)
        self.norm = jax.vmap(self._norm)
        self.power = jax.jit(self._power, static_argnums=1)
        self.template = jax.jit(self._template)
        self.fast = jax.jit(self._fast) if n > 3 else self._fast

    def _step(self, x):
        if self.n > 3 and x > 0:
            return x
        return x if x > 0 else -x  # E: jdc-concrete

    def _norm(self, x: jax.Array) -> jax.Array:
        return x if x.sum() > 0 else -x  # E: jdc-concrete

    def _power(self, x, n):
        for _ in range(n):
            x = x * x
        return x

    def _template(self, x):
        return int(x)

    def _fast(self, x):
        return int(x)


class Other(Trainer):
    def _template(self, x):
        return x


def positive(x):
    return x if x > 0 else -x  # E: jdc-concrete


def rows(x: jax.Array, n: int) -> jax.Array:
    return x.reshape(n, -1)  # E: jdc-concrete


def through(x):
    y = jnp.sum(x)
    return rows(y, x)


def guarded(x, kind="a", debug=False):
    if debug:
        print(float(x))
    if kind == "host":
        return float(x)
    if isinstance(x, jax.core.Tracer):
        return x
    return int(x)


def ended(x, n):
    if n < 3:
        return x
    return float(x)


@jax.jit
def calling(x, n):
    return positive(x) + through(n) + guarded(x) + ended(x, 2)


@jax.jit
def counted(x):
    def inner(k):
        return k if k > 1 else 2

    return inner(x.ndim)


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int
    k: int = flax.struct.field(pytree_node=False, default=3)

    @property
    def big(self) -> bool:
        return bool(self.x.sum() > 3)  # E: jdc-concrete

    @property
    def rows(self) -> int:
        return self.x.shape[0] if self.k > 2 else self.k

    @property
    def total(self) -> float:
        return float(self.n)

    def made(self) -> jax.Array:
        return jnp.zeros(self.n)  # E: jdc-concrete

    def scaled(self, host: bool = False) -> Any:
        return float(self.n) if host else self.x


@jax.jit
def reading(state: State) -> Any:
    x = state.x if state.big else -state.x
    return x + state.made() + state.scaled() + state.rows


def eager(state: State) -> float:
    return state.total


@jax.jit
def bounded(x: ArrayT) -> Any:
    return x if x.sum() > 0 else -x  # E: jdc-concrete


@eqx.filter_jit
def filtered(x: jax.Array, n: int, y: jax.Array | None = None) -> jax.Array:
    if n > 2 or y is not None:
        x = x * n
    if x.sum() > 0:  # E: jdc-concrete
        return x
    return x


@eqx.filter_jit
def filtered_first(x: jax.Array, n: int) -> jax.Array:
    for _ in range(n):
        x = x + 1
    return x


@eqx.filter_jit
def filtered_alone(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x  # E: jdc-concrete


@partial(jax.jit, static_argnames="mode")
def after_static(x, mode):
    if mode == "a":
        if x > 0:  # E: jdc-concrete
            return x
    return -x
