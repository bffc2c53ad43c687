"""jdc-equinox-init: a __post_init__ below an __init__ that a base writes."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Layer(eqx.Module):
    w: jax.Array

    def __init__(self, size: int) -> None:
        self.w = jnp.ones(size)


class Halved(Layer):
    def __post_init__(self) -> None:  # E: jdc-equinox-init
        self.w = self.w / 2


class Calling(eqx.Module):
    w: jax.Array

    def __init__(self, size: int) -> None:
        self.w = jnp.ones(size)
        self.__post_init__()

    def __post_init__(self) -> None:
        self.w = self.w * 2


class Called(Calling):
    def __post_init__(self) -> None:
        self.w = self.w / 2


class Plain(eqx.Module):
    w: jax.Array


class PlainBelow(Plain):
    b: jax.Array

    def __post_init__(self) -> None:
        self.w = jnp.asarray(self.w)


class Shared(Layer):
    def __post_init__(self) -> None:
        self.w = self.w / 2


class Sharing(Shared):
    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.__post_init__()


Halved(2), Called(2), PlainBelow(jnp.ones(1), jnp.ones(1)), Sharing(2)
