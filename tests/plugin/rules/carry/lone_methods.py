"""jdc-carry: functions of `jax.lax.scan` that return what a method of the carry makes, and no output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

import flax.struct
import jax
import jax.numpy as jnp

T = TypeVar("T")
WalkerT = TypeVar("WalkerT", bound="Walker")


class Leg(flax.struct.PyTreeNode):
    angle: jax.Array
    speed: jax.Array


class Walker(flax.struct.PyTreeNode):
    left: Leg
    right: Leg
    height: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="walker")

    def stepped(self, dt: float) -> Walker:
        return self.replace(height=self.height + dt)

    def lifted(self: WalkerT) -> WalkerT:
        return self.replace(height=self.height + 1)

    def lowered(self) -> Self:
        return self.replace(height=self.height - 1)

    def legs(self) -> tuple[Leg, Leg]:
        return self.left, self.right

    def walked(self, dt: Any):  # type: ignore[no-untyped-def]
        return self.stepped(dt), self.height

    def given(self, back: Callable[[Walker], T]) -> T:
        return back(self)


class Pendulum(flax.struct.PyTreeNode, Generic[T]):
    leg: T
    length: jax.Array
    mass: jax.Array

    def swung(self) -> Pendulum[T]:
        return self.replace(length=self.length + 1)

    def hanging(self) -> T:
        return self.leg


def walker() -> Walker:
    left, right = Leg(jnp.zeros(()), jnp.ones(())), Leg(jnp.zeros(()), jnp.ones(()))
    return Walker(left, right, jnp.zeros(()))


def steps() -> None:
    jax.lax.scan(lambda each, _: each.stepped(0.1), walker(), None, length=3)  # E: arg-type, jdc-carry, return-value

    def lift(each, _):  # type: ignore[no-untyped-def]
        each = each.replace(height=each.height * 2)
        return each.lifted().lowered()

    jax.lax.scan(lift, walker(), None, length=3)  # E: jdc-carry
    pendulum = Pendulum(jnp.zeros(2), jnp.ones(()), jnp.ones(()))
    jax.lax.scan(lambda each, _: each.swung(), pendulum, None, length=3)  # E: arg-type, jdc-carry, return-value


def pairs() -> Any:
    jax.lax.scan(lambda each, _: (each.stepped(0.1), each.height), walker(), None, length=3)
    jax.lax.scan(lambda each, dt: each.walked(dt), walker(), jnp.ones(3))
    jax.lax.scan(lambda each, _: each.given(lambda it: (it.lowered(), None)), walker(), None, length=3)
    pendulum = Pendulum((jnp.zeros(2), jnp.ones(())), jnp.ones(()), jnp.ones(()))
    jax.lax.scan(lambda each, _: (each.swung(), each.hanging()), pendulum, None, length=3)

    def inner(each, _):  # type: ignore[no-untyped-def]
        each = (each.swung(), None)
        return each

    return jax.lax.scan(inner, pendulum, None, length=3)


pairs()
