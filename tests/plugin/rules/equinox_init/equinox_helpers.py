"""jdc-equinox-init: what runs besides ``__init__`` itself, and values under names and in branches."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Built(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, size: int) -> None:
        self._build(size)

    def _build(self, size: int) -> None:
        self.weight = jnp.ones(size)
        self.bias = self.weight
        self.size = size  # E: jdc-equinox-init

    def later(self) -> None:
        self.weight = jnp.ones(1)  # E: jdc-frozen


class Finished(eqx.Module):
    x: jax.Array
    scale: jax.Array = eqx.field(init=False)

    def __post_init__(self) -> None:
        self.scale = jnp.linalg.norm(self.x)
        self.norm = self.scale  # E: jdc-equinox-init


class Chosen(eqx.Module):
    one: Callable[[jax.Array], jax.Array]
    two: Callable[[jax.Array], jax.Array]

    def __init__(self, fast: bool) -> None:
        self.one = self.quick if fast else self.slow  # E: jdc-equinox-init
        self.two = self.quick if fast else jnp.sin

    def quick(self, x: jax.Array) -> jax.Array:
        return x

    def slow(self, x: jax.Array) -> jax.Array:
        return x


class Mapped(eqx.Module):
    hidden: Callable[..., Any]
    layer: eqx.nn.Linear
    mapped: Callable[..., Any]
    function: Callable[..., Any]

    def __init__(self, key: jax.Array, given: eqx.nn.Linear) -> None:
        linear = eqx.nn.Linear(2, 2, key=key)
        self.hidden = jax.vmap(linear)  # E: jdc-equinox-init
        kept = eqx.nn.Linear(2, 2, key=key)
        self.layer = kept
        self.mapped = jax.vmap(kept)
        self.function = jax.vmap(jnp.sin)
        self.function = jax.vmap(given)


class Declared(eqx.Module):
    size: int
    weight: jax.Array

    def __init__(self, size: int) -> None:
        self.size = size
        self.weight = self.made(size)

    def made(self, size: int) -> jax.Array:
        total = jnp.ones(size)
        return total


class SetByName(eqx.Module):
    taps: jax.Array
    gain: jax.Array

    def __init__(self, size: int) -> None:
        setattr(self, "taps", jnp.ones(size))
        self._fill()

    def _fill(self) -> None:
        setattr(self, "gains", jnp.ones(()))  # E: jdc-equinox-init
        for name in ("gain",):
            setattr(self, name, jnp.ones(()))
        other = object.__new__(Other)
        setattr(other, "gains", 3)


class Other:
    pass
