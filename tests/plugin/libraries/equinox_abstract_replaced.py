"""``dataclasses.replace`` in classes that declare attributes which their subclasses have as fields."""

import dataclasses
from typing import TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp


class Frame(eqx.Module):
    curve: eqx.AbstractVar[jax.Array]
    scale: eqx.AbstractVar[float]

    def bent(self, curve: jax.Array) -> "Frame":
        return dataclasses.replace(self, curve=curve, scale=2.0)

    def wrong(self, curve: jax.Array) -> "Frame":
        dataclasses.replace(self, curve=curve)  # E: jdc-discarded
        if curve.ndim > 1:
            return dataclasses.replace(self, curve="a")  # E: arg-type
        return dataclasses.replace(self, curves=curve)  # E: call-arg


FrameT = TypeVar("FrameT", bound=Frame)


class Line(Frame):
    curve: jax.Array
    scale: float = 1.0
    length: int = eqx.field(init=False, default=3)

    def shorter(self) -> "Line":
        return dataclasses.replace(self, curve=self.curve[1:])

    def longer(self) -> "Line":
        return dataclasses.replace(self, speed=3)  # E: call-arg


def straightened(frame: FrameT, curve: jax.Array) -> FrameT:
    return dataclasses.replace(frame, curve=curve)


print(straightened(Line(jnp.ones(3)), jnp.zeros(3)).bent(jnp.ones(3)))
