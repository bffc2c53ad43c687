"""Dataclasses that the program flattens itself: by methods, by functions, and by a decorator of its own."""

import dataclasses
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, register_pytree_node_class, register_pytree_with_keys

T = TypeVar("T")


@register_pytree_node_class
@dataclass(frozen=True)
class Methods:
    x: jax.Array
    size: int
    scale: float = 1.0

    def tree_flatten(self) -> tuple[tuple[jax.Array, float], int]:
        return (self.x, self.scale), self.size

    @classmethod
    def tree_unflatten(cls, aux: int, children: tuple[jax.Array, float]) -> Self:
        return cls(children[0], aux, children[1])

    @jax.jit
    def step(self) -> jax.Array:
        if self.scale > 1:  # E: jdc-concrete
            return self.x
        return self.x if self.size > 1 else jnp.zeros(self.size)


@dataclass
class Functions:
    x: jax.Array
    mean: jax.Array  # E: jdc-static-array
    label: str = ""


def flatten(obj: Functions) -> tuple[tuple[jax.Array], tuple[jax.Array, str]]:
    children = (obj.x,)
    return children, (obj.mean, obj.label)


register_pytree_node(Functions, flatten, lambda aux, children: Functions(children[0], *aux))


@dataclass(frozen=True)
class Keyed:
    x: jax.Array
    label: str


register_pytree_with_keys(
    Keyed, lambda obj: ((("x", obj.x), ("label", obj.label)), None), lambda _, children: Keyed(*children)
)


def registered(cls: type[T]) -> type[T]:
    """Register a dataclass, all of whose fields are leaves."""
    if not hasattr(cls, "__dataclass_fields__"):
        raise TypeError(cls)
    names = [each.name for each in dataclasses.fields(cls)]  # type: ignore[arg-type]

    def take_apart(obj: Any) -> tuple[list[Any], None]:
        return [getattr(obj, name) for name in names], None

    register_pytree_node(cls, take_apart, lambda _, children: cls(*children))
    return cls


@registered
@dataclass(frozen=True)
class Decorated:
    x: jax.Array
    y: jax.Array


@registered
@dataclass
class Open:
    x: jax.Array
    table: dict[str, jax.Array] = dataclasses.field(default_factory=dict)


class Below(Methods):
    pass


@jax.jit
def step(one: Methods, two: Functions, three: Decorated, four: Open) -> jax.Array:
    return one.x + two.x + three.x + four.x


def use(one: Methods, two: Functions, three: Decorated, four: Open, x: jax.Array) -> Decorated:
    one.x = x  # E: jdc-frozen
    two.x = x
    two.other = x  # E: attr-defined
    three.x = x  # E: jdc-frozen
    four.x = x
    dataclasses.replace(one, x=x)  # E: jdc-discarded
    dataclasses.replace(three, x=x)  # E: jdc-discarded
    if three == Decorated(x, x):  # E: jdc-compare
        return three
    step(Methods(x, 2), Functions(x, x), Decorated(x, x), Open(x))
    jax.jit(lambda keyed: keyed.x)(Keyed(x, "a"))  # E: jdc-data-leaf
    return dataclasses.replace(three, x=x)
