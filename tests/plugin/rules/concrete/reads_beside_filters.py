"""Objects in a module that filters leaves out of objects of another class."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    weight: jax.Array
    name: str = "net"
    stride: int = 1

    def strided(self, x: jax.Array) -> jax.Array:
        return x[:: self.stride]


class Cell(eqx.Module):
    weight: jax.Array
    size: int = 2

    def rows(self, x: jax.Array) -> jax.Array:
        return x.reshape(self.size, -1)  # E: jdc-concrete


class Wide(eqx.Module):
    weight: jax.Array
    size: int = 2

    def rows(self, x: jax.Array) -> jax.Array:
        return x.reshape(self.size, -1)


class Held(eqx.Module):
    cell: Wide
    size: int | None = 3

    def rows(self, x: jax.Array) -> jax.Array:
        return self.cell.weight if self.size is None else x


params = eqx.filter(Net(jnp.ones(3)), eqx.is_array)
held = eqx.filter(Held(Wide(jnp.ones(3))), eqx.is_array)


def run(x: jax.Array, cell: Cell, wide: Wide) -> None:
    jax.jit(lambda net, y: net.strided(y))(params, x)
    jax.jit(lambda each, y: each.rows(y))(cell, x)
    jax.jit(lambda each, y: each.rows(y))(held, x)
    jax.jit(lambda each: each.weight)(wide)
