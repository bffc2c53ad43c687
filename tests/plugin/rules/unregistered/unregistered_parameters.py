"""jdc-unregistered: parameters of functions that a call transforms, or that a loop calls."""

import dataclasses
import functools

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Config:
    rate: float


@dataclasses.dataclass(frozen=True)
class Particle:
    x: jax.Array
    v: jax.Array


@dataclasses.dataclass
class ByHand:
    x: jax.Array


@flax.struct.dataclass
class Registered:
    x: jax.Array


jax.tree_util.register_dataclass(ByHand, data_fields=["x"], meta_fields=[])


def advance(particle: Particle) -> jax.Array:
    return particle.x + particle.v


def simulate(particles: Particle) -> jax.Array:
    return jax.vmap(advance)(particles)  # E: jdc-unregistered


def energy(particle: Particle, mass: jax.Array) -> jax.Array:
    return (mass * particle.v**2).sum()


@jax.grad
def force(particle: Particle) -> jax.Array:  # E: jdc-unregistered
    return particle.v.sum()


class Trainer:
    def __init__(self, config: Config) -> None:
        self.config = config
        self._step = jax.jit(self.step)  # E: jdc-unregistered
        self._other = jax.jit(self.step, static_argnames="config")

    def step(self, params: jax.Array, config: Config) -> jax.Array:
        return params * config.rate

    def run(self) -> jax.Array:
        return self._step(jnp.ones(2), self.config)


def body(particle: Particle, dt: jax.Array) -> tuple[Particle, jax.Array]:
    return Particle(particle.x + dt * particle.v, particle.v), particle.x


def roll_out(particle: Particle) -> Particle:
    particle, _ = jax.lax.scan(body, particle, jnp.ones(3))  # E: jdc-unregistered
    return particle


def start() -> jax.Array:
    return simulate(Particle(jnp.ones((3, 2)), jnp.ones((3, 2)))) * roll_out(Particle(jnp.ones(2), jnp.ones(2))).x


# One report where the object is made beside the transformation


def made_beside() -> None:
    jax.vmap(advance)(Particle(jnp.ones(2), jnp.ones(2)))  # E: jdc-unregistered
    jax.lax.scan(body, Particle(jnp.ones(2), jnp.ones(2)), jnp.ones(3))  # E: jdc-unregistered


# Objects that do not meet JAX, or are pytrees


def pull(masses: jax.Array, particle: Particle) -> jax.Array:
    jax.vmap(energy, in_axes=(None, 0))(particle, masses)
    jax.grad(energy, argnums=1)(particle, masses)
    jax.vmap(functools.partial(energy, particle))(masses)
    return jax.vmap(lambda mass: energy(particle, mass))(masses)


def filtered(config: Config, x: jax.Array) -> jax.Array:
    return eqx.filter_jit(scaled)(config, x)


def scaled(config: Config, x: jax.Array) -> jax.Array:
    return config.rate * x


def of_unknown_class(particle: Particle) -> jax.Array:
    """The object may be of a subclass that another module registers."""
    return jax.jit(lambda each: each.x)(particle)


def registered(one: Registered, other: ByHand) -> jax.Array:
    return one.x + other.x


def optional(x: jax.Array, particle: Particle | None = None) -> jax.Array:
    return x if particle is None else particle.x


def either(particle: Particle | jax.Array) -> jax.Array:
    return particle if isinstance(particle, jax.Array) else particle.x


trainer = Trainer(Config(0.1))
pull(jnp.ones(2), Particle(jnp.ones(2), jnp.ones(2)))
filtered(Config(0.1), jnp.ones(2))
jax.jit(registered)(Registered(jnp.ones(2)), ByHand(jnp.ones(2)))
jax.jit(optional)(jnp.ones(2))
jax.jit(either)(jnp.ones(2))


DEFAULT_PARTICLE = Particle(jnp.ones(2), jnp.ones(2))


def moved_by_default(x: jax.Array, particle: Particle = DEFAULT_PARTICLE) -> jax.Array:
    return x + particle.v.sum()


jax.vmap(moved_by_default)(jnp.ones(3))
