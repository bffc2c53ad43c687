"""New functions, NaN and counts in an object that the loop hands to a jitted function at once."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class L:
    x: jax.Array
    fn: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False)


static = functools.partial(dataclasses.field, metadata={"static": True})


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class K:
    x: jax.Array
    fn: Callable[[jax.Array], jax.Array] | None = static(default=None)  # noqa: RUF009


@jax.jit
def step(s: L) -> L:
    return s.replace(x=s.fn(s.x))


@jax.jit
def kstep(s: K) -> jax.Array:
    return s.x


def gen(mats: list[jax.Array]) -> Iterator[L]:
    for m in mats:
        fn = jax.jit(lambda x: x @ m @ x)
        yield step(L(jnp.ones(2), fn=fn))  # E: jdc-retrace


def plain(mats: list[jax.Array]) -> None:
    for m in mats:
        fn = jax.jit(lambda x: x @ m @ x)
        step(L(jnp.ones(2), fn=fn))  # E: jdc-retrace


def vm(mats: list[jax.Array]) -> None:
    for m in mats:
        fn = jax.vmap(jnp.sum)
        step(L(jnp.ones(2), fn))  # E: jdc-retrace


def defs(mats: list[jax.Array]) -> None:
    for m in mats:

        def density(x: jax.Array, m: jax.Array = m) -> jax.Array:
            return x @ m

        kernel = K(jnp.ones(2), fn=density)  # E: jdc-retrace
        kstep(kernel)


def defs_two(mats: list[jax.Array]) -> None:
    for m in mats:

        def density(x: jax.Array) -> jax.Array:
            return x @ m

        kstep(K(jnp.ones(2), fn=density))  # E: jdc-retrace


def gen2(mats: list[jax.Array]) -> list[L]:
    return [step(L(jnp.ones(2), fn=functools.partial(jnp.matmul, m))) for m in mats]  # E: jdc-retrace


@flax.struct.dataclass
class N:
    x: jax.Array
    bound: float = flax.struct.field(pytree_node=False, default=0.0)
    n: int = flax.struct.field(pytree_node=False, default=0)


@jax.jit
def nstep(s: N) -> N:
    return s.replace(x=s.x + 1)


def nans(s: N, k: int) -> list[N]:
    return [nstep(N(s.x, bound=float("nan"))) for _ in range(k)]  # E: jdc-retrace


def infs(s: N, k: int) -> list[N]:
    return [nstep(N(s.x, bound=float("inf"))) for _ in range(k)]


def counted(s: N, k: int) -> N:
    for i in range(k):
        s = nstep(s.replace(n=i))  # E: jdc-retrace
    return s


def counting(s: N, k: int) -> N:
    for _ in range(k):
        s = nstep(s.replace(n=s.n + 1))  # E: jdc-retrace
    return s


def reset(s: N, k: int) -> N:
    for _ in range(k):
        s = nstep(s.replace(n=0))
    return s
