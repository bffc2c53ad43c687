"""jdc-unannotated: lambdas of a class body that its methods call."""

from collections.abc import Callable

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Core:
    weight: jax.Array
    act = lambda x: jnp.tanh(x)  # E: jdc-unannotated
    both = lambda self, x: self.weight * x
    alone = staticmethod(lambda x: jnp.tanh(x))
    either = lambda *given: given[-1]
    field: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False, default=lambda x: x)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(self.weight @ x)  # E: call-arg

    def others(self, x: jax.Array) -> jax.Array:
        return self.both(x) + self.alone(x) + self.either(x) + self.field(x)


class Module(eqx.Module):
    weight: jax.Array
    act = lambda x: jnp.tanh(x)  # E: jdc-unannotated
    of_class = lambda x: jnp.tanh(x)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(x) + Module.of_class(x)  # E: call-arg


@flax.struct.dataclass
class Annotated:
    weight: jax.Array
    act: Callable[[jax.Array], jax.Array] = lambda x: jnp.tanh(x)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(self.weight @ x)


class AnnotatedModule(eqx.Module):
    weight: jax.Array
    act: Callable[[jax.Array], jax.Array] = lambda x: jnp.tanh(x)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(x)


class Assigned(eqx.Module):
    weight: jax.Array
    act: Callable[[jax.Array], jax.Array]

    def __init__(self, weight: jax.Array) -> None:
        self.weight = weight
        self.act = jnp.tanh

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(x)
