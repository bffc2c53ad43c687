"""jdc-default where a function of the module makes the default."""

from dataclasses import field
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


def annotated() -> jax.Array:
    return jnp.zeros(3)


def untyped():
    return jnp.zeros((2, 3)) + 1


def made_field() -> jax.Array:
    return field(default_factory=lambda: jnp.zeros(3))  # type: ignore[no-any-return]


def specified(*, is_static: bool = False, **options: Any) -> Any:
    if is_static:
        return flax.struct.field(pytree_node=False, **options)
    return flax.struct.field(**options)


def number():
    return np.float32(3)


def total():
    return np.sum(np.ones(3))


ZERO = annotated()


@flax.struct.dataclass
class Net:
    w: jax.Array = annotated()  # E: jdc-default
    b: jax.Array = untyped()  # E: jdc-default
    g: jax.Array = ZERO  # E: jdc-default
    s: jax.Array = made_field()
    n: Any = number()
    t: Any = total()


@flax.struct.dataclass
class Specified:
    w: Float[Array, "3"] = specified()
    b: Float[Array, ""] = specified(default=0.0)
