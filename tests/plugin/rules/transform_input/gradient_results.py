"""jdc-transform-input: functions under a gradient that return a tree, or no pair where ``has_aux`` says so."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import pytest
from flax import nnx

T = TypeVar("T")


@flax.struct.dataclass
class Phase:
    q: jax.Array
    p: jax.Array


class Outcome(NamedTuple):
    loss: jax.Array
    logits: jax.Array


@jax.tree_util.register_pytree_node_class
class Scaled:
    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def __jax_array__(self) -> jax.Array:
        return jnp.sum(self.x)

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Scaled":
        return cls(*children)


def pair(state: Phase) -> tuple[jax.Array, dict[str, jax.Array]]:
    loss = jnp.sum(state.q)
    return loss, {"loss": loss}


def metrics(state: Phase) -> dict[str, jax.Array]:
    return {"loss": jnp.sum(state.q)}


def outcome(state: Phase) -> Outcome:
    return Outcome(jnp.sum(state.q), state.q)


def force(state: Phase) -> Phase:
    return Phase(q=state.p, p=-state.q)


def plain(state: Phase) -> jax.Array:
    return jnp.sum(state.q)


def unsaid(state: Phase, twice: bool = False):
    loss = jnp.sum(state.q)
    if twice:
        return loss, loss
    return loss, state.p


def forgotten(state: Phase) -> None:
    loss = jnp.sum(state.q)
    print(loss)


def three(state: Phase):
    loss = jnp.sum(state.q)
    return loss, state.q, state.p


def nested(state: Phase):
    loss = jnp.sum(state.q)
    return (loss, state.q), state.p


def either(state: Phase, has_pair: bool):
    loss = jnp.sum(state.q)
    if has_pair:
        return loss, state
    return loss


def anything(state: Phase) -> Any:
    return state


def same(value: T) -> T:
    return value


def failing(state: Phase) -> tuple[jax.Array, jax.Array]:
    raise NotImplementedError


def wrapped(state: Phase) -> Scaled:
    return Scaled(state.q)


phase = Phase(jnp.ones(3), jnp.ones(3))

jax.grad(pair)(phase)  # E: jdc-transform-input
jax.value_and_grad(pair)(phase)  # E: jdc-transform-input
jax.jit(jax.grad(pair))(phase)  # E: jdc-transform-input
jax.grad(metrics)(phase)  # E: jdc-transform-input
jax.grad(outcome)(phase)  # E: jdc-transform-input
jax.grad(force)(phase)  # E: jdc-transform-input
jax.grad(unsaid)(phase)  # E: jdc-transform-input
jax.grad(forgotten)(phase)  # E: jdc-transform-input
jax.grad(lambda state: (state.q.sum(), state.q))(phase)  # E: jdc-transform-input
jax.grad(plain, has_aux=True)(phase)  # E: jdc-transform-input
jax.grad(three, has_aux=True)(phase)  # E: jdc-transform-input
jax.grad(nested, has_aux=True)(phase)  # E: jdc-transform-input
jax.value_and_grad(force, has_aux=True)(phase)  # E: jdc-transform-input

jax.grad(plain)(phase)
jax.grad(pair, has_aux=True)(phase)
jax.grad(pair, 0, True)(phase)
jax.grad(outcome, has_aux=True)(phase)
jax.value_and_grad(unsaid, has_aux=True)(phase)
jax.grad(anything)  # E: jdc-transform-input
jax.grad(same)(1.0)
jax.grad(failing)
jax.grad(wrapped)
jax.grad(lambda state: pair(state)[0])(phase)
jax.jacobian(metrics)(phase)
jax.jacfwd(pair)(phase)
with pytest.raises(TypeError):
    jax.grad(pair)(phase)


with_pair = functools.partial(jax.value_and_grad, has_aux=True)
with_pair(pair)(phase)


@with_pair
def under_name(state: Phase) -> tuple[jax.Array, jax.Array]:
    return jnp.sum(state.q), state.q


under_name(phase)


def chosen(has_pair: bool) -> None:
    jax.grad(either, has_aux=has_pair)
    jax.grad(functools.partial(either, has_pair=has_pair), has_aux=has_pair)(phase)


def differentiate(loss: Callable[[Phase], tuple[jax.Array, Any]], state: Phase) -> Phase:
    return jax.grad(loss, has_aux=True)(state)[0]


@functools.partial(jax.value_and_grad, argnums=0)  # E: jdc-transform-input
def decorated(state: Phase, scale: jax.Array) -> tuple[jax.Array, jax.Array]:
    return jnp.sum(state.q) * scale, state.q


@functools.partial(jax.value_and_grad, has_aux=True)
def right(state: Phase) -> tuple[jax.Array, jax.Array]:
    return jnp.sum(state.q), state.q


class Trainer:
    def loss(self, state: Phase, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.sum(state.q * x), x

    def step(self, state: Phase, x: jax.Array) -> Phase:
        (_, _), slopes = jax.value_and_grad(self.loss, has_aux=True)(state, x)
        jax.grad(self.loss)(state, x)  # E: jdc-transform-input
        return slopes


class Net(eqx.Module):
    w: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w * x


@eqx.filter_value_and_grad  # E: jdc-transform-input
def filtered(net: Net, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = net(x)
    return y.sum(), y


@eqx.filter_value_and_grad(has_aux=True)
def filtered_pair(net: Net, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = net(x)
    return y.sum(), y


@functools.partial(eqx.filter_grad, has_aux=True)
def filtered_partial(net: Net, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = net(x)
    return y.sum(), y


eqx.filter_grad(metrics)(phase)  # E: jdc-transform-input
eqx.filter_grad(plain)(phase)


class Layer(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(3, 2, rngs=rngs)


def layer_loss(layer: Layer, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = layer.linear(x)
    return (y**2).mean(), y


layer = Layer(nnx.Rngs(0))
nnx.grad(layer_loss)(layer, jnp.ones((4, 3)))  # E: jdc-transform-input
nnx.value_and_grad(layer_loss)(layer, jnp.ones((4, 3)))  # E: jdc-transform-input
nnx.value_and_grad(layer_loss, has_aux=True)(layer, jnp.ones((4, 3)))
nnx.grad(lambda layer, x: layer_loss(layer, x)[0])(layer, jnp.ones((4, 3)))


@nnx.value_and_grad  # E: jdc-transform-input
def decorated_layer_loss(layer: Layer, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return layer_loss(layer, x)


def wrongly_declared(state: Any) -> tuple[jax.Array, dict[str, Any]]:
    loss = -state.logits.mean()
    return loss


def wrongly_declared_too(state: Any) -> tuple[jax.Array, dict[str, Any]]:
    return ((state.logits - 1) ** 2).mean()


def declared_alone(state: Any) -> tuple[jax.Array, dict[str, Any]]:
    return state.losses


jax.grad(wrongly_declared)
jax.value_and_grad(wrongly_declared_too, has_aux=False)
jax.grad(declared_alone)  # E: jdc-transform-input
