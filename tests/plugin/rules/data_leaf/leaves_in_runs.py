"""Values that the run of a module hands to transformations: objects of untyped functions, named tuples, lists."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


class Optimizer(NamedTuple):
    init: Callable[[Any], Any]
    update: Callable[[Any, Any], Any]


def sgd(rate):
    return Optimizer(lambda params: params, lambda grads, params: params - rate * grads)


def episode(optimizer, params):
    return optimizer.update(2 * params, params)


def pair_of_functions():
    return jax.jit(episode)(sgd(0.1), jnp.ones(3))  # E: jdc-data-leaf


def static_pair_of_functions():
    return jax.jit(episode, static_argnums=0)(sgd(0.1), jnp.ones(4))


class Frame(eqx.Module):
    box: tuple
    channels: list


class Observation(eqx.Module):
    data: jax.Array
    frame: Frame

    def __init__(self, data, channels):
        self.data = data
        self.frame = Frame((0, 0), list(channels))


@jax.jit
def fitted(observation):
    return observation.data.sum()


@eqx.filter_jit
def fitted_by_equinox(observation):
    return observation.data.sum()


def names_in_a_list():
    observation = Observation(jnp.ones((5, 8)), "grizy")
    fitted_by_equinox(observation)
    return fitted(observation)  # E: jdc-data-leaf


def no_names():
    return fitted(Observation(jnp.ones((5, 9)), []))


class Series(eqx.Module):
    value: jax.Array
    name: str


class Ensemble(eqx.Module):
    members: Series


def mapped_names():
    ensemble = Ensemble(Series(jnp.ones((10, 20)), "series"))
    eqx.filter_vmap(lambda each: each.value.mean())(ensemble.members)
    return jax.vmap(lambda each: each.value.mean())(ensemble.members)  # E: jdc-data-leaf


def names_that_are_not_mapped():
    return jax.vmap(lambda name, x: x if name == "a" else -x, in_axes=(None, 0))("a", jnp.ones(11))


class Net(eqx.Module):
    weight: jax.Array
    act: Callable[[jax.Array], jax.Array]

    def __init__(self, key):
        self.weight = jax.random.normal(key, (2, 16))
        self.act = jax.nn.tanh


def trained(model, xs):
    def step(carry, x):
        return carry, carry.act(x @ carry.weight)

    return jax.lax.scan(step, model, xs)  # E: jdc-data-leaf


def trained_along_its_arrays(model, xs):
    params, static = eqx.partition(model, eqx.is_array)

    def step(carry, x):
        return carry, eqx.combine(carry, static).act(x @ carry.weight)

    return jax.lax.scan(step, params, xs)


def training():
    trained_along_its_arrays(Net(jax.random.key(0)), jnp.ones((4, 2)))
    return trained(Net(jax.random.key(0)), jnp.ones((3, 2)))


@flax.struct.dataclass
class Marked:
    x: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="a")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    act: Callable[[jax.Array], jax.Array] = dataclasses.field(metadata={"static": True})


@jax.tree_util.register_pytree_node_class
class ByHand:
    def __init__(self, x, name):
        self.x = x
        self.name = name

    def tree_flatten(self):
        return (self.x,), self.name

    @classmethod
    def tree_unflatten(cls, name, children):
        return cls(children[0], name)


def doubled(tree):
    return jax.tree.map(lambda x: 2 * x, tree)


def static_fields():
    twice = jax.jit(doubled)
    twice(Marked(jnp.ones(12)))
    twice(Registered(jnp.ones(13), jnp.tanh))
    twice(ByHand(jnp.ones(14), "b"))
    return twice({"x": jnp.ones(15), "none": None})


def a_name_in_a_dict():
    return jax.jit(doubled)({"x": jnp.ones(16), "name": "c"})  # E: jdc-data-leaf


@functools.partial(jax.jit, static_argnames=("mode", "act"))
def chosen(x, mode, act):
    return act(x) if mode == "train" else x


def static_text():
    return chosen(jnp.ones(17), mode="train", act=jnp.sin)


def only_the_first_is_differentiated():
    return jax.grad(lambda x, name: x.sum() if name else -x.sum())(jnp.ones(18), "a")


def functions_that_are_pytrees():
    act = jax.tree_util.Partial(jnp.multiply, jnp.ones(19))
    return jax.jit(lambda f, x: f(x))(act, jnp.ones(19))


class Scaling(eqx.Module):
    weight: jax.Array

    def forward(self, x):
        return self.weight * x


def methods_of_equinox():
    scaling = Scaling(jnp.ones(22))
    return jax.jit(lambda f, x: f(x))(scaling.forward, jnp.ones(22))


def refused_as_expected():
    try:
        return jax.jit(doubled)({"x": jnp.ones(20), "name": "d"})
    except TypeError:
        return None


def of_numpy():
    return jax.jit(doubled)((np.ones(21), np.float32(1.0), 1, 2.0, True, 1j))


@flax.struct.dataclass
class Labelled:
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=3)

    @functools.cached_property
    def label(self):
        return f"n{self.n}"


def cached_text_is_no_leaf():
    labelled = Labelled(jnp.ones(23))
    assert labelled.label
    return jax.jit(lambda given: given.x)(labelled), jax.tree.leaves(labelled)


@jax.jit
def transformed_by(function: Callable[[jax.Array], jax.Array], x: jax.Array) -> jax.Array:
    return function(x)


class Activated(eqx.Module):
    weight: jax.Array
    activation: Callable[[jax.Array], jax.Array] = jax.nn.gelu

    def __init__(self, size: int, activation: Callable[[jax.Array], jax.Array] = jnp.tanh) -> None:
        self.weight = jnp.ones(size)
        self.activation = activation

    def __call__(self, x):
        return self.activation(self.weight * x)


class Bound(eqx.Module):
    weight: jax.Array
    activation: Callable[[jax.Array], jax.Array] = jax.nn.gelu

    def __init__(self, size: int) -> None:
        self.weight = jnp.ones(size)


class Stacked(eqx.Module):
    layers: list

    def __init__(self, layer: type, sizes: list[int]) -> None:
        self.layers = [layer(size) for size in sizes]


@jax.jit
def through(model, x):
    return x


def activated():
    return through(Stacked(Activated, [3, 3]), jnp.ones(3))  # E: jdc-data-leaf


def bound_by_the_class():
    return through(Stacked(Bound, [3, 3]), jnp.ones(3))  # equinox has no leaf for what no object has


def given_functions():
    table = {"twice": functools.partial(transformed_by, lambda x: 2 * x)}
    transformed_by(jax.tree_util.Partial(jnp.sin), jnp.ones(3))
    return table["twice"](jnp.ones(3))  # E: jdc-data-leaf
