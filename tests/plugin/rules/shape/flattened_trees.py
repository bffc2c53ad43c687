"""Trees that a program takes apart and puts together again, and constructors that are given ``**``."""

import jax
import jax.numpy as jnp
from flax import struct
from jax import tree_util


@struct.dataclass
class Chain:
    place: dict
    value: jax.Array
    name: str = struct.field(pytree_node=False, default="")

    @classmethod
    def started(cls, place, **options):
        return cls(place=place, value=jnp.zeros(()), **options)

    @classmethod
    def started_wrong(cls, place, **options):
        return cls(place=place, value=jnp.zeros(()), **options)  # E: jdc-shape


def noise_like(key, tree):
    leaves, structure = jax.tree.flatten(tree)
    keys = jax.random.split(key, len(leaves))
    return structure.unflatten([jax.random.normal(k, leaf.shape) for k, leaf in zip(keys, leaves)])


def noise_like_by_module(key, tree):
    leaves, structure = tree_util.tree_flatten(tree)
    keys = tree_util.tree_unflatten(structure, list(jax.random.split(key, len(leaves))))
    return jax.tree.map(lambda leaf, k: jax.random.normal(k, leaf.shape), tree, keys)


def density(place):
    return -0.5 * jnp.sum(place["w"] ** 2) - 0.5 * place["b"] ** 2


def moved(place, noise, slope):
    return jax.tree.map(lambda p, n, s: p + 0.1 * n - s, place, noise, slope)


@jax.jit
def walk(key, chain):
    value, slope = jax.value_and_grad(density)(chain.place)
    place = moved(chain.place, noise_like(key, chain.place), slope)
    place = moved(place, noise_like_by_module(key, place), slope)
    return chain.replace(place=place, value=value)


@jax.jit
def walk_by_number(key, chain):
    place = noise_like(key, chain.place)
    if density(place) > chain.value:  # E: jdc-concrete
        return chain.replace(place=place)
    return chain


def leaves_lost(tree):
    leaves, structure = jax.tree.flatten(tree)
    return jax.tree.unflatten(structure, leaves[1:])  # E: jdc-shape


def written_otherwise():
    one = {"w": jnp.ones(3), "b": jnp.ones(2)}
    other = {"b": jnp.ones(2), "w": jnp.ones(3)}
    return jax.tree.map(lambda a, b: a * b, one, other)


def main():
    chain = Chain.started({"w": jnp.zeros(3), "b": jnp.zeros(())}, name="one")
    for key in jax.random.split(jax.random.key(0), 2):
        chain = walk(key, chain)
    walk_by_number(jax.random.key(1), chain)
    leaves_lost(chain.place)
    written_otherwise()
    chains = jax.vmap(lambda w: Chain.started({"w": w, "b": jnp.zeros(())}))(jnp.zeros((2, 3)))
    jax.vmap(walk)(jax.random.split(jax.random.key(1), 2), chains)
    Chain.started_wrong({"w": jnp.zeros(3)}, label="two")


if __name__ == "__main__":
    main()
