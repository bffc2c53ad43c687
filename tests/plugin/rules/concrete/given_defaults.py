"""jdc-concrete for parameters with defaults, which are tracers in the calls that give them something."""

import functools

import jax
import jax.numpy as jnp
import pytest
from jax import Array


@jax.jit
def called(images, cfg=True, scale=1.0):
    if not cfg:  # E: jdc-concrete
        return images
    return images * scale


@jax.jit
def repeated(x: Array, n: int = 2) -> Array:
    for _ in range(n):  # E: jdc-concrete
        x = x + 1
    return x


@jax.jit
def left(x: Array, n: int = 2, *, train: bool = True) -> Array:
    for _ in range(n):
        x = x + 1
    return x if train else -x


@functools.partial(jax.jit, static_argnames=("n", "train"))
def fixed(x: Array, n: int = 2, *, train: bool = True) -> Array:
    for _ in range(n):
        x = x + 1
    return x if train else -x


@functools.partial(jax.jit, static_argnums=1)
def counted(x: Array, n: int = 2) -> Array:
    return x.repeat(n) if n > 1 else x


@jax.jit
def masked(x: Array, mask: Array | None = None, weights=None) -> Array:
    if mask is not None:
        x = jnp.where(mask, x, 0.0)
    if weights is not None:
        x = x * weights
    return x


@jax.jit
def tested(x: Array, n: int = 2) -> Array:
    return x.reshape(n, -1)


@jax.jit
def optional(x: Array, rows=None) -> Array:
    return x if not rows else x + rows[0]


class Sampler:
    @functools.partial(jax.jit, static_argnums=0)
    def denoise(self, x, cfg=True):
        if not cfg:  # E: jdc-concrete
            return x
        return x * 2

    @functools.partial(jax.jit, static_argnums=(0, 2))
    def right(self, x, cfg=True):
        return x if not cfg else x * 2

    @functools.partial(jax.jit, static_argnums=0)
    def untouched(self, x, cfg=True):
        return x if not cfg else x * 2

    def sample(self, x):
        return self.denoise(x, cfg=False) + self.right(x, False) + self.untouched(x)


def use(x: Array) -> Array:
    total = called(x) + repeated(x, 3) + left(x) + fixed(x, 3, train=False) + counted(x, n=1)
    rows = optional(x, None) + optional(x, ()) + optional(x, rows=[x])
    return total + rows + masked(x, x > 0) + masked(x, mask=None, weights=x) + called(x, cfg=False) + tested(x)[0]


def test_sizes() -> None:
    with pytest.raises(TypeError):
        tested(jnp.ones(4), 2)
