"""Variables of a module that are bound again to an object of another class before a loop runs."""

from __future__ import annotations

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class A:
    x: jax.Array


@flax.struct.dataclass
class B:
    x: jax.Array


state = A(x=jnp.ones(2))
kept = A(x=jnp.ones(2))
kept = kept.replace(x=jnp.zeros(2))


def body(i: jax.Array, s: B) -> B:
    return B(x=s.x + 1)


def run() -> Any:
    jax.lax.fori_loop(0, 3, body, state)
    jax.lax.fori_loop(0, 3, lambda i, s: B(x=s.x), state)
    return jax.lax.scan(lambda s, _: (B(x=s.x), None), state, None, length=2)


def run_kept() -> None:
    jax.lax.fori_loop(0, 3, lambda i, s: B(x=s.x), kept)  # E: jdc-carry


def start() -> None:
    global state
    state = B(x=jnp.ones(2))  # E: assignment
    run()


jax.lax.fori_loop(0, 3, lambda i, s: A(x=s.x), state)
state = B(x=jnp.ones(2))  # E: assignment
jax.lax.fori_loop(0, 3, lambda i, s: B(x=s.x), state)
run()
