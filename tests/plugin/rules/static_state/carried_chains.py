"""Chains of methods that make the next carry of a loop, and methods that call the one that counts."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class Game:
    board: jax.Array
    turn: int = flax.struct.field(pytree_node=False, default=0)

    def played(self, at: jax.Array) -> "Game":
        return self.replace(turn=self.turn + 1, board=self.board.at[at].set(1))  # E: jdc-static-state


class Environment:
    def step(self, game: Game, at: jax.Array) -> tuple[Game, None]:
        game = game.played(at)
        return game, None


lax.scan(Environment().step, Game(jnp.zeros(3)), jnp.arange(3))


@flax.struct.dataclass
class Walk:
    x: jax.Array
    time: int = flax.struct.field(pytree_node=False, default=0)

    def _counted(self) -> "Walk":
        return self.replace(time=self.time + 1)  # E: jdc-static-state

    def step(self) -> "Walk":
        return self._counted().replace(x=self.x + 1)


lax.while_loop(lambda walk: walk.x.sum() < 3, Walk.step, Walk(jnp.zeros(4)))


@flax.struct.dataclass
class Swim:
    x: jax.Array
    time: int = flax.struct.field(pytree_node=False, default=0)

    def counted(self) -> "Swim":
        return self.replace(time=self.time + 1)  # E: jdc-static-state

    def moved(self) -> "Swim":
        return self.replace(x=self.x + 1)


lax.while_loop(lambda swim: swim.x.sum() < 3, lambda swim: swim.moved().counted(), Swim(jnp.zeros(5)))


@flax.struct.dataclass
class Fall:
    x: jax.Array
    time: int = flax.struct.field(pytree_node=False, default=0)

    def counted(self) -> "Fall":
        return dataclasses.replace(self, time=self.time + 1)  # E: jdc-static-state

    def step(self) -> "Fall":
        return dataclasses.replace(self.counted(), x=self.x + 1)


lax.while_loop(lambda fall: fall.x.sum() < 3, lambda fall: fall.step(), Fall(jnp.zeros(6)))


@flax.struct.dataclass
class Rest:
    x: jax.Array
    time: int = flax.struct.field(pytree_node=False, default=0)

    def counted(self) -> "Rest":
        return self.replace(time=self.time + 1)

    def reset(self) -> "Rest":
        return self.replace(time=0, x=self.x + 1)

    def other(self) -> "Rest":
        return Rest(self.x, 1)

    def timed(self, time: int) -> "Rest":
        return self.replace(time=time)


def works(rest: Rest) -> Rest:
    rest = lax.while_loop(lambda s: s.x.sum() < 3, lambda s: s.reset().counted(), rest.replace(time=1))
    rest = lax.while_loop(lambda s: s.x.sum() < 3, lambda s: s.counted().reset(), rest.reset())
    rest = lax.fori_loop(0, 3, lambda i, s: s.counted().replace(time=4), rest.replace(time=4))
    rest = lax.fori_loop(0, 3, lambda i, s: s.counted().timed(4), rest)
    rest, _ = lax.scan(lambda s, _: (s.reset(), s.counted().x), rest.reset(), None, length=2)
    return lax.fori_loop(0, 3, lambda i, s: s.counted().other(), rest.other())
