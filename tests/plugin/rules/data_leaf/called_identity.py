"""jdc-data-leaf: ``is`` between a data field and a number that has a name, in methods that a traced function calls."""

import enum

import flax.struct
import jax
import jax.numpy as jnp


class Phase(enum.IntEnum):
    HEAT = 0
    COOL = 1


class Thermostat(flax.struct.PyTreeNode):
    velocity: jax.Array
    phase: Phase
    exact: bool = False
    mode: Phase = flax.struct.field(pytree_node=False, default=Phase.HEAT)

    def rescale(self) -> "Thermostat":
        if self.phase is Phase.HEAT:  # E: jdc-data-leaf
            return self.replace(velocity=self.velocity * 1.1)
        if self.mode is Phase.HEAT:
            return self
        return self.replace(velocity=self.velocity * 0.9)

    @property
    def factor(self) -> float:
        return 2.0 if self.exact is not True else 1.0  # E: jdc-data-leaf

    def on_host(self) -> bool:
        return self.phase is Phase.COOL


def helper(thermostat: Thermostat) -> jax.Array:
    is_hot = thermostat.phase is Phase.HEAT  # E: jdc-data-leaf
    return thermostat.velocity * is_hot


@jax.jit
def simulate(thermostat: Thermostat) -> jax.Array:
    return thermostat.rescale().velocity * thermostat.factor + helper(thermostat)


def read(thermostat: Thermostat) -> bool:
    return thermostat.on_host()


def turn(thermostat: Thermostat) -> jax.Array:
    if thermostat.phase is Phase.HEAT:  # E: jdc-data-leaf
        return thermostat.velocity
    return thermostat.velocity if thermostat.mode is Phase.HEAT else -thermostat.velocity


def turn_static(thermostat: Thermostat) -> jax.Array:
    return thermostat.velocity if thermostat.phase is Phase.HEAT else -thermostat.velocity


def turn_tried(thermostat: Thermostat) -> bool:
    return thermostat.phase is Phase.HEAT


jax.jit(turn)(Thermostat(jnp.ones(2), Phase.HEAT))
jax.jit(turn_static, static_argnums=0)
jax.vmap(turn_static, in_axes=(None,))
with jax.disable_jit():
    jax.jit(turn_tried)(Thermostat(jnp.ones(2), Phase.HEAT))


@jax.jit
def of_a_copy(thermostat: Thermostat) -> jax.Array:
    new = thermostat.replace(velocity=thermostat.velocity * 2)
    other = thermostat.replace(phase=Phase.HEAT)
    if other.phase is Phase.HEAT:
        return other.velocity
    return new.velocity if new.exact is True else -new.velocity  # E: jdc-data-leaf
