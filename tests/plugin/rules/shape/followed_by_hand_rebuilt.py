"""jdc-shape: objects that functions of the program flatten and put together, in runs."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, register_pytree_node_class, register_pytree_with_keys_class


@register_pytree_node_class
class Swap:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def tree_flatten(self):
        return (self.a, self.b), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[1], children[0])


@register_pytree_node_class
@dataclass
class Exchanged:
    a: jax.Array
    b: jax.Array

    def tree_flatten(self):
        return (self.b, self.a), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


class Plain:
    def __init__(self, w, n):
        self.w, self.n = w, n


register_pytree_node(Plain, lambda p: ((p.w,), p.n), lambda n, c: Plain(c[0], n))


class Grown:
    def __init__(self, w):
        self.w = w


def flatten_grown(g):
    return (g.w,), None


def unflatten_grown(aux, children):
    return Grown(jnp.stack([children[0], children[0]]))


register_pytree_node(Grown, flatten_grown, unflatten_grown)


@register_pytree_with_keys_class
class Keyed:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def tree_flatten_with_keys(self):
        return ((jax.tree_util.GetAttrKey("y"), self.y), (jax.tree_util.GetAttrKey("x"), self.x)), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        y, x = children
        new = object.__new__(cls)
        new.x, new.y = x, y
        return new


s = jax.jit(lambda s: s)(Swap(jnp.ones(3), jnp.ones(4)))
assert s.a.shape == (3,)
assert jax.jit(lambda s: s.a)(Swap(jnp.ones(3), jnp.ones(4))).shape == (4,)
t = jax.tree.map(lambda x: x + 1, Swap(jnp.ones(3), jnp.ones(4)))
assert t.a.shape == (4,)
print(t.a + jnp.ones(4))
e = jax.tree.map(lambda x: x, Exchanged(jnp.ones(3), jnp.ones(4)))
assert e.a.shape == (4,)
one, two = jax.tree.leaves(Exchanged(jnp.ones(3), jnp.ones(4)))
assert one.shape == (4,)
p = jax.vmap(lambda p: p.w * p.n)(Plain(jnp.ones((5, 2)), 3))
assert p.shape == (5, 2)
q = jax.tree.map(lambda a, b: a + b, Plain(jnp.ones(2), 3), Plain(jnp.ones(2), 3))
assert q.w.shape == (2,) and q.n == 3
g = jax.tree.map(lambda a: a, Grown(jnp.ones(2)))
assert g.w.shape == (2, 2)
k = jax.jit(lambda k: k)(Keyed(jnp.ones(2), jnp.ones(5)))
assert k.x.shape == (2,)
c, ys = jax.lax.scan(lambda c, _: (Plain(c.w + 1, c.n), c.w), Plain(jnp.ones(2), 1), None, length=4)
assert ys.shape == (4, 2) and c.w.shape == (2,)
print(c.w + jnp.ones(3))  # E: jdc-shape
print(t.a + jnp.ones(3))  # E: jdc-shape
print(jax.jit(lambda p: p.w @ jnp.ones(3))(Plain(jnp.ones(2), 1)))  # E: jdc-shape
print(jax.vmap(lambda p, y: p.w + y)(Plain(jnp.ones((5, 2)), 1), jnp.ones(4)))  # E: jdc-shape


@register_pytree_node_class
class ByNew:
    def __init__(self, w, n):
        self.w = jnp.asarray(w)
        self.n = n

    def tree_flatten(self):
        return [self.w], {"n": self.n}

    @classmethod
    def tree_unflatten(cls, aux, children):
        made = cls.__new__(cls)
        made.n = aux["n"]
        (made.w,) = children
        return made


@register_pytree_node_class
class ByVars:
    def __init__(self, **arrays):
        self.__dict__.update(arrays)

    def tree_flatten(self):
        return tuple(self.__dict__.values()), tuple(self.__dict__)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(**dict(zip(aux, children)))


b = jax.jit(lambda b: b)(ByNew(jnp.ones(3), 3))
assert b.w.shape == (3,) and b.n == 3
b2 = jax.tree.map(lambda x: x[None], b)
assert b2.w.shape == (1, 3)
v = jax.tree.map(lambda x: x[None], ByVars(a=jnp.ones(3), b=jnp.ones(2)))
assert v.a.shape == (1, 3)
print(b2.w + jnp.ones((2, 4)))  # E: jdc-shape
