"""Items of tuples that functions of the module return, and methods of objects that the source makes."""

from __future__ import annotations

import abc

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    pos: jax.Array
    t: jax.Array
    size: int = flax.struct.field(pytree_node=False, default=2)

    def stepped(self, action: jax.Array) -> tuple[State, jax.Array, jax.Array]:
        done = self.pos.sum() > 3
        return self.replace(pos=self.pos + action), -self.pos.sum(), done

    def facts(self) -> tuple[jax.Array, int]:
        return self.pos > self.t, self.size


class Base(abc.ABC):
    @abc.abstractmethod
    def reward(self, state: State) -> jax.Array: ...


class Game(Base):
    def __init__(self, limit: int = 3) -> None:
        self.limit = limit

    def step(self, state: State, action: jax.Array) -> tuple[State, jax.Array, jax.Array]:
        state = state.replace(pos=state.pos + action)
        return state, state.pos.sum(), state.t > self.limit

    def either(self, state: State) -> tuple[State, bool | jax.Array]:
        if state.size > 1:
            return state, True
        return state, state.t > 1

    def rules(self, state: State) -> tuple[int, int]:
        return self.limit, state.size

    def reward(self, state: State) -> jax.Array:
        return state.pos.sum()


game = Game()
games = [Game()]
games_changed = Game()
games_changed = Game(2)


@jax.jit
def of_method(state: State, action: jax.Array) -> State:
    state, reward, done = state.stepped(action)
    if done:  # E: jdc-concrete
        return state
    return state.replace(pos=state.pos * reward)


@jax.jit
def of_facts(state: State) -> State:
    far, size = state.facts()
    if size > 1:
        return state
    if far.any():  # E: jdc-concrete
        return state
    return state.replace(pos=jnp.zeros(size))


@jax.jit
def of_game(state: State, action: jax.Array) -> State:
    new, reward, done = game.step(state, action)
    limit, size = game.rules(state)
    open_state, is_open = game.either(state)
    if limit > size and is_open:
        new = open_state
    for _ in range(limit):
        new = new.replace(pos=new.pos + reward)
    if game.reward(state) > 0:  # E: jdc-concrete
        return new
    return state if done else new  # E: jdc-concrete


@jax.jit
def of_unknown(state: State, action: jax.Array) -> State:
    new, reward, done = games[0].step(state, action)
    other, _, also = games_changed.step(state, action)
    return new.replace(pos=jnp.where(done, new.pos, other.pos * reward), t=jnp.where(also, 1, 2))


def eager(state: State, action: jax.Array) -> State:
    new, _, done = game.step(state, action)
    return new if done else state
