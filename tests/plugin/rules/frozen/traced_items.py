"""``jdc-frozen`` for items of what a loop hands over: leaves of a carry are arrays, whatever mypy knows of them."""

from typing import Any

import jax
import jax.numpy as jnp


def fill(carry: tuple) -> tuple:
    step, done, total = carry
    done[:, step] = True  # E: jdc-frozen
    return step + 1, done, total


def fill_nested(carry: Any, x: jax.Array) -> tuple[Any, None]:
    (step, done), total = carry
    done[..., 0] += x  # E: jdc-frozen
    return ((step + 1, done), total), None


def made(carry: tuple[Any, ...], x: jax.Array) -> tuple[Any, None]:
    step, total = carry
    sines = jnp.sin(total)
    sines[0] = x  # E: jdc-frozen
    return (step + 1, sines), None


def keeps(carry: tuple) -> tuple:
    step, rows, named = carry
    rows[0] = rows[0] + 1
    named["x"] = named["x"] + 1
    named["x"] = named["x"].at[:, 0].set(1)
    return step + 1, rows, named


def run(x: jax.Array, n: int) -> Any:
    first = jax.lax.while_loop(lambda carry: carry[0] < n, fill, (0, x, x))
    second = jax.lax.scan(fill_nested, ((0, x), x), x)
    third = jax.lax.scan(made, (0, x), x)
    rows = [x]
    fourth = jax.lax.while_loop(lambda carry: carry[0] < n, keeps, (0, rows, {"x": x}))
    return first, second, third, fourth
