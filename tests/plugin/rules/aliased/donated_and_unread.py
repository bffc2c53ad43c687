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


@functools.partial(jax.jit, donate_argnums=0)
def copied(params):
    params = dict(params)
    params["b"] = jnp.ones(3)
    return params


@functools.partial(jax.jit, donate_argnums=0)
def inside_out(params):
    return {"p": {"w": params["p"]["w"] + 1, "b": jnp.zeros(3)}}


@functools.partial(jax.jit, donate_argnums=0)
def of_pair(state, x):
    mean, last = state
    return mean + x, jnp.zeros_like(last)


@functools.partial(jax.jit, donate_argnums=0)
def whole_pair(state, x):
    mean, last = state
    return mean + x, last * 2


@functools.partial(jax.jit, static_argnums=1, donate_argnums=0)
def chosen(x, is_kept):
    if is_kept:
        return x + 1
    return jnp.ones(3)


@functools.partial(jax.jit, donate_argnums=0)
def sized(x):
    return jnp.ones(3) * len(x)


@functools.partial(jax.jit, donate_argnums=0)
def emptied_place(walker: Walker) -> Walker:
    return walker.replace(place=jax.tree.map(jnp.zeros_like, walker.place))


grown = jax.jit(lambda x: x + 1, donate_argnums=0)


def unread() -> None:
    walker = made()
    after = restarted(walker)
    print(after.place, walker.count + 1)
    walker = made()
    print(with_key(walker, jax.random.key(3)).place, jax.random.normal(walker.key))
    walker = made()
    print(fresh(walker).place, walker.place + 1, walker.count)
    print(emptied_place(walker).key, walker.place + 1)


def carried() -> None:
    def body(walker: Walker, x: jax.Array) -> tuple[Walker, jax.Array]:
        return moved(walker), walker.place + x

    print(jax.lax.scan(body, made(), jnp.ones((2, 3))))


def unread_without_annotations():
    x = jnp.zeros(3)
    print(emptied(x), x + 1, replaced(x), x + 1)
    params = {"w": jnp.zeros(3), "b": jnp.ones(3)}
    print(half_read(params), params["b"] + 1)
    params = {"w": jnp.zeros(3), "b": jnp.ones(3)}
    print(copied(params), params["b"] + 1)
    nested = {"p": {"w": jnp.zeros(3), "b": jnp.ones(3)}}
    print(inside_out(nested), nested["p"]["b"] + 1)
    pair = jnp.zeros(3), jnp.ones(3)
    print(of_pair(pair, 1.0), pair[1] + 1)
    x = jnp.zeros(3)
    print(chosen(x, False), x + 1, sized(x), x + 1)


def wrong_pair():
    pair = jnp.zeros(3), jnp.ones(3)
    print(whole_pair(pair, 1.0), pair[1] + 1)  # E: jdc-donated


def abstract():
    x = jnp.zeros(3)
    print(jax.eval_shape(grown, x), x + 1)
    print(jax.eval_shape(lambda: grown(x)), x + 1)
    print(grown.lower(x).compile() is not None, x + 1)


def wrong() -> None:
    walker = made()
    after = moved(walker)
    print(after.place, walker.place + 1)  # E: jdc-donated


def wrong_without_annotations():
    params = {"w": jnp.zeros(3), "b": jnp.ones(3)}
    after = read(params)
    print(after, params["b"] + 1)  # E: jdc-donated


if __name__ == "__main__":
    unread()
    carried()
    unread_without_annotations()
    abstract()
    wrong()
    wrong_pair()
    wrong_without_annotations()
