"""A module's own names for what makes and registers a class, without a partial around them."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

register = jax.tree_util.register_dataclass
registered = register_dataclass
node_class = jax.tree_util.register_pytree_node_class
record = dataclasses.dataclass
leaves = jax.tree_util.tree_leaves


@register
@dataclasses.dataclass
class State:
    x: jax.Array
    start: jax.Array = jnp.ones(3)  # noqa: RUF009  # E: jdc-default
    scale = jnp.ones(3)  # E: jdc-unannotated


@registered
@record
class Other:
    x: jax.Array
    start: jax.Array = jnp.ones(4)  # E: jdc-default


@jax.tree_util.register_dataclass
@record(frozen=True)
class Frozen:
    x: jax.Array
    start: jax.Array = jnp.ones(5)  # E: jdc-default


@node_class
class ByHand:
    def __init__(self, x: jax.Array, count: int = 0) -> None:
        self.x = x
        self.count = count

    def tree_flatten(self) -> tuple[tuple[jax.Array, int], None]:
        return (self.x, self.count), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array, int]) -> "ByHand":
        return cls(*children)


@record
class Plain:
    size: int = 3


@register
@record
class Right:
    x: jax.Array
    size: int = dataclasses.field(default=3, metadata={"static": True})
    start: jax.Array = dataclasses.field(default_factory=lambda: jnp.ones(3))


class Listed:
    def __init__(self, x: jax.Array) -> None:
        self.x = x


register(Listed, data_fields=["x"], meta_fields=[])


@jax.jit
def use(right: Right, listed: Listed, by_hand: ByHand, size: int) -> jax.Array:
    return right.x * listed.x * by_hand.x + right.size


use(Right(jnp.ones(3)), Listed(jnp.ones(3)), ByHand(jnp.ones(3)), Plain().size)
jax.grad(lambda right: jnp.sum(right.x * right.start))(Right(jnp.ones(3)))
