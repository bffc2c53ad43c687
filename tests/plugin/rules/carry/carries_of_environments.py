"""jdc-carry for the objects that methods of a plain class make: ``env.reset()``, ``env.step(state)``."""

import jax
import jax.numpy as jnp
from environments_with_steps import Env, FullEnv, State


class Sampler:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    def init(self) -> State:
        return State(jnp.ones(2))

    def full(self) -> State:
        return State(jnp.ones(2), jnp.zeros(2))

    def sum(self) -> None:
        print(self.rate)

    def odd(self) -> State:
        return State(jnp.ones(2), self.sum())  # type: ignore[func-returns-value]


def start() -> State:
    return Env(3).reset()


def first(rows: jax.Array) -> State:
    env = Env(3)

    def body(state: State, row: jax.Array) -> tuple[State, jax.Array]:
        moved = env.step(state)
        return env.kept(moved), row  # E: jdc-carry

    return jax.lax.scan(body, env.reset(), rows)[0]


def second() -> State:
    env = Env(3)
    return jax.lax.fori_loop(0, 3, lambda _, state: env.kept(state), env.reset())  # E: jdc-carry


def third() -> State:
    env = Env(3)
    return jax.lax.while_loop(lambda state: state.x[0] < 3, env.kept, start())  # E: jdc-carry


def fourth() -> State:
    sampler = Sampler(0.1)
    return jax.lax.fori_loop(0, 3, lambda _, state: state.replace(last=state.x), sampler.init())  # E: jdc-carry


def right(rows: jax.Array) -> None:
    env, full, sampler = Env(3), FullEnv(3), Sampler(0.1)

    def body(state: State, row: jax.Array) -> tuple[State, jax.Array]:
        return env.kept(env.step(state)), row

    def stepping(state: State, row: jax.Array) -> tuple[State, jax.Array]:
        return env.step(state), row

    jax.lax.scan(body, env.reset_with(), rows)
    jax.lax.scan(body, full.restart(), rows)
    jax.lax.scan(body, Env(3, jnp.zeros(3)).reset_from(), rows)
    jax.lax.scan(stepping, env.reset(), rows)
    jax.lax.fori_loop(0, 3, lambda _, state: env.kept(state), env.reset_with())
    jax.lax.while_loop(lambda state: state.x[0] < 3, env.step, start())
    jax.lax.fori_loop(0, 3, lambda _, state: state.replace(last=state.x), sampler.full())
    jax.lax.fori_loop(0, 3, lambda _, state: state.replace(last=None), sampler.odd())
    state = env.reset()
    state = env.kept(state)
    jax.lax.fori_loop(0, 3, lambda _, each: env.kept(each), state)


def of_any(env: Env, rows: jax.Array) -> None:
    def body(state: State, row: jax.Array) -> tuple[State, jax.Array]:
        return env.kept(state), row

    jax.lax.scan(body, env.restart(), rows)  # it may be a full one


right(jnp.ones((3, 3)))
of_any(FullEnv(3), jnp.ones((3, 3)))
