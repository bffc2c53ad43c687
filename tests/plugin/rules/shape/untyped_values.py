"""Operations on what is `Any` to mypy, which asks no plugin about them."""

import functools
import sys
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def scaled(x):  # type: ignore[no-untyped-def]
    return x * 2.0


def several(x):  # type: ignore[no-untyped-def]
    if x is None:
        return jnp.zeros(3)
    return x


def body(carry, x):  # type: ignore[no-untyped-def]
    return carry + x, carry @ x


def unknown() -> Any: ...


a = jnp.zeros((3, 4))
u, s, vt = jnp.linalg.svd(a)
vt * s  # E: jdc-shape
u * s
(u * s) @ vt  # E: jdc-shape
rebuilt = u @ jnp.diag(s)
rebuilt @ vt  # E: jdc-shape
rebuilt @ vt[:3]

w = scaled(a)
w @ w  # E: jdc-shape
w @ w.T
w[0, 0, 0]  # E: jdc-shape
w[0, 0]
w.reshape(5, 5)  # E: jdc-shape
w.reshape(6, 2) @ w  # E: jdc-shape
w.reshape(4, 3) @ w
w < jnp.zeros(3)  # E: jdc-shape
jnp.zeros(3) < w  # E: jdc-shape
-w + jnp.zeros(3)  # E: jdc-shape
several(a) @ a  # E: jdc-shape

alias = w
alias @ alias  # E: jdc-shape

carry, ys = jax.lax.scan(body, jnp.zeros(3), jnp.zeros((7, 3)))
ys @ carry  # E: jdc-shape
ys[0] * carry


def rows(x: Float[Array, "5 3"], m: Float[Array, "4 2"]) -> Float[Array, "3"]:
    for row in x:
        row @ m  # E: jdc-shape
        row @ x.T
    one, two, three, four, five = x
    total = one
    total += jnp.zeros(4)  # E: jdc-shape
    other = two
    other += jnp.zeros(3)
    other @ m  # E: jdc-shape
    left, _, right = jnp.linalg.svd(x)
    right * left  # E: jdc-shape
    n, k = right.shape
    n, k, m2 = right.shape  # E: jdc-shape
    p, q = scaled(right)[0]  # E: jdc-shape
    result = scaled(x) + 1.0
    transposed = result.T
    return transposed  # E: jdc-shape


def iterated(x: Float[Array, "5 3"], y: Float[Array, "5 4"]) -> Any:
    for one, other in zip(x, y):
        one @ other  # E: jdc-shape
        one @ x.T
    for number, row in enumerate(x):
        row @ y  # E: jdc-shape
        row * number
    for row in reversed(x):
        row @ y  # E: jdc-shape
    return [one @ other for one, other in zip(x, y)]  # E: jdc-shape


def returns(x: Float[Array, "5 3"]) -> Float[Array, "3"]:
    made = scaled(x)
    kept: Float[Array, "5 4"] = made  # E: jdc-shape
    more = made.sum(axis=0) * 2
    return more


def guarded(x: Float[Array, "5 3"]) -> Any:
    made = scaled(x)
    if made.ndim == 3:
        made[0, 0, 0]
    try:
        made @ made
    except TypeError:
        pass
    if unknown():
        made = unknown()
    return made @ made


def bound_again(x: Float[Array, "5 3"]) -> Any:
    made = scaled(x)
    made = made.T
    made @ jnp.zeros(4)  # E: jdc-shape
    made @ jnp.zeros(5)
    for _ in range(3):
        made = unknown()
        made @ jnp.zeros(4)
    return made @ jnp.zeros(4)


def other_platforms(x: Float[Array, "5 3"]) -> Any:
    made = scaled(x)
    if sys.platform == "a platform of its own":
        made @ made
    return made


def with_attributes() -> None:
    state = functools.partial(scaled)
    made = state(a)
    made.anything @ made  # E: jdc-shape
    made.attribute = made @ unknown()


def nested(x: Float[Array, "5 3"]) -> Any:
    made = scaled(x)

    def later() -> Any:
        return made @ unknown()

    return [made @ each for each in unknown()], later, lambda: made @ unknown()
