"""jdc-shape: fields of equinox that a converter changes, and abstract classes by their metaclass, in runs."""

import abc

import equinox as eqx
import jax
import jax.numpy as jnp


class Base(metaclass=abc.ABCMeta):
    def __init__(self, n):
        self.n = n

    @abc.abstractmethod
    def make(self): ...


class Ones(Base):
    def make(self):
        return jnp.ones(self.n)


def pair(x):
    return (x, x) if isinstance(x, int) else tuple(x)


class Filter(eqx.Module):
    kernel: jax.Array = eqx.field(converter=jnp.asarray)
    sizes: tuple = eqx.field(converter=pair, static=True)

    def make(self):
        return jnp.zeros(self.sizes) + self.kernel


class Own(eqx.Module):
    kernel: jax.Array = eqx.field(converter=lambda x: jnp.asarray(x).T)

    def __init__(self, n):
        self.kernel = jnp.zeros((n, 2))

    def __call__(self, x):
        return self.kernel @ x  # E: jdc-shape


print(Ones(3).make() + jnp.zeros(3))
print(Ones(3).make() + jnp.zeros(4))  # E: jdc-shape
print(Filter([1.0, 2.0], 2).make() + jnp.zeros((2, 2)))
print(Filter([1.0, 2.0], (3, 2)).make() + jnp.zeros((3, 2)))
print(Filter([1.0, 2.0], (3, 2)).make() + jnp.zeros((2, 2)))  # E: jdc-shape
print(Own(3)(jnp.ones(3)))
print(Own(3)(jnp.ones(2)))
