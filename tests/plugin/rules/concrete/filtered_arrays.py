"""Functions under `equinox.filter_jit`, where arrays in objects are tracers and numbers are none; methods of objects."""

from collections.abc import Callable

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Model(eqx.Module):
    scale: jax.Array
    bias: jax.Array | None
    layers: int
    rate: float
    is_training: bool
    activation: Callable[[jax.Array], jax.Array]
    sizes: tuple[int, ...]

    @eqx.filter_jit
    def decorated(self, x: jax.Array) -> jax.Array:
        if self.scale > 0:  # E: jdc-concrete
            return x
        return x * self.scale if self.is_training else x

    def by_class(self, x: jax.Array) -> jax.Array:
        assert self.scale > 0  # E: jdc-concrete
        return x * self.rate

    def by_object(self, x: jax.Array) -> jax.Array:
        return x * float(self.scale)  # E: jdc-concrete

    def eager(self, x: jax.Array) -> jax.Array:
        return x * float(self.scale)

    def __call__(self, x: jax.Array) -> jax.Array:
        while self.scale > 1:  # E: jdc-concrete
            x = x / 2
        return x


@eqx.filter_jit
def numbers(model: Model, x: jax.Array, steps: int, is_fast: bool) -> jax.Array:
    for _ in range(model.layers + steps):
        x = model.activation(x)
    if model.is_training and is_fast:
        x = x * model.rate
    if model.rate > 0.5 or steps > 3:
        x = x + jnp.zeros(model.sizes[0])
    if model.bias is not None:
        x = x + model.bias
    print(f"{model.rate:.2f}")
    return x if model.scale > 0 else -x  # E: jdc-concrete


@eqx.filter_jit
@eqx.filter_value_and_grad
def loss(model: Model, x: jax.Array) -> jax.Array:
    if model.scale > 0:  # E: jdc-concrete
        x = -x
    return (x * model.rate).sum()


@eqx.filter_jit(donate="all")
def donating(model: Model) -> jax.Array:
    return jnp.zeros(int(model.scale))  # E: jdc-concrete


@eqx.filter_value_and_grad
def with_values(model: Model, x: jax.Array) -> jax.Array:
    return x.sum() if model.scale > 0 else -x.sum()


class Switch(eqx.Module):
    limit: jax.Array
    steps: int

    def __call__(self, x: jax.Array) -> jax.Array:
        for _ in range(self.steps):
            x = x + 1
        return x if x > 0 else -x  # E: jdc-concrete


@eqx.filter_vmap
def rows(x: jax.Array, n: int) -> jax.Array:
    if n > 3:
        x = x + 1
    return x if x > 0 else -x  # E: jdc-concrete


def sides(model: Model, x: jax.Array, n: int) -> jax.Array:
    x = x + jnp.zeros(model.layers + n).sum()
    return x if model.scale > 0 else -x  # E: jdc-concrete


def shared(limit: jax.Array, x: jax.Array) -> jax.Array:
    return x if limit > 0 else -x


class Environment:
    def __init__(self, limit: int) -> None:
        self.limit = limit

    def step(self, x: jax.Array) -> jax.Array:
        if self.limit > 3:
            x = x + self.limit
        return x if x > 0 else -x  # E: jdc-concrete

    def reset(self, x: jax.Array) -> jax.Array:
        return x if x > 0 else -x  # E: jdc-concrete

    def overridden(self, x: jax.Array) -> jax.Array:
        return x if x > 0 else -x


class Other(Environment):
    def overridden(self, x: jax.Array) -> jax.Array:
        return x


@flax.struct.dataclass
class Grid:
    values: jax.Array
    size: int

    def cells(self) -> jax.Array:
        return jnp.arange(self.size)  # E: jdc-concrete

    def of_size(self, n: int) -> jax.Array:
        return jnp.zeros(n) + self.values

    def closed_over(self) -> jax.Array:
        return jnp.arange(self.size)

    @staticmethod
    def numbered(n: int) -> jax.Array:
        return jnp.arange(n)  # E: jdc-concrete


def main(environment: Environment, model: Model, grid: Grid, x: jax.Array) -> None:
    jax.jit(environment.step)(x)
    jax.vmap(environment.reset)(x)
    jax.jit(environment.overridden)(x)
    eqx.filter_jit(Model.by_class)(model, x)
    eqx.filter_jit(model.by_object)(x)
    eqx.filter_jit(model)(x)
    switch = Switch(jnp.ones(()), 3)
    jax.vmap(switch)(x)
    eqx.filter_vmap(sides)(model, x, 3)
    eqx.filter_vmap(shared, in_axes=(None, 0))(x, x)
    model.eager(x)
    jax.jit(Grid.cells)(grid)
    jax.jit(Grid.of_size, static_argnames="n")(grid, n=3)
    jax.jit(grid.closed_over)()
    jax.jit(Grid.numbered)(3)
