"""Results of methods for the fields of an object that a function is given, and gradients along one."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState
from jax import lax
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Cell:
    kernel: Float[Array, "inputs hidden"]
    recurrent: Float[Array, "hidden hidden"]
    bias: Float[Array, "hidden"]
    readout: Float[Array, "hidden outputs"]

    def cell(self, h: Float[Array, "hidden"], x: Float[Array, "inputs"]) -> Float[Array, "hidden"]:
        return jnp.tanh(x @ self.kernel + h @ self.recurrent + self.bias)

    def out(self, h: Float[Array, "hidden"], x: Float[Array, "inputs"]) -> Float[Array, "outputs"]:
        return self.cell(h, x) @ self.readout

    def turned(self, h: Float[Array, "hidden"], x: Float[Array, "inputs"]) -> Array:
        h = self.cell(h, x)
        return self.readout @ h  # E: jdc-shape

    def added(self, h: Float[Array, "hidden"], x: Float[Array, "inputs"]) -> Array:
        return self.bias + self.out(h, x)  # E: jdc-shape

    def run(self, xs: Float[Array, "time inputs"]) -> Float[Array, "time outputs"]:
        def step(h: Array, x: Array) -> tuple[Array, Array]:
            h = self.cell(h, x)
            return h, h @ self.readout

        return lax.scan(step, jnp.zeros_like(self.bias), xs)[1]

    def run_turned(self, xs: Float[Array, "time inputs"]) -> Array:
        def step(h: Float[Array, "hidden"], x: Float[Array, "inputs"]) -> tuple[Array, Array]:
            h = self.cell(h, x)
            return h, self.readout @ h  # E: jdc-shape

        return lax.scan(step, jnp.zeros_like(self.bias), xs)[1]


def make() -> Cell:
    return Cell(jnp.zeros((3, 4)), jnp.zeros((4, 4)), jnp.zeros(4), jnp.zeros((4, 2)))


def reads(rnn: Cell, h: Float[Array, "h"], x: Float[Array, "x"]) -> Array:
    return rnn.cell(h, x) @ rnn.readout


def reads_turned(rnn: Cell, h: Float[Array, "h"], x: Float[Array, "x"]) -> Array:
    return rnn.readout @ rnn.cell(h, x)  # E: jdc-shape


def reads_two(rnn: Cell, other: Cell, h: Float[Array, "h"], x: Float[Array, "x"]) -> Array:
    return rnn.readout @ other.cell(h, x)


@jdc.pytree_dataclass
class Base:
    weight: Float[Array, "n m"]

    def project(self, x: Array) -> Array:
        return self.weight.sum(0)

    def use(self, x: Array) -> Array:
        return self.weight @ self.project(x) + self.weight.T @ self.project(x)  # a subclass has another one


@jdc.pytree_dataclass
class Sub(Base):
    def project(self, x: Array) -> Array:
        return jnp.zeros(())


class Linear(eqx.Module):
    weight: Float[Array, "out inputs"]
    bias: Float[Array, "out"]


class Pair(NamedTuple):
    one: Array
    other: Array


def loss(m: Linear, x: Float[Array, "batch inputs"]) -> Array:
    return (x @ m.weight.T).sum()


def loss_and_more(m: Linear, x: Float[Array, "batch inputs"]) -> tuple[Array, Pair]:
    return (x @ m.weight.T).sum(), Pair(x, x)


def made() -> Linear:
    return Linear(jnp.zeros((3, 2)), jnp.zeros(3))


def train(m: Linear, x: Float[Array, "batch inputs"]) -> Array:
    by_equinox = eqx.filter_grad(loss)(m, x)
    value, by_jax = jax.value_and_grad(loss)(m, x)
    with_aux, aux = jax.grad(loss_and_more, has_aux=True)(m, x)
    right = m.bias - by_equinox.bias - by_jax.bias - with_aux.bias
    m.bias - by_equinox.weight  # E: jdc-shape
    m.bias - by_jax.weight  # E: jdc-shape
    m.bias - with_aux.weight  # E: jdc-shape
    return right + value + aux.one.sum()


def along_another(m: Linear, other: Linear, x: Float[Array, "batch inputs"]) -> Array:
    gradient = jax.grad(loss)(other, x)
    return m.bias - gradient.weight


class Trainer:
    @staticmethod
    def step(state: TrainState, grads: dict[str, jax.Array]) -> jax.Array:
        return state.apply_gradients(grads=grads).step + jnp.ones(3)
