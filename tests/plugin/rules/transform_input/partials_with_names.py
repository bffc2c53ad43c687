"""jdc-transform-input and others where a partial has a name: ``loss = partial(compute, batch=batch)``."""

import functools
from functools import partial

import jax
import jax.numpy as jnp
from jax import Array


def with_aux(params, graph, label):
    loss = jnp.mean(graph * params)
    return loss, label


def alone(params, graph, label):
    return jnp.mean(graph * params)


def forgotten(params, graph, label):
    loss_fn = functools.partial(with_aux, graph=graph, label=label)
    grad_fn = jax.value_and_grad(loss_fn)  # E: jdc-transform-input
    return grad_fn(params)


def promised(params, graph, label):
    loss_fn = functools.partial(alone, graph=graph, label=label)
    return jax.grad(loss_fn, has_aux=True)(params)  # E: jdc-transform-input


def right(params, graph, label):
    loss_fn = functools.partial(alone, graph=graph, label=label)
    aux_fn = functools.partial(with_aux, graph=graph, label=label)
    return jax.grad(loss_fn)(params), jax.value_and_grad(aux_fn, has_aux=True)(params)


def either(params, graph, label, has_aux):
    if has_aux:
        loss_fn = functools.partial(with_aux, graph=graph, label=label)
    else:
        loss_fn = functools.partial(alone, graph=graph, label=label)
    return jax.grad(loss_fn, has_aux=has_aux)(params)


def rebound(params, graph, label):
    loss_fn = functools.partial(with_aux, graph=graph, label=label)
    first = lambda each: loss_fn(each)[0]
    return jax.grad(first)(params)


def deciding(n, carry, x):
    a, b = carry
    if a > 0:  # E: jdc-concrete
        a = a + 1
    return (a, b), x


def choosing(n, carry, x):
    a, b = carry
    if n > 0:
        a = a + 1
    return (a, b), x


def looped(xs: Array):
    wrong_step, step = partial(deciding, 3), partial(choosing, 3)
    first_step = partial(deciding, 3)
    start = (jnp.zeros(()), jnp.zeros(2))
    step_named = partial(choosing, 3)
    _, ys = jax.lax.scan(first_step, start, xs)
    _, zs = jax.lax.scan(step_named, start, xs)
    mapped = jax.vmap(step_named, in_axes=(0, 0, 0))  # E: jdc-transform-input
    right_map = jax.vmap(step_named, in_axes=(None, 0))
    return ys, zs, right_map(start, xs), jax.lax.scan(step, start, xs), mapped, wrong_step
