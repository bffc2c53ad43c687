"""Fields of a mutable copy are read as those of the object that it is a copy of."""

import jax.numpy as jnp
from jaxtyping import Array, Float32, Int32

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Layer:
    kernel: Float32[Array, "61 33"]


@jdc.pytree_dataclass
class State:
    step: Int32[Array, ""]
    mean: Float32[Array, "33"]
    layer: Layer


@jdc.pytree_dataclass
class Particles:
    positions: Float32[Array, "n 3"]
    masses: Float32[Array, "n"]


def shorter(state: State) -> State:
    with jdc.copy_and_mutate(state) as new:
        new.mean = new.mean[1:]  # E: jdc-shape
    return new


def of_rows(state: State) -> State:
    with jdc.copy_and_mutate(state) as new:
        new.mean = new.layer.kernel.mean(axis=1)  # E: jdc-shape
    return new


def turned(state: State) -> State:
    with jdc.copy_and_mutate(state) as new:
        new.layer.kernel = new.layer.kernel.T  # E: jdc-shape
    return new


def product(state: State) -> Array:
    with jdc.copy_and_mutate(state) as new:
        new.step += 1
        new.mean = new.mean * 0.5
    return new.layer.kernel.T @ new.mean  # E: jdc-shape


def centred(state: State) -> State:
    with jdc.copy_and_mutate(state) as new:
        new.step = new.step + 1
        new.mean = new.mean - new.layer.kernel.mean(axis=0)
        new.layer.kernel = new.layer.kernel - new.mean
        new.layer.kernel = new.layer.kernel.at[0].set(new.mean)
    return new


def fewer(particles: Particles) -> Particles:
    with jdc.copy_and_mutate(particles, validate=False) as new:
        new.positions = new.positions[1:]
        new.masses = new.masses[1:] + jnp.linalg.norm(new.positions, axis=1)
    return new


def either(state: State, other: list[State]) -> Array:
    with jdc.copy_and_mutate(state) as new:
        new.step += 1
    for new in other:
        new.mean[1:]
    return new.mean


start = State(jnp.zeros((), jnp.int32), jnp.zeros(33, jnp.float32), Layer(jnp.zeros((61, 33), jnp.float32)))
print(centred(start), either(start, [start]))
print(fewer(Particles(jnp.zeros((5, 3), jnp.float32), jnp.ones(5, jnp.float32))))
