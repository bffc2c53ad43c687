"""Values that JAX refuses in fields whose type says nothing of them."""

from __future__ import annotations

import enum
import types
from collections import deque
from collections.abc import Mapping
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Own(enum.Enum):
    A = "a"


@flax.struct.dataclass
class Stats:
    mean: jax.Array
    options: Mapping[str, Any]


def make_stats(x: jax.Array) -> jax.Array:
    stats = Stats(x.mean(), types.MappingProxyType({"a": 1}))
    return jax.jit(lambda s: s.mean)(stats)  # E: jdc-data-leaf


@flax.struct.dataclass
class Named:
    x: jax.Array
    tags: Any
    name: object = None


def named(x: jax.Array) -> jax.Array:
    return jax.jit(lambda s: s.x)(Named(x, {"a", "b"}))  # E: jdc-data-leaf


def named_text(x: jax.Array) -> jax.Array:
    return jax.jit(lambda s: s.x)(Named(x, "run"))  # E: jdc-data-leaf


def named_number(x: jax.Array) -> jax.Array:
    return jax.jit(lambda s: s.x)(Named(x, 3, name=None))


def named_enum(x: jax.Array) -> jax.Array:
    return jax.jit(lambda s: s.x)(Named(x, {"k": Own.A}))  # E: jdc-data-leaf


jax.tree_util.register_pytree_node(deque, lambda d: (list(d), None), lambda _, items: deque(items))


def named_deque(x: jax.Array) -> jax.Array:
    return jax.jit(lambda s: s.x)(Named(x, deque([1.0])))


def host(x: jax.Array) -> object:
    return Named(x, "run").tags


class Converted(eqx.Module):
    x: Any = eqx.field(converter=lambda text: jnp.asarray(float(text)))


def converts() -> jax.Array:
    return jax.jit(lambda c: c.x * 2)(Converted("3"))


def of_all_kinds(x: jax.Array, n: int, names: list[str]) -> None:
    jax.jit(lambda s: s.x)(Named(x, f"{n}-a"))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, "-".join(names)))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, (v for v in [x])))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, ...))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, object()))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, types.SimpleNamespace(a=1)))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, jnp.float32))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, {"dtype": jnp.bfloat16}))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Named(x, [v + 1 for v in [x]]))
    jax.jit(lambda s: s.x)(Named(x, jnp.float32(3)))
    jax.jit(lambda s: s.x)(Named(x, jnp.pi))
    jax.jit(lambda s: s.x)(Named(x, {"a": x, "b": [n, None]}))


@flax.struct.dataclass
class Head:
    x: jax.Array
    dtype: Any = jnp.float32


@flax.struct.dataclass
class MarkedHead:
    x: jax.Array
    dtype: Any = flax.struct.field(pytree_node=False, default=jnp.float32)
    scale: Any = flax.struct.field(default=jnp.pi)
    size: Any = flax.struct.field(default=3)


@flax.struct.dataclass
class NamedHead:
    x: jax.Array
    name: Any = flax.struct.field(default="head")


def of_defaults(x: jax.Array) -> None:
    head = Head(x)
    jax.jit(lambda h: h.x)(head)  # E: jdc-data-leaf
    jax.jit(lambda h: h.x)(NamedHead(x))  # E: jdc-data-leaf
    jax.jit(lambda h: h.x)(NamedHead(x, 2 * x))
    jax.jit(lambda h: h.x)(Head(x, None))
    jax.jit(lambda h: h.x)(Head(x, 2 * x))
    jax.jit(lambda h: h.x)(MarkedHead(x))
    jax.jit(lambda x: Head(x).x)(x)
