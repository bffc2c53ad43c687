"""Objects of classes that functions of the program take apart and rebuild."""

from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, register_pytree_node_class, register_static


@register_pytree_node_class
class Spline:
    def __init__(self, knots: jax.Array) -> None:
        self.knots = knots
        self.total: jax.Array | None = None

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.knots,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Spline":
        return cls(*children)

    @jax.jit
    def warm(self) -> jax.Array:
        self.total = jnp.cumsum(self.knots)  # E: jdc-lost-mutation
        return self.knots[0]

    @jax.jit
    def moved(self) -> "Spline":
        self.knots = self.knots + 1
        return self

    @jax.jit
    def cached(self) -> jax.Array:
        if self.total is None:
            self.total = jnp.cumsum(self.knots)
        return self.total


class Ball:
    def __init__(self, position: jax.Array) -> None:
        self.position = position


register_pytree_node(Ball, lambda ball: ((ball.position,), None), lambda _, children: Ball(*children))


@jax.jit
def push(ball: Ball) -> jax.Array:
    ball.position = ball.position + 1  # E: jdc-lost-mutation
    return jnp.zeros(3)


@register_static
class Log:
    """JAX hands on the very object."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.last = ""

    @jax.jit
    def note(self) -> None:
        self.last = "note"


class Plain:
    def __init__(self) -> None:
        self.last = ""

    def note(self, x: Any) -> Any:
        self.last = "note"
        return x


def run(plain: Plain, x: jax.Array) -> Any:
    return jax.jit(plain.note)(x)
