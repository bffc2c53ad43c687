"""jdc-shape: what ``isinstance`` and ``callable`` say, abstract methods, and jits that read markers, in runs."""

import abc
import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import numpy as np
from typing_extensions import override


class Base(abc.ABC):
    @abc.abstractmethod
    def out(self, x): ...


@jdc.pytree_dataclass
class Net(Base):
    w: jax.Array

    @override
    def out(self, x):
        return x @ self.w  # E: jdc-shape


@jdc.jit
def run(net, n: jdc.Static[int]):
    return net.out(jnp.ones((2, n)))


@jdc.jit
def batched(net, x):
    y = net.out(x)
    return y + jnp.zeros(x.shape[0])  # E: jdc-shape


def pick(thing):
    if isinstance(thing, Net):
        return thing.w
    if isinstance(thing, (list, tuple)):
        return jnp.stack(thing)
    if isinstance(thing, jax.Array):
        return thing.T
    if callable(thing):
        return thing(3)
    return jnp.asarray(thing)


net = Net(jnp.ones((3, 4)))
print(run(net, 3).shape)
print(run(net, 5))
print(batched(net, jnp.ones((5, 3))).shape)
print(pick(net) + jnp.ones(4))
print(pick(net) + jnp.ones(5))  # E: jdc-shape
print(pick([jnp.ones(3), jnp.ones(3)]) @ jnp.ones(3))
print(pick([jnp.ones(3), jnp.ones(3)]) @ jnp.ones(4))  # E: jdc-shape
print(pick(jnp.ones((4, 5))) @ jnp.ones(4))
print(pick(jnp.ones((3, 5))) @ jnp.ones(4))  # E: jdc-shape
print(pick(lambda n: jnp.zeros(n)) @ jnp.ones(3))
print(pick(lambda n: jnp.zeros(n)) @ jnp.ones(4))  # E: jdc-shape


def of_number(thing):
    if isinstance(thing, int):
        return jnp.zeros(3)
    if isinstance(thing, float):
        return jnp.zeros(3)
    return jnp.zeros(4)


print(of_number(np.prod((2, 3))) + jnp.zeros(4))
print(of_number(np.int32(3)) + jnp.zeros(4))
print(of_number(np.float32(3)) + jnp.zeros(4))
print(of_number(np.float64(3)) + jnp.zeros(3))
print(of_number(np.arange(3)[0]) + jnp.zeros(4))
print(of_number(np.ones(3).sum()) + jnp.zeros(3))
print(of_number(jnp.ones(3).shape[0]) + jnp.zeros(3))
print(of_number(jnp.ones(3).sum()) + jnp.zeros(4))
print(of_number(jnp.ones(3).sum().item()) + jnp.zeros(3))
print(of_number(len([1])) + jnp.zeros(3))
print(of_number(math.prod((2, 3))) + jnp.zeros(3))
print(of_number(True) + jnp.zeros(3))
print(of_number(jnp.float32(3)) + jnp.zeros(4))
print(of_number(np.asarray(3)) + jnp.zeros(4))
print(of_number(jnp.pi) + jnp.zeros(3))
print(of_number(np.pi) + jnp.zeros(3))
print(of_number(np.mean([1.0, 2.0])) + jnp.zeros(3))


def of_array(thing):
    if isinstance(thing, jax.Array):
        return jnp.zeros(3)
    if isinstance(thing, np.ndarray):
        return jnp.zeros(4)
    return jnp.zeros(5)


print(of_array(np.ones(3)) + jnp.zeros(4))
print(of_array(np.asarray(jnp.ones(3))) + jnp.zeros(4))
print(of_array(jax.device_get(jnp.ones(3))) + jnp.zeros(4))
print(of_array(np.sin(jnp.ones(3))) + jnp.zeros(3 if isinstance(np.sin(jnp.ones(3)), jax.Array) else 4))
print(of_array(jax.random.key(0)) + jnp.zeros(3))
print(of_array(np.ones(3) * jnp.ones(3)) + jnp.zeros(3))
print(of_array(np.ones(3)[0]) + jnp.zeros(5))
print(of_array(np.ones(3).sum()) + jnp.zeros(5))
print(of_array(jax.jit(lambda x: x)(np.ones(3))) + jnp.zeros(3))
print(jax.jit(of_array)(np.ones(3)) + jnp.zeros(3))
print(jax.vmap(of_array)(np.ones((2, 3))) + jnp.zeros((2, 3)))
print(jax.tree.map(of_array, {"a": np.ones(3)})["a"] + jnp.zeros(4))
print(jax.grad(lambda x: of_array(x).sum() + x.sum())(np.ones(3)))
print(jax.lax.scan(lambda c, x: (c + of_array(x).sum(), of_array(x) + jnp.zeros(3)), 0.0, np.ones((2, 3))))


def rows(thing):
    if isinstance(thing, tuple):
        return jnp.zeros(3)
    if isinstance(thing, list):
        return jnp.zeros(4)
    if isinstance(thing, dict):
        return jnp.zeros(6)
    return jnp.zeros(5)


print(rows((1, 2)) + jnp.zeros(3))
print(rows(range(3)) + jnp.zeros(5))
print(rows([1]) + jnp.zeros(4))
print(rows(jnp.ones((2, 3)).shape) + jnp.zeros(3))
print(rows({"a": 1}.keys()) + jnp.zeros(5))
print(rows(zip([1], [2])) + jnp.zeros(5))
print(rows({}) + jnp.zeros(6))
print(rows({1, 2}) + jnp.zeros(5))
print(rows(jax.tree.leaves({"a": 1})) + jnp.zeros(4))
print(rows(jnp.split(jnp.ones(4), 2)) + jnp.zeros(4))
print(rows(np.linalg.svd(np.ones((2, 2)))) + jnp.zeros(3))
print(rows(jnp.meshgrid(jnp.ones(2), jnp.ones(2))) + jnp.zeros(4))
print(rows(jnp.unstack(jnp.ones((2, 2)))) + jnp.zeros(3))
print(rows(jnp.nonzero(jnp.ones(3), size=3)) + jnp.zeros(3))
print(rows(list(zip([1], [2]))) + jnp.zeros(4))
print(rows(jnp.array_split(jnp.ones(4), 2)) + jnp.zeros(4))
print(rows(np.split(np.ones(4), 2)) + jnp.zeros(4))
print(rows(jnp.broadcast_arrays(jnp.ones(2), jnp.ones((2, 2)))) + jnp.zeros(4))
print(rows(jnp.linalg.slogdet(jnp.ones((2, 2)))) + jnp.zeros(3))
print(rows(jnp.where(jnp.ones(3) > 0, size=3)) + jnp.zeros(3))
print(rows(np.ones(3).tolist()) + jnp.zeros(4))
print(rows(jnp.indices((2, 2), sparse=True)) + jnp.zeros(3))
print(rows(sorted((2, 1))) + jnp.zeros(4))
print(rows(jnp.ix_(jnp.ones(2, int), jnp.ones(2, int))) + jnp.zeros(3))
print(rows(jnp.vsplit(jnp.ones((4, 2)), 2)) + jnp.zeros(4))
print(rows(jnp.atleast_2d(jnp.ones(3), jnp.ones(2))) + jnp.zeros(4))
print(rows(jax.lax.split(jnp.ones(4), (2, 2))) + jnp.zeros(4))


class Pair(NamedTuple):
    one: jax.Array
    other: jax.Array


class Deep(Net):
    """A subclass whose objects are those of its base too."""


print(rows(Pair(jnp.ones(3), jnp.ones(3))) + jnp.zeros(3))
print(rows(Pair(jnp.ones(3), jnp.ones(3))) + jnp.zeros(4))  # E: jdc-shape
print(rows(net) + jnp.zeros(5))
print(pick(Deep(jnp.ones((3, 4)))) + jnp.ones(4))
print(pick(Deep(jnp.ones((3, 4)))) + jnp.ones(5))  # E: jdc-shape


class HasWeight(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "weight")


class Weighted:
    weight = 3


def kind_of(thing):
    if isinstance(thing, HasWeight):
        return jnp.zeros(3)
    return jnp.zeros(4)


print(kind_of(Weighted()) + jnp.zeros(3))


def of_callable(thing):
    return jnp.zeros(3) if callable(thing) else jnp.zeros(4)


print(of_callable(jax.tree.structure(of_callable)) + jnp.zeros(4))
