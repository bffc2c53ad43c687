"""Results of a derivative: a loss, with an auxiliary result beside it or not, and the gradient of an array."""

from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def a(w: jax.Array, x: jax.Array) -> jax.Array:
    def loss_fn(w: jax.Array) -> jax.Array:
        return jnp.mean(w * x)

    loss, grads = jax.value_and_grad(loss_fn)(w)
    if loss > 10.0:  # E: jdc-concrete
        return w
    return loss


@jax.jit
def b(w: jax.Array, x: jax.Array) -> jax.Array:
    grads = jax.grad(lambda w: jnp.mean(w * x))(w)
    norm = jnp.linalg.norm(grads)
    if norm > 10.0:  # E: jdc-concrete
        return w
    return w - grads


def loss_aux(w: jax.Array, x: jax.Array) -> tuple[jax.Array, dict[str, jax.Array]]:
    return jnp.mean(w * x), {"m": x.mean()}


@jax.jit
def c(w: jax.Array, x: jax.Array) -> jax.Array:
    (loss, aux), grads = jax.value_and_grad(loss_aux, has_aux=True)(w, x)
    if loss > 10.0:  # E: jdc-concrete
        return w
    return w - grads


@jax.jit
def d(w: jax.Array, x: jax.Array) -> jax.Array:
    grad_fn = jax.value_and_grad(loss_aux, has_aux=True)
    (loss, aux), grads = grad_fn(w, x)
    print(f"loss {loss:.3f}")  # E: jdc-concrete
    return w - grads


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.l = nnx.Linear(2, 2, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.l(x)


@nnx.jit
def e(model: Net, x: jax.Array) -> jax.Array:
    def loss_fn(m: Net) -> jax.Array:
        return jnp.mean(m(x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    if loss > 10.0:  # E: jdc-concrete
        loss = jnp.zeros(())
    return loss


class Model(eqx.Module):
    w: jax.Array


@eqx.filter_jit
def f(model: Model, x: jax.Array) -> tuple[Model, jax.Array]:
    @eqx.filter_value_and_grad
    def loss_fn(m: Model) -> jax.Array:
        return jnp.mean(m.w * x)

    loss, grads = loss_fn(model)
    if jnp.isnan(loss):  # E: jdc-concrete
        return model, loss
    return grads, loss


def eqx_loss(m: Model, x: jax.Array) -> jax.Array:
    return jnp.mean(m.w * x)


@eqx.filter_jit
def g(model: Model, x: jax.Array) -> float:
    loss, grads = eqx.filter_value_and_grad(eqx_loss)(model, x)
    return float(loss)  # E: jdc-concrete


@flax.struct.dataclass
class State:
    params: dict[str, Any]
    step: int


@jax.jit
def h(state: State, batch: dict[str, jax.Array]) -> State:
    def loss_fn(params: dict[str, Any]) -> jax.Array:
        return jnp.mean(params["w"] * batch["x"])

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    if loss < 0.1:  # E: jdc-concrete
        return state
    return state.replace(step=state.step + 1)


def host(w: jax.Array, x: jax.Array) -> float:
    loss, grads = jax.value_and_grad(loss_aux, has_aux=True)(w, x)
    if loss[0] > 1:
        return 0.0
    return float(loss[0])


@jax.jit
def beside_the_loss(w: jax.Array) -> jax.Array:
    def loss_fn(w: jax.Array) -> tuple[jax.Array, bool]:
        return jnp.sum(w), True

    (loss, flag), grads = jax.value_and_grad(loss_fn, has_aux=True)(w)
    grads_too, flag_too = jax.grad(loss_fn, has_aux=True)(w)
    if flag and flag_too:
        return loss
    return loss * 2
