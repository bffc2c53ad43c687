"""Names that the branches of an ``if`` bind: what both say of them holds behind it."""

import jax.numpy as jnp
from jaxtyping import Array, Float


def both(x: Float[Array, "n 4"], flag: bool) -> Float[Array, "n 4"]:
    if flag:
        y = x * 2
    else:
        y = jnp.flip(x, axis=1)
    print(y @ jnp.ones(4))
    print(y @ jnp.ones(3))  # E: jdc-shape
    return y


def lost(x: Float[Array, "n 4"], flag: bool) -> Float[Array, "n 4"]:
    if flag:
        y = x[:, 0]
    else:
        y = x.mean(axis=1)
    return y  # E: jdc-shape


def one(x: Float[Array, "n 4"], flag: bool) -> Float[Array, "n"]:
    y = x + 1
    if flag:
        y = y * 2
    print(y.sum(1) + jnp.ones((2, 1)))
    return y  # E: jdc-shape


def different(flag: bool) -> Array:
    y = jnp.ones(3)
    if flag:
        y = jnp.ones(4)
    z = jnp.ones(3)
    if flag:
        print(z)
    else:
        z = jnp.ones(4)
    return y + jnp.ones(4) if flag else z + jnp.ones(4)


def left(flag: bool) -> Array:
    if flag:
        y = jnp.ones(3)
    else:
        return jnp.ones(2)
    return y + jnp.ones(4)  # E: jdc-shape


def nested(flag: bool, other: bool) -> Array:
    if flag:
        y = jnp.ones(3)
        if other:
            y = jnp.ones(4)
    else:
        y = jnp.ones(3)
    return y + jnp.ones(4)


def chosen(flag: bool, other: bool) -> Array:
    if flag:
        y = jnp.ones(3)
    elif other:
        y = jnp.ones(4)
    else:
        y = jnp.ones(3)
    return y + jnp.ones(4)


def loop(flag: bool) -> Array:
    y = jnp.ones(3)
    for _ in range(3):
        if flag:
            y = jnp.ones(3)
        print(y + jnp.ones(4))
        y = jnp.ones(4)
    z = jnp.ones(3)
    for _ in range(3):
        if flag:
            z = z[:-1]
        print(z + jnp.ones(2))
    return y


def at_once(flag: bool) -> Array:
    if flag:
        a, b = jnp.ones(3), jnp.ones(4)
    else:
        b, a = jnp.ones(4), jnp.ones(3)
    print(a + jnp.ones(3))
    return b + jnp.ones(3)  # E: jdc-shape


def lists(flag: bool) -> Array:
    rows = [jnp.ones(3)]
    if flag:
        rows = [jnp.ones(3)]
    rows.append(jnp.ones(4))
    rows[0] = jnp.ones(4)
    return rows[0] + jnp.ones(4)
