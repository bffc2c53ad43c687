"""jdc-carry where an object goes into a loop or a branch, and an array comes out."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass
class Ball:
    x: jax.Array
    weight: float = 1.0
    parts: Any = None
    name: str = dataclasses.field(default="", metadata={"static": True})


def moved(ball, _):
    return ball.x + 1, None  # E: jdc-carry


def scaled(i, ball):
    return 2.0 * ball.x * ball.weight  # E: jdc-carry


def parts(i, ball):
    return ball.parts


def same(i, ball):
    return Ball(ball.x + 1, ball.weight)


def run(flag: bool) -> None:
    ball = Ball(jnp.ones(3))
    jax.lax.cond(flag, lambda ball: ball, lambda ball: ball.x, ball)  # E: jdc-carry
    jax.lax.cond(flag, lambda ball: ball.x, lambda ball: ball.weight + ball.x, ball)
    jax.lax.cond(flag, lambda ball: ball, lambda ball: ball.parts, ball)
    jax.lax.fori_loop(0, 3, lambda i, x: x * ball.weight, ball.x)


ball = Ball(jnp.ones(3), parts=Ball(jnp.ones(3)))
jax.lax.scan(moved, ball, None, length=3)
jax.lax.fori_loop(0, 3, scaled, ball)
jax.lax.fori_loop(0, 3, parts, ball)  # E: jdc-carry
jax.lax.fori_loop(0, 3, same, Ball(jnp.ones(3)))
