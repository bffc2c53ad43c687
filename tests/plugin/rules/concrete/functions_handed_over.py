"""Functions of another module that are handed to JAX as they are, and what they do with tracers."""

import functools

import functions_to_hand as given
import jax
import jax.numpy as jnp
import pytest
from functions_to_hand import (
    Layer,
    Particle,
    Simulator,
    clipped,
    half,
    jitted,
    loss,
    tiled,
    untyped,
    untyped_pair,
    whole,
)

x = jnp.ones(3)
rows = jnp.ones((2, 3))


def jits(simulator: Simulator, layer: Layer) -> None:
    jax.jit(clipped)(x)  # E: jdc-concrete
    jax.jit(given.clipped)(x)  # E: jdc-concrete
    jax.vmap(clipped)(rows)  # E: jdc-concrete
    jax.jit(jax.grad(clipped))(x)  # E: jdc-concrete
    jax.jit(jax.vmap(clipped))(rows)  # E: jdc-concrete
    jax.jit(untyped)(x[0])  # E: jdc-concrete
    jax.jit(tiled)(x, 3)  # E: jdc-concrete
    jax.jit(functools.partial(tiled, x))(3)  # E: jdc-concrete
    jax.jit(given.charged)(Particle(x))  # E: jdc-concrete
    jax.jit(Particle.pushed)(Particle(x))  # E: jdc-concrete
    jax.jit(simulator.bounded)(x[0])  # E: jdc-concrete
    jax.vmap(layer)(rows)  # E: jdc-concrete
    # static, filled before, with a default, without a value that Python needs
    jax.jit(tiled, static_argnums=1)(x, 3)
    jax.jit(tiled, static_argnames="times")(x, times=3)
    jax.jit(tiled, static_argnames=("times",))(x, 3)
    jax.jit(functools.partial(tiled, times=3))(x)
    jax.jit(given.tiled_twice)(x)
    jax.vmap(tiled, in_axes=(0, None))(rows, 3)
    jax.jit(given.named)(Particle(x))
    jax.jit(given.loaded)(Particle(x))
    jax.jit(given.guarded)(x)
    jax.jit(given.untyped_tree)({})
    jax.jit(given.untyped_tree)(())
    jax.grad(lambda y: clipped(y).sum())(x)
    jax.grad(untyped)(1.0)
    jax.jit(simulator.step)(x)
    jax.vmap(layer.scaled)(rows)
    jax.jit(functools.partial(jitted, times=3))(x)
    with pytest.raises(jax.errors.TracerBoolConversionError):
        jax.jit(clipped)(x)
    with jax.disable_jit():
        jax.jit(clipped)(x)


named = jax.jit(untyped)  # E: jdc-concrete
named(1.0)
of_trees = jax.jit(given.untyped_tree)
of_trees({})


def loops() -> None:
    jax.lax.scan(half, x, rows)  # E: jdc-concrete
    jax.lax.map(untyped, x)  # E: jdc-concrete
    jax.lax.scan(given.summed, 0.0, x)  # E: jdc-shape
    jax.lax.scan(given.nothing, x, rows)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, given.of_three, x)  # E: jdc-carry
    jax.lax.cond(x.sum() > 2, clipped, loss, x)  # E: jdc-concrete, jdc-shape
    jax.lax.scan(whole, x, rows)
    jax.lax.fori_loop(0, 3, given.of_two, x)
    jax.lax.fori_loop(0, 3, functools.partial(given.of_three, y=x), x)
    jax.lax.cond(x.sum() > 2, loss, loss, x)


def gradients() -> None:
    jax.grad(given.loss_and_parts)(x)  # E: jdc-transform-input
    jax.value_and_grad(untyped_pair)(x)  # E: jdc-transform-input
    jax.grad(loss, has_aux=True)(x)  # E: jdc-transform-input
    jax.grad(given.nothing)(x, x)  # E: jdc-transform-input
    jax.grad(given.loss_and_parts, has_aux=True)(x)
    jax.value_and_grad(untyped_pair, has_aux=True)(x)
    jax.grad(loss)(x)
    jax.grad(given.failing)
