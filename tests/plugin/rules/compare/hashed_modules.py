"""jdc-compare: the hash of a module of equinox is that of all its fields."""

import functools

import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    weight: jax.Array
    name: str = eqx.field(static=True, default="net")


class Deep(eqx.Module):
    first: Net
    depth: int


class Sizes(eqx.Module):
    depth: int
    width: int


class Named(eqx.Module):
    weight: jax.Array
    name: str

    def __hash__(self) -> int:
        return hash(self.name)


@functools.lru_cache
def depth(net: Deep | Sizes) -> int:
    return net.depth


def hashed(net: Net, deep: Deep, sizes: Sizes, named: Named) -> None:
    print(hash(net), hash(deep), hash(sizes), hash(named))  # E: jdc-compare, jdc-compare
    seen: set[Net] = set()
    seen.add(net)  # E: jdc-compare
    depths = {id(net): 1}
    table: dict[Net, int] = {}
    table[Net(jnp.ones(3))] = depths[id(net)]  # E: jdc-compare
    depth(sizes)
    assert net == net
