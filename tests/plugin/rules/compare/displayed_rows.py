"""``a in [b]``: lists and tuples that a comparison writes out."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class P:
    w: jax.Array
    b: jax.Array


@flax.struct.dataclass
class S:
    n: int = flax.struct.field(pytree_node=False, default=0)


@dataclasses.dataclass(eq=False)
class Q:
    w: jax.Array


def one(a: P, b: P):
    return a in [b]  # E: jdc-compare


def two(a: P, b: P, c: P):
    return a not in (b, c)  # E: jdc-compare


def made(b: P):
    return P(jnp.ones(2), jnp.ones(2)) in [b]  # E: jdc-compare


def same(a: P, b: P):
    return a in [a, b]


def ids(a: P, b: P):
    return id(a) in [id(b)]


def optional(a: P | None):
    return a in [None]


def statics(a: S, b: S):
    return a in [b]


def by_identity(a: Q, b: Q):
    return a in [b]


def leaves(a: P, b: P):
    return a.w.shape in [b.w.shape], type(a) in (P, S)
