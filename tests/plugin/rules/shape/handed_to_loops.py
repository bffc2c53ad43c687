"""Annotated functions that the loops of `jax.lax` call."""

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float, Int


def rotate(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return jnp.roll(x, 1)


def step(carry: Float[Array, "3"], x: Float[Array, "2"]) -> tuple[Float[Array, "3"], Float[Array, ""]]:
    return carry * x.sum(), carry.sum()


def square(carry: Float[Array, "n"], x: Float[Array, "n n"]) -> tuple[Float[Array, "n"], None]:
    return x @ carry, None


def doubled(i: int, x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x * 2


def counted(i: Int[Array, ""], x: Float[Array, "*any"]) -> Float[Array, "*any"]:
    return x * i


@jax.vmap
def each(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


def right(n: int, flag: Array) -> None:
    lax.scan(step, jnp.ones(3), jnp.ones((10, 2)))
    lax.scan(jax.checkpoint(step), jnp.ones(3), xs=jnp.ones((n, 2)))
    lax.scan(square, jnp.ones(3), jnp.ones((10, 3, 3)))
    lax.map(rotate, jnp.ones((5, 3)))
    lax.map(each, jnp.ones((5, 2, 3)))
    lax.cond(flag, rotate, rotate, jnp.ones(3))
    lax.switch(0, [rotate, jax.jit(rotate)], jnp.ones(3))
    lax.fori_loop(0, 3, doubled, jnp.ones(3))
    lax.fori_loop(0, n, counted, jnp.ones((3, 4)))
    lax.while_loop(lambda x: x.sum() > 0, rotate, jnp.ones(3))


def wrong(n: int, flag: Array) -> None:
    lax.scan(step, jnp.ones(3), jnp.ones((10, 3)))  # E: jdc-shape
    lax.scan(step, jnp.ones(2), jnp.ones((10, 2)))  # E: jdc-shape
    lax.scan(jax.checkpoint(step), jnp.ones(3), xs=jnp.ones((n, 4)))  # E: jdc-shape
    lax.scan(square, jnp.ones(3), jnp.ones((10, 4, 4)))  # E: jdc-shape
    lax.map(rotate, jnp.ones((5, 4)))  # E: jdc-shape
    lax.map(rotate, jnp.ones((5, 3), int))  # E: jdc-dtype
    lax.cond(flag, rotate, rotate, jnp.ones(4))  # E: jdc-shape
    lax.switch(0, [rotate, jax.jit(rotate)], jnp.ones((1, 3)))  # E: jdc-shape
    lax.fori_loop(0, 3, doubled, jnp.ones(4))  # E: jdc-shape
    lax.while_loop(lambda x: x.sum() > 0, rotate, jnp.ones(4))  # E: jdc-shape
    try:
        lax.map(rotate, jnp.ones((5, 4)))
    except TypeError:
        pass


def jacobians(x: Float[Array, "4"]) -> None:
    jax.jacfwd(rotate)(jnp.ones(3)) + jnp.ones((3, 3))
    jax.jacfwd(rotate)(x)  # E: jdc-shape
    jax.jit(jax.jacrev(rotate))(x)  # E: jdc-shape
    jax.vmap(jax.hessian(lambda y: rotate(y).sum()))(jnp.ones((4, 3))) + jnp.ones((4, 3, 3))
    jax.vmap(jax.jacobian(rotate))(jnp.ones((3, 4)))  # E: jdc-shape


def moved(
    state: tuple[Float[Array, "3"], Int[Array, ""]], row: tuple[Float[Array, "3"], Float[Array, ""]]
) -> tuple[tuple[Float[Array, "3"], Int[Array, ""]], None]:
    return state, None


def in_tuples() -> None:
    start = (jnp.ones(3), jnp.zeros((), int))
    lax.scan(moved, start, (jnp.ones((6, 3)), jnp.ones(6)))
    lax.scan(moved, start, xs=(jnp.ones((0, 3)), jnp.ones(0)))
    lax.scan(moved, start, (jnp.ones((6, 3)), jnp.ones((6, 31))))  # E: jdc-shape
    lax.scan(moved, start, (jnp.ones((6, 3)), jnp.ones(6, int)))  # E: jdc-dtype
    lax.scan(moved, (jnp.ones(32), jnp.zeros((), int)), (jnp.ones((6, 3)), jnp.ones(6)))  # E: jdc-shape
