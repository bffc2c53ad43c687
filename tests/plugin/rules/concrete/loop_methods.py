"""Methods and partials that loops are given, and the methods of ``self`` that functions in methods call."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass
class Particles:
    position: jax.Array
    steps: int = 0


class Integrator:
    def __init__(self, dt: float, order: int) -> None:
        self.dt = dt
        self.order = order

    def force(self, p: Particles) -> jax.Array:
        if p.steps == 0:  # E: jdc-concrete
            return jnp.zeros_like(p.position)
        return -p.position

    def drift(self, p: Particles) -> jax.Array:
        return p.position if self.order > 1 else -p.position

    def step(self, p: Particles, _: None) -> tuple[Particles, None]:
        moved = p.position + self.dt * self.force(p) + self.drift(p)
        return dataclasses.replace(p, position=moved), None

    def capped(self, i: int, p: Particles) -> Particles:
        if i > 3:  # E: jdc-concrete
            return p
        return dataclasses.replace(p, position=p.position * i)

    def simulate(self, p: Particles, n: int) -> Particles:
        out, _ = jax.lax.scan(self.step, p, None, length=n)
        return jax.lax.fori_loop(0, n, self.capped, out)

    def energy(self, p: Particles) -> jax.Array:
        return p.position if p.steps > 2 else p.position * 2  # E: jdc-concrete

    def eager_energy(self, p: Particles) -> jax.Array:
        return p.position if p.steps > 2 else p.position * 2

    def relax(self, p: Particles) -> Particles:
        def body(i: jax.Array, carry: Particles) -> Particles:
            return dataclasses.replace(carry, position=self.energy(carry))

        return jax.lax.fori_loop(0, 3, body, p)

    def relax_eagerly(self, p: Particles) -> Particles:
        return dataclasses.replace(p, position=self.eager_energy(p))


def scaled(scale: float, carry: Particles, x: jax.Array) -> tuple[Particles, None]:
    position = carry.position * scale if scale > 1 else carry.position
    if x > 0:  # E: jdc-concrete
        position = position + x
    return dataclasses.replace(carry, position=position), None


def named(carry: Particles, x: jax.Array, scale: float) -> tuple[Particles, None]:
    position = carry.position * scale if scale > 1 else carry.position
    return dataclasses.replace(carry, position=position + x), None


jax.lax.scan(partial(scaled, 2.0), Particles(jnp.ones(3)), jnp.ones(3))
jax.lax.scan(partial(named, scale=2.0), Particles(jnp.ones(3)), jnp.ones(3))
