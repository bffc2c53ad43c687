"""jdc-shape: ``jnp.piecewise``."""

import jax
import jax.numpy as jnp

x = jnp.linspace(-1.0, 1.0, 8)


def numbers() -> None:
    jnp.piecewise(x, [x < 0, x >= 0], [0.0, 1.0]) + jnp.zeros(8)
    jnp.piecewise(x, [x < 0, x >= 0], [0.0, 1.0, 2.0]) + jnp.zeros((3, 8))
    jnp.piecewise(x, [x < 0, x >= 0], [0.0])  # E: jdc-shape
    jnp.piecewise(x, [x < 0], [0.0, 1.0, 2.0])  # E: jdc-shape
    jnp.piecewise(x, [x[:3] < 0], [0.0, 1.0])  # E: jdc-shape
    jnp.piecewise(x, [x[:, None] < 0], [0.0, 1.0]) + jnp.zeros((8, 1))
    jnp.piecewise(x, [x < 0], [0.0, 1.0]) + jnp.zeros(7)  # E: jdc-shape


def functions() -> None:
    jnp.piecewise(x, [x < 0, x >= 0], [jnp.sin, lambda each: each**2])
    jnp.piecewise(x, [x < 0], [jnp.sin, jnp.cos, jnp.tan])  # E: jdc-shape
    jnp.piecewise(x, [x < 0], [lambda each: jnp.stack([each, each]), 0.0]) + jnp.zeros((8, 2))


def unknown(conditions: list[jax.Array], pieces: list[float]) -> None:
    jnp.piecewise(x, conditions, [0.0, 1.0])
    jnp.piecewise(x, [x < 0], pieces)
