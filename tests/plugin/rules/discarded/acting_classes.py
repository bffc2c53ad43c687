"""Operators, of which one acts in a method of which the base only computes."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Op:
    w: jax.Array

    def updated(self) -> Op:
        return self.replace(w=self.w + 1)


@flax.struct.dataclass
class Loud(Op):
    def updated(self) -> Op:
        print("updated")
        return self.replace(w=self.w + 1)


@flax.struct.dataclass
class Quiet:
    w: jax.Array

    def updated(self) -> Quiet:
        return self.replace(w=self.w + 1)


Quiet(jnp.ones(3)).updated()  # E: jdc-discarded
