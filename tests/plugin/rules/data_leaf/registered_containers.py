"""A deque is a tree where the module registers it, and a Counter is none."""

from collections import Counter, deque

import flax.struct
import jax
from jax.tree_util import register_pytree_node

register_pytree_node(deque, lambda items: (tuple(items), items.maxlen), lambda size, items: deque(items, size))


@flax.struct.dataclass
class History:
    last: jax.Array
    queue: deque[jax.Array]


@flax.struct.dataclass
class Counts:
    x: jax.Array
    seen: Counter[str]


def run(x: jax.Array) -> None:
    jax.jit(lambda h: h.last)(History(x, deque([x])))
    jax.jit(lambda c: c.x)(Counts(x, Counter("ab")))  # E: jdc-data-leaf
