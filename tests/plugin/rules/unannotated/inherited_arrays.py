"""Arrays that a class body gives to inherited fields."""

import jax.numpy as jnp
from flax import struct
from jax import Array


@struct.dataclass
class U1:
    x: Array
    n: int = 0


@struct.dataclass
class U3(U1):
    x = jnp.ones(3)  # E: jdc-unannotated


@struct.dataclass
class U5:
    x: Array
    y = jnp.ones(2)  # E: jdc-unannotated


@struct.dataclass
class U6(U5):
    x = jnp.ones(3)  # E: jdc-unannotated


class Described:
    def __get__(self, obj: object, owner: object) -> int:
        return 3


@struct.dataclass
class U7(U1):
    n = Described()  # type: ignore[assignment]
