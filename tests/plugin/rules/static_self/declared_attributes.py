"""Attributes that ``__init__`` declares, and that another method gives their first value."""

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp

Apply = Callable[[jax.Array], jax.Array]


class Declared:
    def __init__(self, width: int) -> None:
        self.width = width
        self.apply: Apply
        self.layers: dict[int, Apply]

    def init(self, x: jax.Array) -> jax.Array:
        self.apply, shape = jnp.tanh, x.shape
        self.layers = dict.fromkeys(range(self.width), jnp.sin)
        return jnp.ones(shape)

    @partial(jax.jit, static_argnums=0)
    def sample(self, x: jax.Array) -> jax.Array:
        return self.apply(x)

    @partial(jax.jit, static_argnames=("self", "depth"))
    def layer(self, depth: int, x: jax.Array) -> jax.Array:
        return self.layers[depth](x)


class Replaced:
    def __init__(self) -> None:
        self.apply: Apply = jnp.sin

    def switch(self) -> None:
        self.apply = jnp.tanh

    @partial(jax.jit, static_argnums=0)
    def sample(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.apply(x)


class DeclaredAndGiven:
    def __init__(self) -> None:
        self.scale: float
        self.scale = 1.0

    def rescale(self, scale: float) -> None:
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def sample(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.scale * x


made = Declared(2)
x = made.init(jnp.ones(3))
made.sample(x)
made.layer(1, x)
