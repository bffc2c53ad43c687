"""Operations in loops, with what the names of the loop held before: the first pass raises."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def smoothed(kernel: Float[Array, "n n"], signals: Float[Array, "c n"]) -> Float[Array, "c n"]:
    for _ in range(3):
        signals = kernel @ signals  # E: jdc-shape
    return signals


def smoothed_rows(kernel: Float[Array, "n n"], signals: Float[Array, "c n"]) -> Float[Array, "c n"]:
    for _ in range(3):
        signals = signals @ kernel
    return signals


def hidden(w: Float[Array, "h h"], u: Float[Array, "h i"], inputs: Float[Array, "t i"]) -> Float[Array, "h"]:
    state = jnp.zeros(w.shape[0])
    for x in inputs:
        state = jnp.tanh(w @ state + x @ u)  # E: jdc-shape
    return state


def descended(rows: Float[Array, "n d"], y: Float[Array, "n"], w: Float[Array, "d"]) -> Float[Array, "d"]:
    step = 0
    while step < 10:
        residual = rows @ w - y
        w = w - 0.1 * rows @ residual  # E: jdc-shape
        step += 1
    return w


def descended_right(rows: Float[Array, "n d"], y: Float[Array, "n"], w: Float[Array, "d"]) -> Float[Array, "d"]:
    for _ in range(10):
        residual = rows @ w - y
        w = w - 0.1 * rows.T @ residual
    return w


def in_two_loops(x: Float[Array, "n d"], w: Float[Array, "d m"]) -> jax.Array:
    y = x
    while True:
        for _ in range(2):
            y = y @ w.T  # E: jdc-shape
        if y.sum() > 0:
            break
    return y


def embedded_first(x: Float[Array, "n d"], w: Float[Array, "d n"]) -> jax.Array:
    for number in range(3):
        if number == 0:
            x = x @ w
            continue
        x = x @ x
    return x


def by_branches(x: Float[Array, "n d"], w: Float[Array, "d n"]) -> jax.Array:
    for number in range(3):
        if number > 0:
            x = x @ x
        else:
            x = x @ w
        x = x + x.T
    return x


def by_choice(x: Float[Array, "n d"], w: Float[Array, "d n"]) -> jax.Array:
    for number in range(3):
        x = x @ w if number == 0 else x @ x
    return x


def tried(x: Float[Array, "n d"], y: Float[Array, "m"]) -> jax.Array:
    z = x
    for _ in range(2):
        try:
            z = z + y
        except TypeError:
            z = x
    return z


def chained(weights: list[Float[Array, "i o"]], x: Float[Array, "n d"]) -> jax.Array:
    for w in weights:
        x = x @ w
    return x


def squared(a: Float[Array, "n n"], power: int) -> Float[Array, "n n"]:
    made = jnp.eye(a.shape[0])
    while power:
        if power % 2:
            made = made @ a
        a = a @ a
        power //= 2
    return made


def behind_the_loop(x: Float[Array, "n d"], w: Float[Array, "d n"]) -> jax.Array:
    for _ in range(3):
        x = (x @ w)[:, : x.shape[1]]
    return x @ x


def bound_in_the_loop(x: Float[Array, "n d"], w: Float[Array, "d m"]) -> jax.Array:
    y = x.T
    for _ in range(2):
        y = x
        y = y @ w + 1
    return y


def called_in_the_loop(x: Float[Array, "n d"], w: Float[Array, "d n"]) -> jax.Array:
    y = x
    for _ in range(2):

        def product() -> jax.Array:
            return y @ y

        y = y @ w
        y = product()
    return y


def until_it_fits(x: Float[Array, "n d"], w: Float[Array, "n n"]) -> jax.Array:
    if x.shape[0] != x.shape[1]:
        return x
    for _ in range(2):
        x = w @ x.T
    return x


class Layers(eqx.Module):
    first: Float[Array, "inputs hidden"]
    inner: Float[Array, "hidden hidden"]

    def all_first(self, x: Float[Array, "inputs"]) -> jax.Array:
        for _ in range(3):
            x = x @ self.first @ self.first  # E: jdc-shape
        return x

    def right(self, x: Float[Array, "inputs"]) -> Float[Array, "hidden"]:
        hidden = x @ self.first
        for _ in range(3):
            hidden = hidden @ self.inner
        return hidden


def with_inner_loops_of_later_passes(x: Float[Array, "4 3"], w: Float[Array, "2 2"]) -> jax.Array:
    y = x @ jnp.ones((3, 5))
    for number in range(3):
        for _ in range(number):
            y = x @ w
        rest = number
        while rest > 0:
            y = x @ w
            rest -= 1
        w = jnp.ones((3, 5))
    return y


def of_inner_loops(x: Float[Array, "4 3"], w: Float[Array, "2 2"], count: int) -> jax.Array:
    y = x @ jnp.ones((3, 5))
    for _ in range(3):
        for _ in range(count):
            y = x @ w  # E: jdc-shape
            w = jnp.ones((3, 5))
    return y
