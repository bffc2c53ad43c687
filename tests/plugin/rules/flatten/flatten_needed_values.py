"""Constructors that need the value of a child, and that unflattening calls."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Box:
    def __init__(self, lo: float, hi: float):
        if lo > hi:  # E: jdc-flatten
            raise ValueError("lo > hi")
        self.lo, self.hi = lo, hi

    def tree_flatten(self):
        return (self.lo, self.hi), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class Rate:
    def __init__(self, value, name="rate"):
        assert 0 <= value <= 1  # E: jdc-flatten
        assert name
        self.value = value
        self.name = name

    def tree_flatten(self):
        return (self.value,), {"name": self.name}

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, **aux)


class Steps:
    def __init__(self, sizes, count):
        self.sizes = sizes
        self.count = int(count)  # E: jdc-flatten


jax.tree_util.register_pytree_node(
    Steps, lambda steps: ((steps.sizes, steps.count), None), lambda aux, children: Steps(*children)
)


@jax.tree_util.register_pytree_node_class
class Made:
    """Is made without its constructor."""

    def __init__(self, lo, hi):
        if lo > hi:
            raise ValueError("lo > hi")
        self.lo, self.hi = lo, hi

    def tree_flatten(self):
        return (self.lo, self.hi), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        made = object.__new__(cls)
        made.lo, made.hi = children
        return made


@jax.tree_util.register_pytree_node_class
class Asking:
    def __init__(self, lo, hi):
        if not isinstance(lo, jax.core.Tracer) and lo > hi:
            raise ValueError("lo > hi")
        self.lo, self.hi = lo, hi

    def tree_flatten(self):
        return (self.lo, self.hi), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class Auxiliary:
    def __init__(self, x, size, more=None):
        if size < 0:
            raise ValueError("negative")
        if more is None:
            more = x
        assert x.ndim < 10
        self.x, self.size, self.more = x, size, more

    def tree_flatten(self):
        return (self.x,), self.size

    @classmethod
    def tree_unflatten(cls, size, children):
        return cls(children[0], size)


@jax.tree_util.register_pytree_node_class
class Eager:
    """Is handed to nothing that traces."""

    def __init__(self, lo, hi):
        if lo > hi:
            raise ValueError("lo > hi")
        self.lo, self.hi = lo, hi

    def tree_flatten(self):
        return (self.lo, self.hi), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class Layers:
    def __init__(self, layers, scale):
        if not layers:
            raise ValueError("no layers")
        self.layers = layers
        self.scale = scale

    def tree_flatten(self):
        return (self.layers, self.scale), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class Optional:
    """Holds None wherever the module makes an object."""

    def __init__(self, x, scale=None):
        if scale is not None and scale < 0:
            raise ValueError("negative")
        self.x, self.scale = x, scale

    def tree_flatten(self):
        return (self.x, self.scale), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.jit
def width(box):
    return jax.tree.leaves(box)[0]


width(Box(1.0, 2.0))
width(Rate(0.5))
width(Steps(jnp.ones(3), 3))
width(Made(1.0, 2.0))
width(Asking(1.0, 2.0))
width(Auxiliary(jnp.ones(3), 3))
width(Optional(jnp.ones(3)))
width(Layers([jnp.ones(3)], 1.0))
sines = jax.tree.map(jnp.sin, Eager(1.0, 2.0))
