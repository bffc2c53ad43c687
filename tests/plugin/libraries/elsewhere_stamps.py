"""Objects of classes of the standard library that `elsewhere_values` registers."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from uuid import UUID, uuid4

import elsewhere_values
import flax.struct
import jax


@flax.struct.dataclass
class Stamped:
    x: jax.Array
    time: timedelta
    name: UUID
    size: int = flax.struct.field(pytree_node=False, default=1)


@flax.struct.dataclass
class Counted:
    x: jax.Array
    words: Counter[str]  # E: jdc-data-leaf
    size: int = flax.struct.field(pytree_node=False, default=1)


def use(x: jax.Array) -> None:
    jax.jit(lambda stamped: stamped.x)(Stamped(x, timedelta(seconds=1), uuid4()))
    print(elsewhere_values)
