"""Static values that a jitted function reads through methods of the object."""

from __future__ import annotations

from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Joint:
    q: jax.Array
    table: dict[str, float] = field(  # E: jdc-static-type
        default_factory=dict, metadata={"static": True}
    )
    names: list[str] = field(default_factory=list, metadata={"static": True})  # E: jdc-static-type

    def scaled(self) -> jax.Array:
        return self.q * self.factor

    @property
    def factor(self) -> float:
        return self.table.get("gear", 1.0)

    def plain(self) -> jax.Array:
        return self.q * 2

    def count(self) -> int:
        return len(self.names)


class Other:
    def __init__(self, x: float) -> None:
        self.x = x

    def scaled(self) -> float:
        return 2 * self.x


@jax.jit
def decorated(joint: Joint) -> jax.Array:
    return joint.scaled()


def by_method(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.scaled)
    joint = Joint(x)
    f(joint)
    joint.table["gear"] = 4.0  # E: jdc-static-mutable
    return f(joint)


def by_lambda(x: jax.Array) -> jax.Array:
    f = jax.jit(lambda joint: joint.scaled())
    joint = Joint(x)
    f(joint)
    joint.table["gear"] = 4.0  # E: jdc-static-mutable
    return f(joint)


def by_decorator(x: jax.Array) -> jax.Array:
    joint = Joint(x)
    decorated(joint)
    joint.table["gear"] = 4.0  # E: jdc-static-mutable
    return decorated(joint)


def before(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.scaled)
    joint = Joint(x)
    joint.table["gear"] = 4.0
    f(joint)
    return f(joint)


def not_read(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.plain)
    joint = Joint(x)
    f(joint)
    joint.table["gear"] = 4.0
    return f(joint)


def other_field(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.scaled)
    joint = Joint(x)
    f(joint)
    joint.names.append("a")
    return f(joint) * joint.count()


def other_object(x: jax.Array) -> jax.Array:
    f = jax.jit(lambda joint, other: joint.q * other.scaled(), static_argnums=1)
    joint, other = Joint(x), Other(2.0)
    f(joint, other)
    joint.table["gear"] = 4.0
    return f(joint, other)


def cleared(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.plain)
    joint = Joint(x)
    f(joint)
    joint.table["gear"] = 4.0
    return f(joint)


def made_anew(x: jax.Array) -> jax.Array:
    f = jax.jit(Joint.scaled)
    joint = Joint(x)
    f(joint)
    joint = Joint(x)
    joint.table["gear"] = 4.0
    return joint.q


def eager(x: jax.Array) -> jax.Array:
    joint = Joint(x)
    joint.scaled()
    joint.table["gear"] = 4.0
    return joint.scaled()


def afterwards(x: jax.Array) -> float:
    f = jax.jit(Joint.scaled)
    joint = Joint(x)
    f(joint)
    joint.table["gear"] = 4.0
    return joint.factor


by_method(jnp.ones(3))
