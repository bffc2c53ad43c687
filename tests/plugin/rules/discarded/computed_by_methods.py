"""jdc-discarded for methods of a class that is no pytree, which compute another object of an argument's class."""

import time

import computing_methods as envs
import jax
import jax.numpy as jnp
from computing_methods import Env, Physics, State


class Runner:
    def __init__(self, env: Env) -> None:
        self.env = env
        self.count = 0

    def once(self, state: State) -> State:
        self.env.step(state, jnp.ones(3))  # E: jdc-discarded
        return state

    def halved(self, state: State) -> State:
        return state.replace(x=state.x / 2)

    def counted(self, state: State) -> State:
        self.count += 1
        return state.replace(x=state.x / 2)

    def many(self, state: State) -> State:
        for _ in range(3):
            self.halved(state)  # E: jdc-discarded
            self.counted(state)
        return state

    def right(self, state: State) -> State:
        for _ in range(3):
            state = self.env.step(self.halved(state), jnp.ones(3))
        return state


def lost() -> jax.Array:
    env = envs.Env(Physics(0.1))
    state = env.reset(jax.random.key(0))
    env.step(state, jnp.ones(3))  # E: jdc-discarded
    env.physics.drifted(state)  # E: jdc-discarded
    envs.SmallEnv(Physics(0.1)).step(state, jnp.ones(3))  # E: jdc-discarded
    return state.x


def right() -> jax.Array:
    env = Env(Physics(0.1))
    state = env.reset(jax.random.key(0))
    env.reset(jax.random.key(1))
    env.noted(state)
    env.recounted(state)
    env.same(state)
    env.rendered(state)
    env.open_step(state)  # a class below counts
    env.physics.counted(state)
    _ = env.step(state, jnp.ones(3))
    state = env.step(state, jnp.ones(3))
    env.step(state, jnp.ones(3))  # to see that it runs: nothing uses the state afterwards
    return jnp.ones(3)


def timed(env: Env, state: State) -> float:
    begin = time.time()
    env.step(state, jnp.ones(3))
    print(state.x)
    return time.time() - begin


def tried(env: Env, state: State) -> State:
    try:
        env.step(state, jnp.ones(3))
    except ValueError:
        print("no")
    return state


def test_step_runs(env: Env, state: State) -> None:
    env.step(state, jnp.ones(3))
    assert state.x.shape == (3,)


start = State(jnp.ones(3))
runner = Runner(Env(Physics(0.1)))
runner.right(start)
lost()
right()
