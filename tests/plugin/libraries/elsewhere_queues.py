"""Objects of classes of the standard library that `elsewhere_containers` registers."""

from __future__ import annotations

from collections import Counter, deque
from types import MappingProxyType

import elsewhere_containers
import flax.struct
import jax


@flax.struct.dataclass
class Queued:
    x: jax.Array
    queue: deque[jax.Array]
    table: MappingProxyType[str, jax.Array]
    size: int = flax.struct.field(pytree_node=False, default=1)


@flax.struct.dataclass
class Counted:
    x: jax.Array
    words: Counter[str]  # E: jdc-data-leaf
    size: int = flax.struct.field(pytree_node=False, default=1)


def use(x: jax.Array) -> None:
    jax.jit(lambda queued: queued.x)(Queued(x, deque([x]), MappingProxyType({"a": x})))
    print(elsewhere_containers)
