"""``tree_at`` with an array takes no array away: what else the module does with objects of the class is known."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.weight @ x + self.bias


def doubled(net: Net) -> Net:
    return eqx.tree_at(lambda each: each.weight, net, net.weight * 2)


def emptied(net: Net, bias: jax.Array) -> Net:
    return eqx.tree_at(
        lambda each: (each.weight, each.bias), net, replace=(jnp.zeros((2, 2)), bias + jax.random.normal(KEY, (2,)))
    )


KEY = jax.random.key(0)


def run(net: Net, x: jax.Array) -> jax.Array:
    return jax.jit(net)(x)  # E: jdc-compare


def counted(net: Net, seen: dict[Any, int]) -> int:
    seen[net] = 1  # E: jdc-compare
    return hash(net)  # E: jdc-compare


def run_filtered(net: Net, x: jax.Array) -> jax.Array:
    result: jax.Array = eqx.filter_jit(net)(x)
    return result


def counted_by_name(net: Net, seen: dict[int, Net]) -> int:
    seen[id(net)] = net
    return id(net)
