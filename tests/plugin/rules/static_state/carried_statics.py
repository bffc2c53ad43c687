"""jdc-static-state in functions without annotations, of which the loop shows what they take."""

import dataclasses
from dataclasses import dataclass, field

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Ball:
    x: jax.Array
    step: int = field(default=0, metadata={"static": True})


@flax.struct.dataclass
class Flax:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)


@flax.struct.dataclass
class Game:
    x: jax.Array
    player: str = flax.struct.field(pytree_node=False, default="black")
    on: bool = flax.struct.field(pytree_node=False, default=True)


def counted(ball, _):
    return dataclasses.replace(ball, step=ball.step + 1), None  # E: jdc-static-state


def made(i, ball):
    return Ball(ball.x * 2, 1 + ball.step)  # E: jdc-static-state


def replaced(flax):
    return flax.replace(x=flax.x + 1, step=flax.step - 1)  # E: jdc-static-state


def kept(ball, _):
    return dataclasses.replace(ball, x=ball.x + 1, step=ball.step + 0), None


def of_another(ball, _):
    other = Ball(ball.x, 0)
    return dataclasses.replace(ball, step=other.step + ball.step), None


def named(flax, _):
    step = flax.step + 1
    return Flax(flax.x, step), None  # E: jdc-static-state


def turned(i, game):
    player = "white" if game.player == "black" else "black"
    return game.replace(player=player, on=not game.on)  # E: jdc-static-state, jdc-static-state


def same_player(i, game):
    player = "black" if game.player == "black" else "white"
    on = game.on
    return game.replace(player=player, on=on)


def typed(ball: Ball, _: None) -> tuple[Ball, None]:
    return dataclasses.replace(ball, step=ball.step + 1), None  # E: jdc-static-state


ball = Ball(jnp.ones(3), 2)
jax.lax.scan(counted, ball, None, length=3)
jax.lax.fori_loop(0, 3, made, ball)
jax.lax.while_loop(lambda flax: flax.x.sum() < 9, replaced, Flax(jnp.ones(3)))
jax.lax.scan(kept, ball, None, length=3)
jax.lax.scan(of_another, ball, None, length=3)
jax.lax.scan(typed, ball, None, length=3)
jax.lax.fori_loop(0, 3, lambda _, flax: flax.replace(step=flax.step + 2), Flax(jnp.ones(3)))  # E: jdc-static-state
jax.lax.scan(named, Flax(jnp.ones(3)), None, length=3)
jax.lax.fori_loop(0, 3, turned, Game(jnp.ones(3)))
jax.lax.fori_loop(0, 3, same_player, Game(jnp.ones(3)))


def changed_back(s: Flax) -> Flax:
    def body(i, c):
        c = c.replace(step=c.step + 1)
        x = c.x * c.step
        c = c.replace(step=c.step - 1, x=x)
        return c

    def at_once(i, c):
        c = c.replace(step=c.step + 1)
        return c.replace(step=c.step - 1)

    return jax.lax.fori_loop(0, 3, at_once, jax.lax.fori_loop(0, 3, body, Flax(s.x)))
