"""jdc-carry for fields that are None before a loop and arrays after a turn of it."""

import dataclasses

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class S:
    x: jax.Array
    cache: jax.Array | None = None
    other: jax.Array | None = flax.struct.field(default=None)
    tag: str | None = flax.struct.field(pytree_node=False, default=None)


def lam(z: jax.Array) -> S:
    return jax.lax.scan(lambda c, _: (c.replace(cache=c.x * 2), None), S(z), None, length=2)[0]  # E: jdc-carry


def named(z: jax.Array) -> S:
    def body(c: S, x: jax.Array) -> tuple[S, jax.Array]:
        new = jnp.sum(x) + c.x
        return c.replace(x=new, other=new), x  # E: jdc-carry

    init = S(z, cache=z)
    return jax.lax.scan(body, init, z)[0]


def reverse(z: jax.Array) -> S:
    def body(c: S) -> S:
        return S(c.x + 1)  # E: jdc-carry

    return jax.lax.while_loop(lambda c: c.x.sum() < 3, body, S(z, z))


def tuples(z: jax.Array) -> tuple[S, jax.Array]:
    def body(i: int, carry: tuple[S, jax.Array]) -> tuple[S, jax.Array]:
        s, n = carry
        return dataclasses.replace(s, cache=n * 2), n + 1  # E: jdc-carry

    return jax.lax.fori_loop(0, 3, body, (S(z), z))


def maybe(z: jax.Array = None) -> None:  # type: ignore[assignment]
    def body(c: S, x: jax.Array) -> tuple[S, None]:
        return S(c.x, None), None

    jax.lax.scan(body, S(jnp.ones(3), z), jnp.ones(3))


def fine(z: jax.Array) -> None:
    def body(c: S, x: jax.Array) -> tuple[S, None]:
        return c.replace(cache=x), None

    def keep(c: S, x: jax.Array) -> tuple[S, None]:
        return c.replace(tag="x"), None

    def drop(c: S, x: jax.Array) -> tuple[S, None]:
        return S(c.x, c.cache), None

    def either(c: S, x: jax.Array) -> tuple[S, None]:
        if c.cache is None:
            return c, None
        return c.replace(cache=x), None

    jax.lax.scan(body, S(z, z), z)
    jax.lax.scan(drop, S(z), z)
    jax.lax.scan(either, S(z), z)
    s = S(z)
    s = s.replace(cache=z)
    jax.lax.scan(body, s, z)


@chex.dataclass
class OfChex:
    x: jax.Array
    cache: jax.Array | None = None


def mutable(z: jax.Array) -> None:
    def body(c: OfChex, x: jax.Array) -> tuple[OfChex, None]:
        return c.replace(cache=x), None  # E: jdc-carry

    m = OfChex(x=z)
    m.cache = z
    jax.lax.scan(body, m, z)
    jax.lax.scan(body, OfChex(x=z), z)


@register_dataclass
@dataclasses.dataclass
class Opt:
    mean: jax.Array | None = None
    count: jax.Array | None = None


def scan_opt() -> Opt:
    def f(c: Opt, x: jax.Array) -> tuple[Opt, None]:
        return Opt(mean=x, count=c.count), None  # E: jdc-carry

    return jax.lax.scan(f, Opt(), jnp.arange(3.0))[0]
