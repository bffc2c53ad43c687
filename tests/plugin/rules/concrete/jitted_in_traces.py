"""jdc-concrete for what jitted functions give back where a trace calls them: each leaf is a tracer."""

import functools
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jitted_to_trace import batch_loss, both, described, filtered, plain


class Post(NamedTuple):
    a: Array
    b: Array


@jax.jit
def pair(x: Array) -> Post:
    return Post(x, x * 2)


@jax.jit
def unannotated(x):
    return {"loss": x.sum(), "rows": x}


def scale(x: Array):
    return x * 3, x.mean()


scaled = jax.jit(scale)


@eqx.filter_jit
def named(model: eqx.Module, x: Array) -> str:
    return "loss"


@eqx.filter_jit
def loss_of(model: eqx.Module, x: Array) -> Array:
    return x.mean()


@jax.jit
def smoothed(x: Array) -> Array:
    post = pair(x)
    total = (post.a * post.b).sum()
    if total > 0:  # E: jdc-concrete
        x = x / total
    found = unannotated(x)
    scale, mean = scaled(x)
    assert mean > 0  # E: jdc-concrete
    return x * float(found["loss"])  # E: jdc-concrete


@jax.jit
def through(table: Array):
    post = filtered(table)
    twice, summed = both(table)
    return int(post.marginal), np.asarray(twice), range(post.number), float(summed)  # E: jdc-concrete


@jax.jit
def right(x: Array) -> Array:
    post = pair(x)
    rows, mean = scaled(x)
    named_rows = unannotated(x)
    if rows.shape[0] > 2 and post.a.ndim == 1 and len(named_rows) == 2:
        x = jnp.where(mean > 0, x, -x)
    if isinstance(post, Post) and post.b is not None and "loss" in named_rows:
        x = x + named_rows["loss"]
    for key in named_rows:
        x = x + named_rows[key].sum()
    return x


def outside(x: Array) -> float:
    post = pair(x)
    if post.a.sum() > 0:
        return float(unannotated(x)["loss"])
    return scaled(x)[1].item() + both(x)[1].item()


@eqx.filter_jit
def evaluated(model: eqx.Module, x: Array):
    loss = loss_of(model, x)
    other = batch_loss(model, x)
    if named(model, x) == "loss" or described(model, x) == "mean":
        loss = loss + other
    return loss.item(), other.item()  # E: jdc-concrete


def evaluated_outside(model: eqx.Module, x: Array) -> float:
    return loss_of(model, x).item() + batch_loss(model, x).item() + plain(x).sum().item()


class Stepper:
    def __init__(self, limit: float) -> None:
        self.limit = limit

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x: Array) -> Array:
        return x + self.limit

    @functools.partial(jax.jit, static_argnums=0)
    def run(self, x: Array) -> Array:
        moved = self.step(x)
        if moved.sum() > 0:  # E: jdc-concrete
            return moved
        return x

    def run_outside(self, x: Array) -> Array:
        moved = self.step(x)
        return moved if moved.sum() > 0 else x


def bounded(u, axis=0):
    c = u.sum(axis=axis)
    c = jnp.where(c == 0, 1, c)
    return u / c, c


def counted(u, axis=0):
    c = u.shape[axis]
    c = max(c, 1)
    return u / c, c


def drawn(key):
    return jax.random.normal(key, (3,))


@jax.jit
def normalized(u: Array):
    u, norm = bounded(u)
    if norm == 0:  # E: jdc-concrete
        raise ValueError("zero")
    v, count = counted(u)
    if count == 0:
        raise ValueError("nothing")
    return u + v


@jax.jit
def noisy(images: Array, model, key):
    def loss_fn(params):
        noise = jax.random.normal(key, images.shape)
        residual = (model(params) - noise) ** 2
        return np.mean(np.asarray(residual))  # E: jdc-concrete

    def right_fn(params):
        noise = jax.random.normal(key, images.shape)
        return jnp.mean((model(params) - noise) ** 2) + np.zeros(noise.shape).sum()

    return jax.grad(loss_fn)(images), jax.grad(right_fn)(images)


def noisy_outside(key):
    noise = jax.random.normal(key, (3,))
    return float(noise.mean()) + float(jax.nn.softmax(noise)[0]) + float(drawn(key)[0])
