"""jdc-carry: a static field that holds one literal before a loop and another after a turn."""

from __future__ import annotations

import dataclasses
import enum

import flax.struct
import jax
import jax.numpy as jnp


class Phase(enum.Enum):
    START = "start"
    RUN = "run"
    FIRST = "start"  # noqa: PIE796


@flax.struct.dataclass
class Spin:
    up: jax.Array
    label: str = flax.struct.field(pytree_node=False, default="spin")
    phase: Phase = flax.struct.field(pytree_node=False, default=Phase.START)
    is_done: bool = flax.struct.field(pytree_node=False, default=False)
    rate: float = flax.struct.field(pytree_node=False, default=0.5)


def labelled(x: jax.Array, xs: jax.Array) -> Spin:
    def body(s: Spin, x: jax.Array) -> tuple[Spin, None]:
        return s.replace(up=s.up + x, label="swept"), None  # E: jdc-carry

    return jax.lax.scan(body, Spin(x), xs)[0]


def run(x: jax.Array) -> Spin:
    return jax.lax.fori_loop(0, 3, lambda i, s: s.replace(phase=Phase.RUN), Spin(x))  # E: jdc-carry


def done(x: jax.Array) -> Spin:
    start = Spin(x, is_done=False)
    return jax.lax.while_loop(lambda s: s.up < 3, lambda s: Spin(s.up + 1, is_done=True), start)  # E: jdc-carry


def slowed(x: jax.Array) -> Spin:
    def body(i: jax.Array, s: Spin) -> Spin:
        return dataclasses.replace(s, rate=0.25)  # E: jdc-carry

    return jax.lax.fori_loop(0, 3, body, Spin(x))


def kept(x: jax.Array, xs: jax.Array, label: str, given: Spin) -> tuple[Spin, Spin, Spin, Spin, Spin]:
    def body(s: Spin, x: jax.Array) -> tuple[Spin, None]:
        return s.replace(up=s.up + x, label="swept", phase=Phase.RUN, is_done=True, rate=0.25), None

    ready = Spin(x, label="swept", phase=Phase.RUN, is_done=True, rate=0.25)
    same, _ = jax.lax.scan(body, ready, xs)
    other, _ = jax.lax.scan(lambda s, x: (s.replace(label=label), None), Spin(x), xs)
    third, _ = jax.lax.scan(body, given, xs)
    spin = jax.lax.fori_loop(0, 3, lambda i, s: s.replace(phase=Phase.FIRST), Spin(x, phase=Phase.START))
    fourth = jax.lax.fori_loop(0, 3, lambda i, s: Spin(s.up), Spin(x))
    return same, other, third, fourth, spin


ready = Spin(jnp.zeros(()), label="swept", phase=Phase.RUN, is_done=True, rate=0.25)
kept(jnp.zeros(()), jnp.ones(3), "spin", ready)
