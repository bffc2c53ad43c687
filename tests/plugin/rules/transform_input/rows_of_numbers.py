"""jdc-transform-input: lists of numbers, and of objects with numbers, in the place of arrays with an axis."""

from collections import namedtuple
from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp

Residual = namedtuple("Residual", ["measured", "predicted"])


class Point(NamedTuple):
    a: Any
    b: Any


@flax.struct.dataclass
class Particle:
    mass: Any
    position: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="electron")


def counted(carry: Any, x: Any) -> Any:
    return carry + 1, None


def energy(particle: Any) -> Any:
    return particle.mass * jnp.sum(particle.position**2)


residuals = [Residual(1.0, 2.0), Residual(3.0, 4.5)]
jax.lax.scan(counted, 0, residuals)  # E: jdc-transform-input
jax.lax.scan(counted, 0, list(range(5)))  # E: jdc-transform-input
jax.lax.scan(counted, 0, xs=[1.0, 2.0])  # E: jdc-transform-input
jax.lax.scan(counted, 0, (jnp.arange(3), 0.1))  # E: jdc-transform-input
jax.lax.scan(counted, 0, {"x": jnp.arange(3), "rate": 0.1})  # E: jdc-transform-input
jax.lax.map(lambda p: p, (Point(1, 0), Point(0, 1)))  # E: jdc-transform-input
particles = [Particle(mass=float(each), position=jnp.ones(3)) for each in range(4)]
jax.vmap(energy)(particles)  # E: jdc-transform-input
jax.vmap(counted)(jnp.ones(2), [1.0, 2.0])  # E: jdc-transform-input

rows = Residual(jnp.array([1.0, 3.0]), jnp.array([2.0, 4.5]))
jax.lax.scan(counted, 0, rows)
jax.lax.scan(counted, 0, jnp.arange(5))
jax.lax.scan(counted, 0, (jnp.arange(3), jnp.ones((3, 2))))
jax.lax.scan(counted, 0, None, length=3)
jax.lax.map(lambda p: p, [jnp.ones(2), jnp.zeros(2)])
batch = jax.tree.map(lambda *each: jnp.array(each), *particles)
jax.vmap(energy)(batch)
jax.vmap(energy)(Particle(jnp.ones(3), jnp.ones((3, 2)), "muon"))
jax.vmap(counted, in_axes=(0, None))(jnp.ones(2), [1.0, 2.0])
jax.vmap(counted)(jnp.ones(2), jnp.array([1.0, 2.0]))
changed: list[Any] = [1.0, 2.0]
changed[0], changed[1] = jnp.ones(3), jnp.ones(3)
jax.lax.scan(counted, 0, changed)
built: list[Any] = []
for each in range(3):
    built.append(jnp.ones(2))
jax.lax.scan(counted, 0, built)
try:
    jax.lax.scan(counted, 0, [1.0, 2.0])
except ValueError:
    print("no axis")


def later(xs: Any) -> Any:
    return jax.lax.scan(counted, 0, xs)
