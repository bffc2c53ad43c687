"""Tracers that come out of loops, branches, gradients and mapped functions inside a trace, as the run shows them."""

import functools
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def spread(tree):
    return jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(tree)))


def shortened(tree, limit):
    if spread(tree) > limit:  # E: jdc-concrete
        return jax.tree.map(lambda g: 0.1 * g, tree)
    return tree


def shortened_well(tree, limit):
    return jax.tree.map(lambda g: g * jnp.minimum(1.0, limit / spread(tree)), tree) if limit > 0 else tree


def squares(weights, x):
    return jnp.mean((x @ weights["w"] - weights["b"]) ** 2)


@jax.jit
def descend(weights, x):
    value, slope = jax.value_and_grad(squares)(weights, x)
    slope = shortened(slope, 1.0)
    slope = shortened_well(slope, 1.0)
    return jax.tree.map(lambda w, g: w - 0.1 * g, weights, slope), value


def on_the_host(weights, x):
    slope = jax.grad(squares)(weights, x)
    if slope["b"] > 0 and float(jnp.sum(slope["w"])) > 0:
        return weights
    return slope


class Walk(NamedTuple):
    place: jax.Array
    turns: jax.Array


def walked(walk, steps):
    def one(walk, step):
        return Walk(walk.place + step, walk.turns), walk.place * 2

    return jax.lax.scan(one, walk, steps)


@jax.jit
def far(steps):
    last, trail = walked(Walk(jnp.zeros(()), jnp.arange(3)), steps)
    first = np.asarray(trail)[0]  # E: jdc-concrete
    if last.place > 2:  # E: jdc-concrete
        return trail
    return trail * first


def far_on_the_host(steps):
    last, trail = walked(Walk(jnp.zeros(()), jnp.arange(3)), steps)
    return last.turns if last.place > 2 else float(trail[0])


@jax.jit
def picked(logits, warm):
    chosen = jax.lax.cond(warm > 0, lambda: jnp.argmax(logits), lambda: jnp.argmin(logits))
    names = ("left", "right", "straight")
    print(names[chosen])  # E: jdc-concrete
    return chosen


def entropy(row):
    return -jnp.sum(row * jnp.log(row))


@jax.jit
def checked_loss(rows):
    each = jax.vmap(entropy)(rows)
    assert each.min() >= 0  # E: jdc-concrete
    return each.sum()


def mapped_on_the_host(rows):
    each = jax.vmap(entropy)(rows)
    assert each.min() < 10
    return f"{each.sum():.3f}"


@jax.jit
def reported(rows):
    scores = {"entropy": jax.vmap(entropy)(rows).mean(), "rows": rows.shape[0]}
    print(f"{scores['rows']:d} rows, {scores['entropy']}")
    print(f"entropy {scores['entropy']:.3f}")  # E: jdc-concrete
    return scores["entropy"]


@jax.jit
def padded(rows, counts):
    table = {"short": 1, "long": 2}
    width = table["long"]
    some = jnp.arange(width) + jax.nn.one_hot(counts[0], width)
    most = counts.max()
    ragged = [jnp.arange(most)]  # E: jdc-concrete
    noise = jax.random.normal(jax.random.key(0), (rows.shape[0], most))  # E: jdc-concrete
    return some, ragged, noise


class Head(eqx.Module):
    linear: eqx.nn.Linear
    scale: jax.Array
    floor: float = 0.5

    def __call__(self, x):
        x = self.linear(x)
        if x.max() > 10:  # E: jdc-concrete
            x = x / 10
        return x if self.floor > 1 else x * self.scale


@eqx.filter_jit
def score(head, xs):
    return jax.vmap(head)(xs).sum() + (1.0 if head.floor > 0 else 0.0)


@eqx.filter_jit
def scaled(head, factor):
    if head.scale.sum() > factor:  # E: jdc-concrete
        return head.scale
    return head.scale * 2 if factor > 1 else head.scale


class Tower(nnx.Module):
    def __init__(self, size, rngs):
        self.inner = nnx.Linear(size, size, rngs=rngs)
        self.size = size

    def __call__(self, x):
        y = self.inner(x)
        if jnp.abs(y).max() > 100 * self.size:  # E: jdc-concrete
            return x
        return y if self.size > 1 else x


@nnx.jit
def towered(tower, pair):
    return tower(pair[0]) + pair[1]


def quick(function):
    return functools.wraps(function)(jax.jit(function))


def slow(function):
    def run(*given):
        return function(*given)

    return functools.update_wrapper(run, function)


@quick
def positive(x):
    return x if x.sum() > 0 else -x  # E: jdc-concrete


@slow
def positive_on_the_host(x):
    return x if x.sum() > 0 else -x


def main():
    x, rows = jnp.ones((5, 3)), jnp.full((4, 2), 0.5)
    weights = {"w": jnp.ones(3), "b": jnp.float32(0)}
    descend(weights, x)
    on_the_host(weights, x)
    far(jnp.arange(4.0))
    far_on_the_host(jnp.arange(4.0))
    picked(jnp.arange(3.0), jnp.float32(1))
    checked_loss(rows)
    mapped_on_the_host(rows)
    reported(rows)
    padded(rows, jnp.array([1, 2]))
    head = Head(eqx.nn.Linear(3, 2, key=jax.random.key(0)), jnp.ones(2))
    score(head, x)
    scaled(head, 2.0)
    towered(Tower(3, nnx.Rngs(0)), (x, x))
    positive(x)
    positive_on_the_host(x)


if __name__ == "__main__":
    main()
