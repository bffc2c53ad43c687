"""jdc-frozen: methods of a base that set objects up, and that constructors of other modules call."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Block(eqx.Module):
    a: jax.Array
    b: jax.Array

    def setup(self, size: int) -> None:
        self.a = jnp.ones(size)

    def setup_all(self, size: int) -> None:
        self.setup(size)
        self.b = jnp.zeros(size)

    def init_weights(self, size: int) -> None:
        self.a = jnp.ones(size)

    def update(self, a: jax.Array) -> None:
        self.a = a  # E: jdc-frozen


class Called(eqx.Module):
    a: jax.Array

    def build(self) -> None:
        self.a = jnp.zeros(())  # E: jdc-frozen


called = Called(jnp.ones(()))
called.build()
