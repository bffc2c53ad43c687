"""Constructors that unflattening calls, and what they demand of the leaves."""

from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, register_pytree_node_class


class Ball:
    def __init__(self, position: jax.Array, name: str = "") -> None:
        assert position.ndim == 1  # E: jdc-flatten
        self.position = position
        self.name = name


register_pytree_node(Ball, lambda ball: ((ball.position,), ball.name), lambda name, xs: Ball(*xs, name))


@register_pytree_node_class
class Kernel:
    def __init__(self, scale: jax.Array, shape: tuple[int, ...]) -> None:
        if len(shape) != 2:
            raise ValueError("a shape of two")
        self.scale = scale
        self.shape = shape
        if self.scale.shape != (3,):  # E: jdc-flatten
            raise ValueError("three scales")

    def tree_flatten(self) -> tuple[tuple[jax.Array], tuple[int, ...]]:
        return (self.scale,), self.shape

    @classmethod
    def tree_unflatten(cls, aux: tuple[int, ...], children: tuple[jax.Array]) -> "Kernel":
        return cls(*children, shape=aux)


@register_pytree_node_class
class Bare:
    """Unflattening passes over the constructor."""

    def __init__(self, scale: jax.Array) -> None:
        assert scale.ndim == 1
        self.scale = scale

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Bare":
        made = object.__new__(cls)
        (made.scale,) = children
        return made


@register_pytree_node_class
class Guarded:
    def __init__(self, scale: Any) -> None:
        if isinstance(scale, jax.Array):
            assert scale.ndim == 1
        self.scale = scale

    def tree_flatten(self) -> tuple[tuple[Any], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any]) -> "Guarded":
        return cls(*children)


@register_pytree_node_class
class Converting:
    def __init__(self, scale: jax.Array) -> None:
        self.scale = jnp.asarray(scale)

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Converting":
        return cls(*children)


@register_pytree_node_class
class Emptied:
    def __init__(self, scale: jax.Array) -> None:
        self.scale = jnp.asarray(scale)  # E: jdc-flatten

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Emptied":
        return cls(*children)


@register_pytree_node_class
class OnlyJitted:
    def __init__(self, scale: jax.Array) -> None:
        assert scale.ndim == 1
        self.scale = scale

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "OnlyJitted":
        return cls(*children)


@register_pytree_node_class
class Unmapped:
    """Other modules may do nothing with it but jit."""

    def __init__(self, scale: jax.Array) -> None:
        assert scale.ndim == 1
        self.scale = scale

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Unmapped":
        return cls(*children)


def use(ball: Ball, kernel: Kernel, x: jax.Array) -> Any:
    jax.vmap(lambda each: each.scale)(kernel)
    jax.jit(lambda each: each.scale)(OnlyJitted(x))
    empty = jax.tree.map(lambda each: None, Emptied(x))
    whole = jax.tree.map(jnp.sin, Converting(x))
    return jax.vmap(lambda each: each.position)(ball), empty, whole


@register_pytree_node_class
class Doubling:
    def __init__(self, scale: Any) -> None:
        self.scale = jnp.asarray(scale) * 2  # E: jdc-flatten

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Doubling":
        return cls(*children)


@register_pytree_node_class
class Positive:
    def __init__(self, scale: Any) -> None:
        self.scale = jnp.abs(jnp.asarray(scale))

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> "Positive":
        return cls(*children)
