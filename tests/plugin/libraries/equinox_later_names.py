"""Fields of equinox modules whose defaults read names that the module binds further down."""

from collections.abc import Callable
from typing import ClassVar

import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import AbstractVar


class Loss(eqx.Module):
    label: AbstractVar[str]


class Discounted(Loss):
    label: str = "discounted"
    discount: Callable[[int], jax.Array] = lambda n: powers(n, exponent=6)[None, :]

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.discount(x.shape[-1])


class Weighted(eqx.Module):
    weight: jax.Array
    steps: int = 3
    act: Callable[[jax.Array], jax.Array] = eqx.field(static=True, default=lambda x: scaled(x) + 1.0)
    table: tuple[int, ...] = eqx.field(static=True, default_factory=lambda: rows())

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(self.weight @ x)


class WithMethod(eqx.Module):
    weight: jax.Array
    kind: ClassVar[str] = "plain"
    act = lambda x: scaled(x)  # E: jdc-unannotated

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.act(x)  # E: call-arg


def powers(n: int, exponent: int) -> jax.Array:
    return jnp.arange(n) ** exponent


def scaled(x: jax.Array) -> jax.Array:
    return 2.0 * x


def rows() -> tuple[int, ...]:
    return (1, 2)


Discounted()
Discounted(discount=lambda n: jnp.ones(n))(jnp.ones((2, 4)))
Discounted("short", lambda n: jnp.ones(n))
Weighted(jnp.eye(2), act=jnp.tanh)(jnp.ones(2))
Weighted(jnp.eye(2), 4, table=(3,))
Weighted(jnp.eye(2), 4, tables=(3,))  # E: call-arg
longer = eqx.tree_at(lambda loss: loss.label, Discounted(), "longer")
Weighted(jnp.eye(2)).act = jnp.tanh  # E: jdc-frozen
