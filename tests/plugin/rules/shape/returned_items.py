"""Results that are tuples, parameters that are returned as they are, and operators with a number on the left."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Float32, Int32


def both(x: Float32[Array, "n m"]) -> tuple[Float32[Array, "n"], Int32[Array, "m"]]:
    return x.sum(1), jnp.argmax(x, 0).astype(jnp.int32)


def turned(x: Float32[Array, "n m"]) -> tuple[Float32[Array, "n"], Int32[Array, "m"]]:
    return jnp.argmax(x, 0).astype(jnp.int32), x.sum(1)  # E: jdc-shape, jdc-dtype, jdc-shape, jdc-dtype


def named(x: Float32[Array, "3 4"]) -> tuple[Float32[Array, "3"], float]:
    total = x.sum(0)
    return total, 1.0  # E: jdc-shape


@jax.jit
def checked(x: Float32[Array, "3"]) -> tuple[Float32[Array, ""], Bool[Array, ""]]:
    return x @ x, x @ x  # E: jdc-dtype


def first_of(x: Float32[Array, "n m"], y: Float32[Array, "m"]) -> tuple[Float32[Array, "n"], Int32[Array, "m"]]:
    z = x @ y
    return z, y  # E: jdc-dtype


def other(x: Float32[Array, "n m"], y: Float32[Array, "m"]) -> Float32[Array, "n"]:
    z = x @ y
    return y  # E: jdc-shape


class Model:
    def parts(self, x: Float32[Array, "n 2"]) -> tuple[Float32[Array, "n"], Float32[Array, "2"]]:
        return x[:, 0], x[0]

    def use(self) -> None:
        column, row = self.parts(jnp.zeros((5, 2)))
        column + row  # E: jdc-shape


rows, columns = both(jnp.zeros((3, 4)))
rows @ jnp.zeros(4)  # E: jdc-shape
columns @ jnp.zeros(4)
both(jnp.zeros((3, 4)))[0] @ jnp.zeros(3)


def halved(x: Float32[Array, "n"]) -> Float32[Array, ""]:
    return 0.5 * x  # E: jdc-shape


def later(x: Float32[Array, "n"]) -> Float32[Array, ""]:
    half = 1 - x**2
    return half  # E: jdc-shape


def constants(x: Float32[Array, "n"]) -> Float32[Array, ""]:
    return x**2 + jnp.log(2 * jnp.pi)  # E: jdc-shape


# Not known, or right.


def any_number(x: Float32[Array, "3 4"]) -> tuple[Float32[Array, "4"], ...]:
    return x.sum(0), x.sum(0)


def unpacked(x: Float32[Array, "3"]) -> tuple[Float32[Array, "3"], Float32[Array, "3"], Bool[Array, "3"]]:
    pair = (x, x)
    return *pair, x > 0


def optional(x: Float32[Array, "n"] | None, y: Float32[Array, "n"]) -> Float32[Array, "n n"] | None:
    print(y + 1)
    return x


def asked(x: Float32[Array, "n"]) -> Float32[Array, "n n"]:
    if x.ndim == 2:
        return x
    return jnp.outer(x, x)


def overridden(x: Float32[Array, "n"]) -> Float32[Array, "m"]:
    return x


def largest(x: Float[Array, "9"]) -> Float[Array, "4"]:
    return jax.lax.top_k(x, 3)[0]  # E: jdc-shape


def places(x: Float[Array, "9"]) -> Float[Array, "3"]:
    return jax.lax.top_k(x, 3)[1]  # E: jdc-dtype


def values(x: Float[Array, "9"]) -> Float[Array, "3"]:
    return jax.lax.top_k(x, 3)[0]
