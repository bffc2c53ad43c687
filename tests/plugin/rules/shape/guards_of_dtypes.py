"""jdc-dtype: carries whose dtype no shape changes, behind questions for shapes; other questions may change it."""

import jax
import jax.numpy as jnp


def behind(scores: jax.Array, sources: jax.Array) -> jax.Array:
    if len(scores) == 1:
        return jnp.expand_dims(jnp.argmax(scores), axis=0)

    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        likely = jnp.sum(source * state).astype(jnp.float32)
        return likely, likely

    return jax.lax.scan(back, jnp.argmax(scores), sources, reverse=True)[1]  # E: jdc-dtype


def kept(scores: jax.Array, sources: jax.Array) -> jax.Array:
    if scores.ndim == 1:
        return jnp.argmax(scores)

    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        likely = jnp.sum(source * state).astype(state.dtype)
        return likely, likely

    return jax.lax.scan(back, jnp.argmax(scores), sources, reverse=True)[1]


def under(scores: jax.Array, sources: jax.Array) -> jax.Array:
    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.sum(source * state).astype(jnp.float32), state

    if sources.ndim == 2:
        return jax.lax.scan(back, jnp.argmax(scores), sources)[1]  # E: jdc-dtype
    return jnp.argmax(scores)


def of_machines(scores: jax.Array, sources: jax.Array) -> jax.Array:
    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.sum(source * state).astype(jnp.float32), state

    if jax.default_backend() == "tpu":
        return jax.lax.scan(back, jnp.argmax(scores), sources)[1]
    return jnp.argmax(scores)


def of_shapes(sources: jax.Array) -> jax.Array:
    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.zeros(3), source

    if sources.ndim == 2:
        return jax.lax.scan(back, jnp.zeros(sources.ndim + 1), sources)[1]
    return sources


def of_kinds(start: float | jax.Array, sources: jax.Array) -> jax.Array:
    def back(state: jax.Array, source: jax.Array) -> tuple[jax.Array, jax.Array]:
        return jnp.zeros(()), source

    if isinstance(start, jax.Array):
        return jax.lax.scan(back, start, sources)[1]
    return sources
