"""jdc-lost-mutation: calls under a transformation of JAX of objects of flax.nnx that change themselves."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from flax import nnx


class Counted(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.linear = nnx.Linear(3, 3, rngs=rngs)
        self.seen = nnx.Variable(jnp.zeros(()))
        self.total = nnx.Variable(jnp.zeros(()))
        self.scale = 2.0

    def __call__(self, x: jax.Array) -> jax.Array:
        self.seen[...] += 1
        return self.linear(x) * self.scale

    def observe(self, x: jax.Array) -> None:
        self.total.value = self.total.value + x.sum()

    def maybe(self, x: jax.Array, *, count: bool) -> jax.Array:
        if count:
            self.seen[...] += 1
        return self.linear(x)

    def seen_so_far(self) -> jax.Array:
        return self.seen[...]


class Meter(nnx.Pytree):
    def __init__(self) -> None:
        self.sum = jnp.zeros(())

    def add(self, x: jax.Array) -> None:
        self.sum = self.sum + x


@jax.jit
def forward(model: Counted, x: jax.Array) -> jax.Array:
    return model(x)  # E: jdc-lost-mutation


@jax.jit
def observed(model: Counted, x: jax.Array) -> jax.Array:
    model.observe(x)  # E: jdc-lost-mutation
    return x * model.scale


@jax.jit
def added(meter: Meter, x: jax.Array) -> jax.Array:
    meter.add(x)  # E: jdc-lost-mutation
    return x


@jax.jit
def for_inference(model: Counted, x: jax.Array) -> jax.Array:
    return model(x)


@jax.jit
def with_state(model: Counted, x: jax.Array) -> tuple[jax.Array, nnx.State]:
    return model(x), nnx.state(model)


@jax.jit
def with_count(model: Counted, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return model(x), model.seen[...]


@jax.jit
def by_method(model: Counted, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return model(x), model.seen_so_far()


@jax.jit
def perhaps(model: Counted, x: jax.Array) -> jax.Array:
    return model.maybe(x, count=False)


@nnx.jit
def by_nnx(model: Counted, x: jax.Array) -> jax.Array:
    return model(x)


def main(x: jax.Array) -> None:
    model, meter = Counted(nnx.Rngs(0)), Meter()
    forward(model, x)
    print(model.seen[...])
    observed(model, x)
    print(float(model.total[...]))
    added(meter, x)
    print(meter.sum + 1)
    for_inference(model, x)
    print(model.scale)
    _, count = with_count(model, x)
    print(model.seen[...] + count)
    _, state = with_state(model, x)
    nnx.update(model, state)
    print(model.seen[...])
    by_method(model, x)
    print(model.seen[...])
    perhaps(model, x)
    print(model.seen[...])
    by_nnx(model, x)
    print(model.seen[...])
