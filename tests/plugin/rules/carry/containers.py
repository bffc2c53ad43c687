"""Loops that give back another container than they get."""

from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


class Pair(NamedTuple):
    a: jax.Array
    b: jax.Array | None


@flax.struct.dataclass
class State:
    x: jax.Array
    y: jax.Array | None = None
    n: int = flax.struct.field(pytree_node=False, default=0)


def found(x: jax.Array, xs: jax.Array) -> Any:
    lax.scan(lambda c, _: ([c[0]], None), (x,), None, length=1)  # E: jdc-carry, arg-type, return-value
    lax.scan(lambda p, _: (p._replace(b=p.a), None), Pair(x, None), None, length=1)  # E: jdc-carry
    lax.fori_loop(0, 3, lambda i, c: {"a": c["a"]}, {"a": x, "b": x})  # E: jdc-carry
    lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, None), (0, x))  # E: jdc-carry, arg-type, return-value


def replaced_twice(x: jax.Array) -> Any:
    def body(s: State, _: None) -> tuple[State, None]:
        filled = s.replace(y=s.x)  # E: jdc-carry
        return filled.replace(x=s.x + 1), None

    return lax.scan(body, State(x), None, length=2)


def silent(x: jax.Array, xs: jax.Array, n: int) -> Any:
    lax.scan(lambda c, _: ((c[1], c[0]), None), (x, x), None, length=1)
    lax.scan(lambda p, _: (p._replace(a=p.a + 1), None), Pair(x, None), None, length=1)
    lax.fori_loop(0, n, lambda i, c: {"b": c["a"], "a": c["b"]}, {"a": x, "b": x})
    lax.fori_loop(0, n, lambda i, c: (c[0] * 2, *c[1:]), (x, None, x))
    lax.scan(lambda c, _: (c.replace(y=c.x).replace(y=None), None), State(x), None, length=2)
    lax.fori_loop(0, n, lambda i, c: c, [x, None])
    carry = [x]
    carry.append(x)
    lax.fori_loop(0, n, lambda i, c: [c[0], c[1]], carry)


def spread(xs: jax.Array) -> jax.Array:
    def body(carry: Any, x: jax.Array) -> Any:
        y = carry["x"] + x
        return {**carry, "x": y, "new": y}, y  # E: jdc-carry

    return jax.lax.scan(body, {"x": jnp.zeros(())}, xs)[1]


def spread_again(xs: jax.Array) -> jax.Array:
    def body(carry: Any, x: jax.Array) -> Any:
        y = carry["x"] + x
        return {**carry, "x": y}, y

    return jax.lax.scan(body, {"x": jnp.zeros(()), "n": jnp.ones(2)}, xs)[1]


def spread_what_is_changed(xs: jax.Array) -> jax.Array:
    def body(carry: Any, x: jax.Array) -> Any:
        carry.pop("n")
        return {**carry, "x": x, "n": x}, x

    def second(carry: Any, x: jax.Array) -> Any:
        carry["n"] = x
        return {**carry, "x": x}, x

    jax.lax.scan(second, {"x": jnp.zeros(())}, xs)
    return jax.lax.scan(body, {"x": jnp.zeros(()), "n": jnp.ones(2)}, xs)[1]
