"""Results of functions under ``@jax.vmap``: what their body makes of a row, for every row."""

from functools import partial
from typing import TYPE_CHECKING

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float


@partial(jax.vmap, in_axes=(0, None))
def distance(x: Float[Array, "d"], center: Float[Array, "d"]) -> Float[Array, ""]:
    return jnp.sum((x - center) ** 2)


@jax.vmap
def outer(x, y):
    return x[:, None] * y


@jax.jit
@partial(jax.vmap, in_axes=(0, None), out_axes=1)
def columns(x, w):
    return w @ x


@partial(jax.vmap, axis_name="batch")
def centred(x):
    return x - lax.pmean(x, "batch")


def calls() -> None:
    distance(jnp.ones((9, 4)), jnp.zeros(4)) + jnp.ones(9)
    distance(jnp.ones((9, 4)), jnp.zeros(4)) + jnp.ones(4)  # E: jdc-shape
    outer(jnp.ones((5, 3)), jnp.ones((5, 4))) + jnp.ones((3, 4))
    outer(jnp.ones((5, 3)), jnp.ones((5, 4))) @ jnp.ones(3)  # E: jdc-shape
    outer(jnp.ones((5, 3)), jnp.ones((6, 4)))  # E: jdc-shape
    columns(jnp.ones((5, 3)), jnp.ones((4, 3))) @ jnp.ones(5)
    columns(jnp.ones((5, 3)), jnp.ones((4, 3))) @ jnp.ones(4)  # E: jdc-shape
    columns(jnp.ones((5, 3)), jnp.ones((3, 4)))  # E: jdc-shape
    centred(jnp.ones((5, 3))) + jnp.ones((7, 1))


def advantages(rewards: Float[Array, "t"], values: Float[Array, "t+1"]) -> Float[Array, "t"]:
    def body(acc: Array, x: tuple[Array, Array]) -> tuple[Array, Array]:
        reward, value = x
        return acc + reward - value, acc

    good, _ = lax.scan(body, jnp.zeros(()), (rewards, values[1:]))
    print(good)
    return lax.scan(body, jnp.zeros(()), (rewards, values))[1]  # E: jdc-shape


@flax.struct.dataclass
class Bank:
    w: Float[Array, "n"]

    def doubled(self) -> Float[Array, "n"]:
        return self.w * 2


if not TYPE_CHECKING:

    class Old(Bank):
        pass


def reads(bank: Bank) -> Array:
    return bank.doubled().sum()
