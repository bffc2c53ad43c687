"""jdc-shape: objects of classes that are registered by hand, in runs."""

from dataclasses import dataclass
from typing import final

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
@dataclass
class Net:
    w: jax.Array
    n: int

    def tree_flatten(self):
        return (self.w,), self.n

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, aux)

    def out(self):
        return jnp.zeros(self.n) + self.w


@final
@jax.tree_util.register_pytree_node_class
class Hidden:
    def __init__(self, w, n):
        self.w = w
        self.half = n // 2

    def tree_flatten(self):
        return [self.w], {"half": self.half}

    @classmethod
    def tree_unflatten(cls, aux, children):
        new = object.__new__(cls)
        new.w = children[0]
        new.half = aux["half"]
        return new

    def out(self):
        if self.half == 2:
            return self.w.reshape(self.half, -1)
        return self.w.reshape(-1)


@jax.jit
def run(net):
    return net.out()


print(run(Net(jnp.ones(3), 3)).shape)
print(run(Hidden(jnp.ones((2, 2)), 4)) + jnp.zeros((2, 2)))
print(run(Hidden(jnp.ones((2, 2)), 6)) + jnp.zeros(4))
print(jax.tree.map(lambda x: x * 2, Hidden(jnp.ones((2, 2)), 6)).out() + jnp.zeros(4))
print(jax.grad(lambda h: h.out().sum())(Hidden(jnp.ones((2, 2)), 6)).out() + jnp.zeros(4))
print(jax.vmap(lambda h: h.out())(Hidden(jnp.ones((5, 2, 2)), 6)) + jnp.zeros((5, 4)))
print(jax.lax.scan(lambda c, _: (c, c.out()), Hidden(jnp.ones((2, 2)), 6), None, length=3)[1] + jnp.zeros((3, 4)))
print(Net(jnp.ones(3), 3).out() + jnp.zeros(4))  # E: jdc-shape
print(Hidden(jnp.ones((2, 2)), 6).out() + jnp.zeros(5))  # E: jdc-shape
