"""jdc-shape for attributes that arrays do not have, in code without annotations that takes results in another order."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Orbit:
    place: jax.Array
    time: jax.Array


def stepped(orbit, dt):
    return orbit.replace(place=orbit.place + dt, time=orbit.time + dt), jnp.sum(orbit.place)


def run(orbit, rounds):
    total = jnp.zeros(())
    for _ in range(rounds):
        orbit, gain = stepped(orbit, 0.1)
        total = total + gain
    return orbit, total


def wrong():
    total, orbit = run(Orbit(jnp.zeros(3), jnp.zeros(())), 2)
    late = orbit.time  # E: jdc-shape
    return jnp.sum(late), total


def right():
    orbit, total = run(Orbit(jnp.zeros(3), jnp.zeros(())), 2)
    if hasattr(total, "time"):
        return total.time
    return orbit.time, total.shape, total.sharding, total.at[...].set(1.0), total.T, total.is_fully_addressable


def caught():
    _, total = run(Orbit(jnp.zeros(3), jnp.zeros(())), 2)
    try:
        return total.time
    except AttributeError:
        return None


print(right(), caught())
