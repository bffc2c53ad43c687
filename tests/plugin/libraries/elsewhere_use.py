"""Objects of classes that another module registers."""

from __future__ import annotations

import dataclasses

import elsewhere_registry
import jax
import jax.numpy as jnp
from elsewhere_states import (
    Belief,
    Diverging,
    Host,
    Marked,
    Mesh,
    Meter,
    Normal,
    Particles,
    Ring,
    Sensor,
    Sphere,
    State,
    Tagged,
)

elsewhere_registry.register_all(static=True)


def start() -> State:
    return State(jnp.ones(2), jnp.zeros(2))


@jax.jit
def energy(state: State) -> jax.Array:
    if state.speed.sum() > 0:  # E: jdc-concrete
        return state.angle
    return state.angle * state.step if state.step > 0 else jnp.zeros(state.step)


@jax.jit
def tally(meter: Meter, x: jax.Array) -> None:
    meter.total = meter.total + x  # E: jdc-lost-mutation


@jax.jit
def tallied(meter: Meter, x: jax.Array) -> Meter:
    meter.total = meter.total + x
    return meter


@jax.jit
def counted(meter: Meter) -> jax.Array:
    return jnp.zeros(meter.count)  # E: jdc-concrete


@jax.jit
def fields(
    particles: Particles, belief: Belief, sensor: Sensor, marked: Marked, mesh: Mesh, other: Diverging
) -> jax.Array:
    if particles.species == "H" and belief.frame == "world" and sensor.kind == "imu" and mesh.name:
        return sensor.fn(sensor.gain)
    return jnp.zeros(marked.n) + jnp.zeros(other.n)


@jax.jit
def sensed(sensor: Sensor) -> jax.Array:
    return sensor.gain if sensor.gain > 1 else -sensor.gain  # E: jdc-concrete


@jax.jit
def grow(sphere: Sphere) -> None:
    sphere.radius = sphere.radius * 2  # E: jdc-lost-mutation


@jax.jit
def ring(ring: Ring, sphere: Sphere) -> jax.Array:
    points = jnp.linspace(0.0, 1.0, sphere.segments)
    for at in range(ring.capacity):
        points += ring.rows[at]
    for at in range(ring.index):  # E: jdc-concrete
        points += at
    return points if sphere.radius > 1 else -points  # E: jdc-concrete


def use() -> None:
    state = start()
    dataclasses.replace(state, angle=state.angle + 1)  # E: jdc-discarded
    state.advanced()  # E: jdc-discarded
    state = state.advanced()
    print(state.angle + State(jnp.ones(3), jnp.zeros(3)).angle)  # E: jdc-shape
    print(state == start())  # E: jdc-compare
    print(state.name == start().name)
    jax.vmap(lambda tagged: tagged.x)(Tagged(jnp.ones(5), "a"))
    print(jax.jit(lambda normal: normal.scale)(Normal(jnp.ones(2), jnp.ones(2))))
    host = Host(1.0)
    host.log.append("a")
    print(host == Host(2.0))


def loops() -> None:
    def wrong(state: State, _: None) -> tuple[State, None]:
        return dataclasses.replace(state, step=state.step + 1), None  # E: jdc-static-state

    def right(state: State, _: None) -> tuple[State, None]:
        return state.advanced(), None

    print(jax.lax.scan(wrong, start(), None, length=3))
    print(jax.lax.scan(right, start(), None, length=3))
