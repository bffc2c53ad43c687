"""jdc-equinox-init: a default_factory beside an __init__ that is written out."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp


class Written(eqx.Module):
    w: jax.Array
    scale: jax.Array = dataclasses.field(default_factory=lambda: jnp.ones(2))

    def __init__(self, size: int) -> None:
        self.w = jnp.ones(size)


class Inheriting(Written):
    names: list[str] = eqx.field(default_factory=list)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.scale = jnp.ones(size)
        self.names = []


class Below(Inheriting):
    more: list[str] = eqx.field(default_factory=list)


class Defaults(eqx.Module):
    w: jax.Array
    count: int = 3
    kind: str = eqx.field(default="plain", static=True)

    def __init__(self, size: int) -> None:
        self.w = jnp.ones(size)


class Made(eqx.Module):
    w: jax.Array
    scale: jax.Array = dataclasses.field(default_factory=lambda: jnp.ones(2))


class Handing(eqx.Module):
    w: jax.Array
    scale: jax.Array = dataclasses.field(default_factory=lambda: jnp.ones(2))

    def __init__(self, size: int) -> None:
        self.w = jnp.ones(size)
        self._fill()

    def _fill(self) -> None:
        self.scale = self.w


class PostMade(Made):
    bias: list[int] = eqx.field(default_factory=list)

    def __post_init__(self) -> None:
        self.bias = [1]


Inheriting(2), Defaults(2), Made(jnp.ones(2)), Handing(2), PostMade(jnp.ones(2))
Written(2)  # E: jdc-equinox-init
Below(2)  # E: jdc-equinox-init
