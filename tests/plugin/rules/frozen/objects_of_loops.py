"""jdc-frozen and jdc-discarded for objects that loops and transformations hand to functions without annotations."""

import dataclasses
import types

import flax.struct
import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState

import jdc_runtime as jdc


class Counting(TrainState):
    timesteps: int
    updates: int


@flax.struct.dataclass
class EnvState:
    x: jax.Array
    t: int


@dataclasses.dataclass
class Open:
    x: jax.Array
    t: int


jax.tree_util.register_dataclass(Open, ["x", "t"], [])


@jdc.pytree_dataclass
class Own:
    x: jax.Array


def make_train(config, env, network, tx):
    def train(rng):
        params = network.init(rng)
        state = Counting.create(apply_fn=network.apply, params=params, tx=tx, timesteps=0, updates=0)

        def update(runner, unused):
            state, buffer, last, rng = runner
            if state.timesteps > 10:  # E: jdc-concrete
                print("started")
            state.replace(timesteps=state.timesteps + config["N"])  # E: jdc-discarded

            def learn(state, rng):
                grads = jax.grad(lambda p: network.apply(p, rng))(state.params)
                state = state.apply_gradients(grads=grads)
                state.updates += 1  # E: jdc-frozen
                return state, 0.0

            state, loss = jax.lax.cond(
                last, lambda state, rng: learn(state, rng), lambda state, rng: (state, 0.0), state, rng
            )
            runner = (state, buffer, last, rng)
            return runner, loss

        runner = (state, env.make(), env.look(), rng)
        return jax.lax.scan(update, runner, None, config["N"])

    return train


def of_a_pair(step, key):
    state = EnvState(x=jnp.zeros(3), t=0)

    def body(carry, key):
        state, total = carry
        state.t = state.t + 1  # E: jdc-frozen
        state.replace(x=state.x + 1)  # E: jdc-discarded
        other = state.replace(x=state.x + 1)
        other.t = 4  # E: jdc-frozen
        return (state, total + step(key)), None

    return jax.lax.scan(body, (state, step(key)), key)


def passed_on(key):
    state = EnvState(x=jnp.zeros(3), t=0)

    def f(state, key):
        state.t = 3  # E: jdc-frozen
        return state.x

    return jax.vmap(f, in_axes=(None, 0))(state, key)


def nested(key):
    def outer(state, key):
        def inner(state, unused):
            state.replace(t=state.t + 1)  # E: jdc-discarded
            return state.replace(t=state.t + 1), None

        return jax.lax.scan(inner, state, None, 3)

    return jax.lax.scan(outer, EnvState(x=jnp.zeros(3), t=0), key)


def taken(key):
    def body(state, key):
        state = state.replace(x=state.x + 1)
        new = state.replace(t=4)
        return new, state.t

    return jax.lax.scan(body, EnvState(x=jnp.zeros(3), t=0), key)


def of_open_objects(key):
    def body(state, key):
        state.t = state.t + 1
        return state, None

    return jax.lax.scan(body, Open(jnp.zeros(3), 0), key)


def of_copies(key):
    def body(state, key):
        with jdc.copy_and_mutate(state) as new:
            new.x = new.x + 1
        return new, None

    return jax.lax.scan(body, Own(jnp.zeros(3)), key)


def of_another_object(key):
    def body(state, key):
        state = types.SimpleNamespace(x=state.x, t=state.t)
        state.t = 3
        return EnvState(state.x, state.t), None

    return jax.lax.scan(body, EnvState(x=jnp.zeros(3), t=0), key)


def that_catches(key):
    def body(state, key):
        try:
            state.t = 3
        except dataclasses.FrozenInstanceError:
            state = state.replace(t=3)
        return state, None

    return jax.lax.scan(body, EnvState(x=jnp.zeros(3), t=0), key)


def of_text(key):
    def body(state, names):
        state, name = state
        name.replace("a", "b")
        return (state, name), None

    return jax.lax.scan(body, (EnvState(x=jnp.zeros(3), t=0), key), key)


def of_two_kinds(objects):
    def body(state):
        state.t = 3
        return state.x

    return [jax.vmap(body)(each) for each in objects]
