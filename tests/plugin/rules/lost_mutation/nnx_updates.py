"""jdc-lost-mutation: objects of flax.nnx that a function under a transformation of JAX changes."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(3, 3, rngs=rngs)
        self.count = nnx.Variable(jnp.array(0))
        self.calls = 0

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.linear(x)

    @jax.jit
    def counted(self, x: jax.Array) -> jax.Array:
        y = self(x)
        self.count[...] += 1  # E: jdc-lost-mutation
        return y

    @nnx.jit
    def counted_by_nnx(self, x: jax.Array) -> jax.Array:
        self.count[...] += 1
        return self(x)


@jax.jit
def train(model: Model, optimizer: nnx.Optimizer[Model], metrics: nnx.MultiMetric, x: jax.Array) -> jax.Array:
    def loss_fn(model: Model) -> jax.Array:
        return (model(x) ** 2).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)  # E: jdc-lost-mutation
    metrics.update(loss=loss)  # E: jdc-lost-mutation
    return loss  # type: ignore[no-any-return]


@nnx.jit
def train_by_nnx(model: Model, optimizer: nnx.Optimizer[Model], x: jax.Array) -> jax.Array:
    loss, grads = nnx.value_and_grad(lambda m: (m(x) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss  # type: ignore[no-any-return]


@jax.jit
def train_and_return(model: Model, optimizer: nnx.Optimizer[Model], x: jax.Array) -> tuple[Any, Any]:
    grads = nnx.grad(lambda m: (m(x) ** 2).mean())(model)
    optimizer.update(model, grads)
    return nnx.state(model), nnx.state(optimizer)


@jax.jit
def train_and_return_objects(model: Model, optimizer: nnx.Optimizer[Model], x: jax.Array) -> tuple[Any, Any]:
    grads = nnx.grad(lambda m: (m(x) ** 2).mean())(model)
    optimizer.update(model, grads)
    return model, optimizer


@partial(jax.jit, static_argnames="n")
def count(model: Model, x: jax.Array, n: int) -> jax.Array:
    y = model(x) * model.linear.kernel[...].sum()
    model.count[...] = model.count[...] + n  # E: jdc-lost-mutation
    model.calls += 1  # E: jdc-lost-mutation
    return y


@jax.jit
def count_first(model: Model, x: jax.Array) -> jax.Array:
    model.count[...] += 1
    return model(x)


@jax.jit
def loaded(model: Model, state: Any, x: jax.Array) -> jax.Array:
    nnx.update(model, state)
    return model(x)


@jax.jit
def loaded_in_vain(model: Model, state: Any, x: jax.Array) -> jax.Array:
    y = model(x)
    nnx.update(model, state)  # E: jdc-lost-mutation
    return y


@jax.jit
def handed_on(model: Model, x: jax.Array) -> Any:
    kept = [model]
    model.count[...] += 1
    return kept


@jax.jit
def merged(graphdef: nnx.GraphDef[Model], state: Any, x: jax.Array) -> tuple[jax.Array, Any]:
    model = nnx.merge(graphdef, state)
    y = model(x)
    model.count[...] += 1
    return y, nnx.state(model)


def eager(model: Model, x: jax.Array) -> jax.Array:
    y = model(x)
    model.count[...] += 1
    return y
