"""jdc-data-leaf: functions that construction puts into the data of an object that a transformation of JAX meets."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax import nn

Activation = Callable[[jax.Array], jax.Array]


def swish(x: jax.Array) -> jax.Array:
    return x * nn.sigmoid(x)


@flax.struct.dataclass
class Layer:
    weight: jax.Array
    act: Activation = swish


@flax.struct.dataclass
class StaticLayer:
    weight: jax.Array
    act: Activation = flax.struct.field(pytree_node=False, default=swish)


class Default(eqx.Module):
    weight: jax.Array
    act: Activation = nn.relu


class Assigned(eqx.Module):
    layers: list[Any]
    act: Activation

    def __init__(self, key: jax.Array, act: Activation = nn.relu) -> None:
        self.layers = [eqx.nn.Linear(2, 2, key=key)]
        self.act = act


class Listed(eqx.Module):
    layers: list[Any]

    def __init__(self, key: jax.Array) -> None:
        self.layers = [eqx.nn.Linear(2, 2, key=key), jnp.tanh, lambda x: x]


class Inheriting(Assigned):
    pass


class Holding(eqx.Module):
    mlp: eqx.nn.MLP
    scale: jax.Array

    def __init__(self, key: jax.Array) -> None:
        self.mlp = eqx.nn.MLP(2, 2, 2, 2, key=key)
        self.scale = jnp.ones(2)


class Outer(eqx.Module):
    inner: Assigned

    def __init__(self, key: jax.Array) -> None:
        self.inner = Assigned(key)


class Learnt(eqx.Module):
    inner: Assigned

    def __init__(self, key: jax.Array) -> None:
        self.inner = Assigned(key, eqx.nn.PReLU())


class StaticFunction(eqx.Module):
    weight: jax.Array
    act: Activation = eqx.field(static=True)

    def __init__(self, weight: jax.Array) -> None:
        self.weight = weight
        self.act = nn.relu


class Converted(eqx.Module):
    weight: jax.Array
    act: Any = eqx.field(converter=jax.tree_util.Partial, default=swish)


class Chosen(eqx.Module):
    act: Activation
    weight: jax.Array

    def __init__(self, weight: jax.Array, act: Activation | None = None) -> None:
        self.weight = weight
        if act is None:
            self.act = eqx.nn.PReLU()
        else:
            self.act = act


class Shadowed(eqx.Module):
    act: Activation

    def __init__(self) -> None:
        swish = eqx.nn.PReLU()
        self.act = swish


class Replaced(eqx.Module):
    act: Activation

    def __init__(self, act: Activation = nn.relu) -> None:
        act = eqx.nn.PReLU()
        self.act = act


@jax.jit
def count(tree: object) -> int:
    return len(jax.tree.leaves(tree))


def mean(mlp: eqx.nn.MLP, x: jax.Array) -> jax.Array:
    return jnp.mean(mlp(x))


def wrong(key: jax.Array, x: jax.Array) -> None:
    count(Layer(x))  # E: jdc-data-leaf
    count(Default(x))  # E: jdc-data-leaf
    count(Assigned(key))  # E: jdc-data-leaf
    count(Assigned(key, act=jnp.tanh))  # E: jdc-data-leaf
    count(Inheriting(key))  # E: jdc-data-leaf
    count(Listed(key))  # E: jdc-data-leaf
    count(Holding(key))  # E: jdc-data-leaf
    count(Outer(key))  # E: jdc-data-leaf
    mlp = eqx.nn.MLP(2, 2, 2, 2, key=key)
    count(mlp)  # E: jdc-data-leaf
    count(eqx.nn.MLP(2, 2, 2, 2, activation=eqx.nn.PReLU(), key=key))  # E: jdc-data-leaf
    count(eqx.nn.MaxPool2d(2))  # E: jdc-data-leaf
    count(eqx.nn.Sequential([eqx.nn.Linear(2, 2, key=key), eqx.nn.Lambda(nn.relu)]))  # E: jdc-data-leaf
    jax.grad(mean)(mlp, x)  # E: jdc-data-leaf
    jax.value_and_grad(mean)(mlp, x)  # E: jdc-data-leaf


class Labelled(eqx.Module):
    """Defaults stay in the class, where an ``__init__`` assigns no value of the object's own."""

    weight: jax.Array
    label: str = "layer"

    def __init__(self, size: int) -> None:
        self.weight = jnp.ones(size)


class Relabelled(Labelled):
    def __init__(self, size: int, label: str) -> None:
        self.weight = jnp.ones(size)
        self.label = label


class MadeByFields(eqx.Module):
    weight: jax.Array
    label: str = "layer"


def labelled(x: jax.Array) -> None:
    count(Labelled(3))
    jax.grad(lambda each: each.weight.sum())(Labelled(3))
    count(Relabelled(3, "first"))  # E: jdc-data-leaf
    count(MadeByFields(x))  # E: jdc-data-leaf


def right(key: jax.Array, x: jax.Array) -> None:
    count(Layer(x, jax.tree_util.Partial(swish)))
    count(StaticLayer(x))
    count(Default(x, eqx.nn.PReLU()))
    count(Assigned(key, eqx.nn.PReLU()))
    count(Learnt(key))
    count(StaticFunction(x))
    count(Converted(x))
    count(Chosen(x))
    count(Shadowed())
    count(Replaced())
    count(eqx.nn.MLP(2, 2, 2, 2, activation=eqx.nn.PReLU(), final_activation=eqx.nn.PReLU(), key=key))
    count(eqx.nn.Sequential([eqx.nn.Linear(2, 2, key=key), eqx.nn.LayerNorm(2)]))
    mlp = eqx.nn.MLP(2, 2, 2, 2, key=key)
    eqx.filter_jit(mean)(mlp, x)
    jax.vmap(mean, in_axes=(None, 0))(mlp, jnp.ones((3, 2)))
    arrays, _ = eqx.partition(mlp, eqx.is_array)
    count(arrays)
    count(jax.tree.map(lambda leaf: leaf if eqx.is_array(leaf) else None, mlp))
