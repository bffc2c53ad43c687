"""Classes of another module that nothing in the project registers, and those that something does."""

import classes_of_project as classes
import jax
import jax.numpy as jnp
from classes_of_project import ForgottenState as State
from classes_of_project import (
    HasSubclass,
    NeverMade,
    ProjectLayer,
    RegisteredByHelper,
    RegisteredByThird,
    RegisteredByUser,
    RegisteredScaled,
)

jax.tree_util.register_dataclass(RegisteredByUser, ["x"], [])


@jax.jit
def step(state: State) -> jax.Array:  # E: jdc-unregistered
    return state.x + 1


@jax.jit
def stepped(state: "classes.ForgottenState | None", x: jax.Array) -> jax.Array:  # E: jdc-unregistered
    return x if state is None else state.x


@jax.jit
def never(state: NeverMade) -> jax.Array:
    return state.x


@jax.jit
def below(state: HasSubclass) -> jax.Array:
    return state.x


@jax.jit
def made(x: jax.Array) -> State:
    return State(x)  # E: jdc-unregistered


def run(x: jax.Array) -> None:
    jax.jit(lambda model: model.weight)(classes.ForgottenModel(x))
    jax.grad(lambda model: model.weight.sum())(classes.ForgottenDeepModel(x))  # E: jdc-unregistered
    jax.jit(lambda state: state.x)(RegisteredByUser(x))
    jax.jit(lambda state: state.x)(RegisteredByThird(x))
    jax.jit(lambda state: state.x)(RegisteredByHelper(x))
    jax.jit(lambda state: state.x)(HasSubclass(x))
    jax.jit(lambda layer: layer.weight)(ProjectLayer(x))
    jax.jit(lambda layer: layer.weight)(RegisteredScaled(x))
    classes.ForgottenScaled(x)  # E: jdc-unregistered
    print(jax.tree.map(lambda leaf: leaf, State.initial(), is_leaf=lambda node: isinstance(node, State)))


def apply(state: State, x: jax.Array) -> jax.Array:
    return state.x + x


mapped = jax.vmap(apply)  # E: jdc-unregistered
static = jax.jit(apply, static_argnums=0)
print(mapped, static, jnp.zeros(3))
