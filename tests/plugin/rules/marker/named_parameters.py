"""jdc-marker: `static_argnames` and its relatives that name no parameter of the function."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import jax

import jdc_runtime as jdc

F = TypeVar("F", bound=Callable[..., Any])


@functools.partial(jax.jit, static_argnames=("cfg",))  # E: jdc-marker
def misspelt(x: jax.Array, config: int) -> jax.Array:
    return x * config


@functools.partial(jax.jit, static_argnames="sizes", donate_argnums=0)  # E: jdc-marker
def one_name(x: jax.Array, size: int) -> jax.Array:
    return x * size


@jax.jit(static_argnames=["n", "axis"])  # E: jdc-marker
def one_of_two(x: jax.Array, n: int) -> jax.Array:
    return x * n


@functools.partial(jax.jit, static_argnums=(2,))  # E: jdc-marker
def counted_from_one(x: jax.Array, n: int) -> jax.Array:
    return x * n


@functools.partial(jax.jit, static_argnums=1)  # E: jdc-marker
def keyword_only(x: jax.Array, *, n: int) -> jax.Array:
    return x * n


@functools.partial(jax.jit, static_argnums=-3)  # E: jdc-marker
def counted_from_the_end(x: jax.Array, n: int) -> jax.Array:
    return x * n


@functools.partial(jax.jit, donate_argnames=("states",))  # E: jdc-marker
def donated(state: jax.Array) -> jax.Array:
    return state + 1


@functools.partial(jdc.jit, static_argnames="m")  # E: jdc-marker
def of_jdc(x: jax.Array, n: int) -> jax.Array:
    return x * n


def plain(x: jax.Array, steps: int) -> jax.Array:
    return x * steps


with_name = jax.jit(plain, static_argnames=("step",))  # E: jdc-marker
with_number = jax.jit(plain, static_argnums=(1, 2))  # E: jdc-marker


class Sampler:
    @functools.partial(jax.jit, static_argnames=("self", "shape"))  # E: jdc-marker
    def draw(self, key: jax.Array, sizes: tuple[int, ...]) -> jax.Array:
        return jax.random.normal(key, sizes)

    @functools.partial(jax.jit, static_argnums=(0, 2))
    def drawn(self, key: jax.Array, sizes: tuple[int, ...]) -> jax.Array:
        return jax.random.normal(key, sizes)

    @functools.partial(jax.jit, static_argnums=(0,), static_argnames=("sizes",))
    def both(self, key: jax.Array, sizes: tuple[int, ...]) -> jax.Array:
        return jax.random.normal(key, sizes)

    def make(self) -> Callable[..., jax.Array]:
        return jax.jit(self.scaled, static_argnums=(1,), donate_argnums=(0,))

    def scaled(self, x: jax.Array, by: int) -> jax.Array:
        return x * by


def same(function: F) -> F:
    @functools.wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return inner  # type: ignore[return-value]


def bare(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    return lambda *args, **kwargs: function(*args, **kwargs)


# What stays silent: the names are there, or may be.


@functools.partial(jax.jit, static_argnames=("steps", "size"))
def right(x: jax.Array, steps: int, *, size: int = 2) -> jax.Array:
    return x * steps + size


@functools.partial(jax.jit, static_argnames=("anything",))
def keywords(x: jax.Array, **options: int) -> jax.Array:
    return x * options["anything"]


@functools.partial(jax.jit, static_argnums=(3,))
def arguments(x: jax.Array, *rest: int) -> jax.Array:
    return x * rest[0]


@functools.partial(jax.jit, static_argnums=(-1,))
def last(x: jax.Array, n: int) -> jax.Array:
    return x[:n]


@functools.partial(jax.jit, static_argnames=("n",))
@bare
def decorated(x: jax.Array, size: int) -> jax.Array:
    return x * size


@functools.partial(jax.jit, static_argnames=("size",))
@same
def kept(x: jax.Array, size: int) -> jax.Array:
    return x * size


@functools.partial(jax.jit, static_argnums=(), static_argnames=())
def none(x: jax.Array, size: int) -> jax.Array:
    return x * size


NAMES = ("steps",)
named = jax.jit(plain, static_argnames=NAMES)
of_lambda = jax.jit(lambda x, n: x[:n], static_argnums=1)
of_partial = jax.jit(functools.partial(plain, steps=2), static_argnames=("steps",))
of_gradient = jax.jit(jax.grad(lambda x, n: (x * n).sum()), static_argnums=1)


def pick(name: str) -> Callable[..., jax.Array]:
    try:
        return jax.jit(plain, static_argnames=("maybe",))
    except ValueError:
        return jax.jit(plain, static_argnames=(name,))
