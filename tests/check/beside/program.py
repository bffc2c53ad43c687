"""A program that is right, but for the lines marked so: nothing is reported elsewhere.

Such a mark says what each checker reports there, or jdc in its place: a part of the message.
"""

import functools
from dataclasses import dataclass

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Model:
    w: jax.Array
    n: jdc.Static[int] = 3


@flax.struct.dataclass
class Flax:
    x: jax.Array
    n: int = 3


@chex.dataclass(frozen=True)
class Chex:
    x: jax.Array
    n: int = 3


@functools.partial(jax.tree_util.register_dataclass, data_fields=["w", "b"], meta_fields=[])
@dataclass
class Params:
    w: jax.Array
    b: jax.Array


@functools.partial(jdc.pytree_dataclass, kw_only=True)
class Keyword:
    x: jax.Array


def replaced(m: Model, f: Flax, c: Chex) -> Model:
    f = f.replace(n=5)
    c = c.replace(n=5)
    print("é𝄞", m.replace(n=4))
    print(m.replace(n=4).replace(w=jnp.ones(3)))
    m = m.replace(bad=1)  # wrong: "bad"
    f = f.replace(n="a")  # wrong: "str"
    print(f, c.to_tuple(), c["x"])
    return m.replace(n=5)


def unknown(m: Model) -> None:
    m.replaced(n=4)  # wrong: replaced
    m.w.replace(n=4)  # wrong: replace
    m.w = m.w.sum  # wrong: w


def made() -> None:
    print(Chex(x=jnp.zeros(3), n=4), Chex.from_tuple((jnp.zeros(3), 3)))
    print(Chex(x=jnp.zeros(3), bad=4))  # wrong: bad
    print(Chex(x=jnp.zeros(3), n="four"))  # wrong: n
    print(Chex(x=Model(w=jnp.zeros(3), x=4), n=4))  # wrong: x
    print(Keyword(x=jnp.zeros(3)))
    print(Keyword(y=3))  # wrong: y


def train(p: Params, gradients: Params, m: Model) -> Params:
    tx = optax.adam(1e-3)
    state = tx.init(p)
    updates, state = tx.update(gradients, state, p)
    p = optax.apply_updates(p, updates)
    tx.init(m)
    tx.init(object())  # wrong: rray
    print(optax.global_norm(p))
    return optax.apply_updates(p, updates)


def scale(p: Params, x: jax.Array) -> Params:
    return Params(w=p.w * x, b=p.b)


def axes(p: Params, xs: jax.Array) -> None:
    print(jax.vmap(scale, in_axes=(Params(w=0, b=None), 0), out_axes=Params(w=0, b=0))(p, xs))
    print(Params(w=0, b=None))  # wrong: Array


def changed(m: Model, x: jax.Array) -> Model:
    b: Model
    with jdc.copy_and_mutate(m) as b:
        b.w = x
    m.w = x  # wrong: w
    return b
