"""Donated arguments of which a function does not read everything: JAX drops the rest, and leaves its buffers alone."""

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Walker:
    place: jax.Array
    key: jax.Array
    count: jax.Array


def made() -> Walker:
    return Walker(jnp.zeros(3), jax.random.key(0), jnp.zeros((), jnp.int32))


def counted_anew(walker: Walker) -> Walker:
    return walker.replace(count=jnp.zeros((), jnp.int32))


@functools.partial(jax.jit, donate_argnums=0)
def restarted(walker: Walker) -> Walker:
    return counted_anew(walker)


@functools.partial(jax.jit, donate_argnums=0)
def with_key(walker: Walker, key: jax.Array) -> Walker:
    return walker.replace(key=key, place=walker.place + 1)


@functools.partial(jax.jit, donate_argnums=0)
def moved(walker: Walker) -> Walker:
    return walker.replace(place=walker.place + 1)


@functools.partial(jax.jit, donate_argnums=0)
def fresh(walker: Walker) -> Walker:
    return Walker(place=jnp.zeros_like(walker.place), key=jax.random.key(1), count=jnp.ones((), jnp.int32))


@functools.partial(jax.jit, donate_argnums=0)
def emptied(x):
    del x
    return jnp.ones(3)


@functools.partial(jax.jit, donate_argnums=0)
def replaced(x):
    x = jnp.ones(3)
    return x + 1


@functools.partial(jax.jit, donate_argnums=0)
def half_read(params):
    return {"w": params["w"] + 1, "b": jnp.zeros(3)}


@functools.partial(jax.jit, donate_argnums=0)
def read(params):
    return {**params, "w": params["w"] + 1}


grown = jax.jit(lambda x: x + 1, donate_argnums=0)


def unread() -> None:
    walker = made()
    after = restarted(walker)
    print(after.place, walker.count + 1)
    walker = made()
    print(with_key(walker, jax.random.key(3)).place, jax.random.normal(walker.key))
    walker = made()
    print(fresh(walker).place, walker.place + 1, walker.count)


def unread_without_annotations():
    x = jnp.zeros(3)
    print(emptied(x), x + 1, replaced(x), x + 1)
    params = {"w": jnp.zeros(3), "b": jnp.ones(3)}
    print(half_read(params), params["b"] + 1)


def abstract():
    x = jnp.zeros(3)
    print(jax.eval_shape(grown, x), x + 1)
    print(jax.eval_shape(lambda: grown(x)), x + 1)
    print(grown.lower(x).compile() is not None, x + 1)


def wrong() -> None:
    walker = made()
    after = moved(walker)
    print(after.place, walker.place + 1)  # E: jdc-aliased


def wrong_without_annotations():
    params = {"w": jnp.zeros(3), "b": jnp.ones(3)}
    after = read(params)
    print(after, params["b"] + 1)  # E: jdc-aliased


if __name__ == "__main__":
    unread()
    unread_without_annotations()
    abstract()
    wrong()
    wrong_without_annotations()
