"""jdc-lost-mutation: parameters without annotations that every call gives an object of flax.nnx."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


class Tower(nnx.Module):
    def __init__(self, size, rngs):
        self.layer = nnx.Linear(size, size, rngs=rngs)
        self.passes = nnx.Variable(jnp.zeros(()))

    def __call__(self, x):
        self.passes[...] += 1
        return self.layer(x)


class Probe:
    def __init__(self):
        self.layer = jnp.ones(3)

    def update(self, model, grads):
        return self.layer + grads

    def __call__(self, x):
        return self.layer * x


@jax.jit
def step(tower, optimizer, batch):
    loss, grads = nnx.value_and_grad(lambda each: (each.layer(batch) ** 2).mean())(tower)
    optimizer.update(tower, grads)  # E: jdc-lost-mutation
    return loss


@functools.partial(jax.jit, static_argnames="train")
def flagged(tower, optimizer, batch, train=True):
    grads = nnx.grad(lambda each: each.layer(batch).sum())(tower)
    optimizer.update(tower, grads)  # E: jdc-lost-mutation
    return batch if train else -batch


@nnx.jit
def step_of_nnx(tower, optimizer, batch):
    grads = nnx.grad(lambda each: each.layer(batch).sum())(tower)
    optimizer.update(tower, grads)


@jax.jit
def step_with_state(tower, optimizer, batch):
    grads = nnx.grad(lambda each: each.layer(batch).sum())(tower)
    optimizer.update(tower, grads)
    return nnx.state(tower), nnx.state(optimizer)


@jax.jit
def of_anything(probe, model, grads):
    probe.update(model, grads)
    return model


@jax.jit
def passed(tower, x):
    return tower(x)  # E: jdc-lost-mutation


@jax.jit
def passed_in_evaluation(tower, x):
    return tower(x)


def optimizer_of(tower, tx):
    return nnx.Optimizer(tower, tx, wrt=nnx.Param)


def fit(tx, batches):
    tower = Tower(3, nnx.Rngs(0))
    optimizer = optimizer_of(tower, tx)
    for batch in batches:
        step(tower, optimizer, batch)
        flagged(tower, optimizer, batch, train=False)
        step_of_nnx(tower, optimizer, batch)
        states = step_with_state(tower, optimizer, batch)
        nnx.update((tower, optimizer), states)
    passed(tower, jnp.ones(3))
    return float(tower.passes[...])


def evaluate(x):
    tower = Tower(3, nnx.Rngs(1))
    return passed_in_evaluation(tower, x)


def each_is_another(tx, grads):
    tower = Tower(3, nnx.Rngs(0))
    of_anything(optimizer_of(tower, tx), tower, grads)
    of_anything(Probe(), tower, grads)  # E: jdc-unregistered
