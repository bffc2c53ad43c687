"""`jax.grad` of functions whose result is not one number."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def losses(x: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return x.sum(axis=-1)


def one(x: Float[Array, "3"]) -> Float[Array, "1"]:
    return x.sum(keepdims=True)


def batch(x: Float[Array, "*b 3"]) -> Float[Array, "*b"]:
    return x.sum(axis=-1)


def loss(x: Float[Array, "3"]) -> Float[Array, ""]:
    return x.sum()


def with_aux(x: Float[Array, "3"]) -> tuple[Float[Array, ""], Float[Array, "3"]]:
    return x.sum(), x


def squares(x, w):
    predicted = x @ w
    return (predicted - 1) ** 2


def mean_squares(x, w):
    predicted = x @ w
    return jnp.mean((predicted - 1) ** 2)


def pair(x):
    return x.sum(), x


def vectors(x):
    return x * 2, x


x = jnp.ones(3)
w = jnp.ones((3, 2))

jax.grad(losses)  # E: jdc-shape
jax.value_and_grad(losses)(w.T)  # E: jdc-shape
jax.jit(jax.grad(losses))(w.T)  # E: jdc-shape
jax.grad(lambda x: x * 2)(x)  # E: jdc-shape
jax.grad(squares)(x, w)  # E: jdc-shape
jax.value_and_grad(squares, argnums=1)(x, w)  # E: jdc-shape
gradient = jax.grad(squares)
gradient(x, w)  # E: jdc-shape
jax.grad(pair)(x)  # E: jdc-transform-input
jax.value_and_grad(vectors, has_aux=True)(x)  # E: jdc-shape
jax.jit(jax.grad(squares))(x, w)  # E: jdc-shape
jax.grad(jax.jit(squares))(x, w)  # E: jdc-shape


def right(options: dict[str, Any], flag: bool) -> None:
    jax.grad(loss)(x)
    jax.grad(one)
    jax.grad(batch)(x)
    jax.grad(lambda x: loss(x) * 2)(x)
    jax.value_and_grad(with_aux, has_aux=True)(x)
    jax.grad(mean_squares)(x, w)
    jax.grad(mean_squares, argnums=(0, 1))(x, w)
    jax.value_and_grad(pair, has_aux=True)(x)
    jax.grad(pair, has_aux=not flag)
    jax.grad(pair, **options)
    jax.vmap(jax.grad(loss))(w.T)
    jax.vmap(jax.grad(lambda x: x**2))(x)
    jax.jacfwd(losses)(w.T)
    jax.jacrev(lambda x: x * 2)(x)
    jax.vjp(squares, x, w)
    jax.grad(lambda x: (x * w.T).sum())(x)
    jax.grad(lambda x: x**2)(2.0)
    jax.grad(jnp.sin)(1.0)
    jax.jvp(losses, (w.T,), (w.T,))
    jax.grad(partial(mean_squares, w=w))(x)
    jax.grad(lambda p: mean_squares(p["x"], p["w"]))({"x": x, "w": w})
    try:
        jax.grad(squares)(x, w)
    except TypeError:
        pass


@jax.grad
def decorated(x: Float[Array, ""]) -> Float[Array, ""]:
    return x**2


@jax.value_and_grad
def decorated_value(x: Float[Array, "3"]) -> Float[Array, ""]:
    return (x**2).sum()


def over_numbers(x: Array) -> Array:
    slope = jax.grad(losses)
    return jax.vmap(jax.grad(losses))(x) + jax.vmap(slope)(x)


@jax.value_and_grad
def decorated_loss(w: Float[Array, "3 2"], x: Float[Array, "b 3"]) -> Float[Array, ""]:
    return jnp.mean(x @ w)


@jax.jit
@partial(jax.grad, argnums=1)
def decorated_slope(w: Float[Array, "3 2"], x: Float[Array, "b 3"]) -> Float[Array, ""]:
    return jnp.mean(x @ w)


@partial(jax.value_and_grad, has_aux=True)
def decorated_pair(w: Float[Array, "3 2"], x: Float[Array, "b 3"]) -> tuple[Float[Array, ""], Array]:
    return jnp.mean(x @ w), x @ w


def stepped(w: Float[Array, "3 2"], x: Float[Array, "b 3"]) -> Array:
    _, slope = decorated_loss(w, x)
    w - slope.T  # E: jdc-shape
    w + decorated_slope(w, x)  # E: jdc-shape
    x + decorated_slope(w, x)
    (_, made), slopes = decorated_pair(w, x)
    w + slopes.T  # E: jdc-shape
    return w + slopes + made.sum()


def number_and_slope(w: Float[Array, "3 2"], x: Float[Array, "b 3"]) -> Array:
    number, _ = decorated_loss(w, x)
    number[0]  # E: jdc-shape
    value, slope = jax.value_and_grad(lambda w: (x @ w).sum())(w)
    value @ slope  # E: jdc-shape
    return value * slope + number
