"""`jax_dataclasses.static_field`, which its package hides from type checkers."""

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
from jax_dataclasses import static_field


@jdc.pytree_dataclass
class Robot:
    position: jax.Array
    joints: int = jdc.static_field()
    velocity: jax.Array
    name: str = static_field(default="arm")


robot = Robot(jnp.ones(3), 6, jnp.zeros(3))
Robot(jnp.ones(3), "six", jnp.zeros(3))  # E: arg-type
robot.joints.real.bit_count()
jdc.missing_field  # E: attr-defined
