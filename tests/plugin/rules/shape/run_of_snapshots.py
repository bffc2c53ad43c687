"""jdc-shape: dicts of the fields of objects whose class adds fields to those of a pytree dataclass."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Body:
    mass: jax.Array


@dataclasses.dataclass(frozen=True)
class Snapshot(Body):
    when: str = "now"


class Shown(Body):
    label = "shown"


snapshot = Snapshot(jnp.ones(2), "later")
print(dataclasses.asdict(snapshot)["when"], [field.name for field in dataclasses.fields(snapshot)][1])
print(dataclasses.asdict(snapshot)["mass"].shape, dataclasses.asdict(Shown(jnp.ones(2)))["mass"])
print(jax.jit(lambda each: each.mass + jnp.ones(3))(Body(jnp.ones(2))))  # E: jdc-shape
