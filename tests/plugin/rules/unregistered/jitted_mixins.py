"""Jitted methods of classes that are no pytrees: a class below one, in another module, may be registered."""

import dataclasses

import jax


@dataclasses.dataclass
class StepMixin:
    eta: float = 0.1

    @jax.jit
    def forcing(self, iterations: int) -> jax.Array:
        return jax.numpy.asarray(self.eta / (iterations + 1))


@dataclasses.dataclass
class Alone:
    eta: float = 0.1

    @jax.jit
    def forcing(self, iterations: int) -> jax.Array:  # E: jdc-unregistered
        return jax.numpy.asarray(self.eta / (iterations + 1))
