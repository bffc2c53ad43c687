"""A Kalman filter under a scan, and a batch of them under vmap."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

transition: Float[Array, "4 4"] = jnp.eye(4)
observation: Float[Array, "2 4"] = jnp.zeros((2, 4)).at[:, :2].set(jnp.eye(2))
noise = jnp.eye(4) * 0.1
error = jnp.eye(2) * 0.5


def step(state, measured):
    mean, cov = state
    mean = transition @ mean
    cov = transition @ cov @ transition.T + noise
    innovation = measured - observation @ mean
    total = observation @ cov @ observation.T + error
    gain = cov @ observation.T @ jnp.linalg.inv(total)
    mean = mean + gain @ innovation
    cov = (jnp.eye(4) - gain @ observation) @ cov
    return (mean, cov), mean


def run(measured: Float[Array, "steps 2"]) -> Float[Array, "steps 4"]:
    start = (jnp.zeros(4), jnp.eye(4))
    _, means = jax.lax.scan(step, start, measured)
    return means


measurements = jnp.ones((10, 2))
jax.lax.scan(step, (jnp.zeros(4), jnp.eye(4)), measurements)
means = run(measurements)
many = jax.vmap(run)(jnp.ones((3, 10, 2)))
distance = jnp.linalg.norm(means[:, :2] - measurements, axis=1)
summary = jnp.stack([distance, jnp.zeros(10)])
first, second = summary
assert many.shape == (3, 10, 4)
