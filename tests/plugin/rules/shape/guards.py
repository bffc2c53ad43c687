"""Operations that are caught, guarded or never reached, and functions whose name something else has too."""

# ruff: noqa: E722

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxtyping import Array, Float


class C:
    def m(self, x: Float[Array, "3"]) -> Float[Array, ""]:
        return x.sum()

    m = jax.vmap(m, in_axes=(None, 0))


C().m(jnp.ones((5, 3)))


class E:
    def m(self, x: Float[Array, "3"]) -> Float[Array, ""]:
        return x.sum()


e = E()
e.m = jax.vmap(e.m)  # E: method-assign
e.m(jnp.ones((5, 3)))


def r(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


def r2() -> Array:
    return r(jnp.ones((2, 3)))


r = jax.jit(jax.vmap(r))
try:
    import foo  # noqa: F401  # E: import-not-found

    def k(x: Float[Array, "n n"]) -> Float[Array, "n"]:
        return x[0]
except ImportError:

    def k(x: Float[Array, "n"]) -> Float[Array, "n"]:
        return x


k(jnp.ones(2))
y = jnp.ones((3, 4))
w = jnp.ones((3, 5))
ERR = (TypeError, ValueError)
try:
    y @ w
except:
    pass
try:
    y @ w
except BaseException:
    pass
try:
    y @ w
except ERR:
    pass
try:
    y @ w
except (*ERR, KeyError):
    pass
try:
    y @ w  # E: jdc-shape
except KeyError:
    pass


@pytest.mark.xfail
def test_it() -> None:
    y @ w


z = y @ w if y.shape[-1] == w.shape[0] else y.T @ w
x = jnp.ones(4)
if x.ndim == 2:
    x @ jnp.ones((7, 2))


def guard2() -> Array:
    v = jnp.ones(4)
    if v.ndim != 2:
        return v
    return v @ jnp.ones((7, 2))


def helper(v: Float[Array, "3 4"]) -> Array:
    if v.ndim == 3:
        return v.sum(axis=2)
    return v


rec = np.zeros(3, dtype=[("a", float), ("b", int, (2,))])
rec["b"] @ np.ones(2)
ss = np.full(3, "ab")


@flax.struct.dataclass
class Fs:
    p: Float[Array, "n"]
    q: Float[Array, "n 3"]


Fs(jnp.ones((2, 3)), jnp.ones((5, 3, 3)))
Fs(jnp.ones(()), jnp.ones((3, 3)))  # E: jdc-shape


def fails(f): ...


fails(lambda: jnp.ones(3) + jnp.ones(4))


class Two:
    def __call__(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x


class Three:
    def __call__(self, x: Float[Array, "4"]) -> Float[Array, "4"]:
        return x


Two()(jnp.ones(4))  # E: jdc-shape
Three()(jnp.ones(3))  # E: jdc-shape


def guarded_by_names_of_sizes(x: Float[Array, "3 4"]) -> Array:
    n, d = x.shape
    if n == d:
        return x @ x
    return x.T @ x


def guarded_by_a_rank(x: Float[Array, "3 4"]) -> Array:
    rank = x.ndim
    return x.sum(axis=2) if rank == 3 else x


def guarded_by_a_value(x: Float[Array, "3 4"]) -> Array:
    made = jnp.zeros(x.shape[0])
    if made.sum() > 0:
        return x @ x  # E: jdc-shape
    return x


one_hot_or_index = 0
if isinstance(one_hot_or_index, np.ndarray):
    y.T @ one_hot_or_index
elif isinstance(one_hot_or_index, int):
    y[one_hot_or_index, :]


def guarded_by_a_kind(of: Float[Array, "3 4"]) -> Array:
    table = {"a": 1.0}
    if isinstance(table, dict):
        return of @ of  # E: jdc-shape
    return of
