"""jdc-static-array and jdc-compare for objects that functions and methods of the module or another one return."""

from functools import partial

import environments_elsewhere as elsewhere
import flax.struct
import jax
import jax.numpy as jnp
from environments_elsewhere import Env, Options, State, start


@flax.struct.dataclass
class Agent:
    w: jax.Array


class Factory:
    def agent(self) -> Agent:
        return Agent(jnp.ones(4))

    def options(self) -> Options:
        return Options(4)


def agent() -> Agent:
    return Agent(jnp.ones(5))


@partial(jax.jit, static_argnames="state")
def moved(state: State, x: jax.Array) -> jax.Array:
    return state.x + x


@partial(jax.jit, static_argnums=0)
def act(policy: Agent, x: jax.Array) -> jax.Array:
    return policy.w * x


@partial(jax.jit, static_argnums=0)
def sized(options: Options, x: jax.Array) -> jax.Array:
    return jnp.broadcast_to(x, (options.size,))


def wrong(x: jax.Array) -> None:
    env = Env(3)
    moved(start(), x)  # E: jdc-static-array
    moved(elsewhere.start(), x)  # E: jdc-static-array
    moved(env.reset(), x)  # E: jdc-static-array
    state = env.reset()
    moved(state, x)  # E: jdc-static-array
    act(agent(), x)  # E: jdc-static-array
    act(Factory().agent(), x)  # E: jdc-static-array


def kept() -> set[State]:
    env = Env(3)
    return {env.reset()}  # E: jdc-compare


def right(x: jax.Array) -> None:
    env = Env(3)
    sized(env.options(), x)
    sized(Factory().options(), x)
    jax.jit(lambda state: state.x)(env.reset())
    jax.jit(lambda policy: policy.w)(agent())


class Replaced(Env):
    def reset(self) -> State:
        return State(jnp.zeros(2), time=1)


def chosen(env: Env, x: jax.Array) -> list[State]:
    return [env.reset(), start()]


right(jnp.ones(()))
chosen(Replaced(3), jnp.ones(()))
