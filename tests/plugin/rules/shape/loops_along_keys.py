"""jdc-shape: loops and `jax.vmap` along the keys of a split, of whatever kind: the number of keys counts."""

import jax
import jax.numpy as jnp
from jax import lax, random
from jaxtyping import PRNGKeyArray


def noise(key: PRNGKeyArray, x: jax.Array) -> jax.Array:
    return x + random.normal(key, (3,))


def mapped(key: PRNGKeyArray, old: jax.Array) -> None:
    keys = random.split(key, 4)
    jax.vmap(noise)(keys, jnp.zeros((5, 3)))  # E: jdc-shape
    jax.vmap(noise)(random.split(old, 4), jnp.zeros((5, 3)))  # E: jdc-shape
    jax.vmap(noise)(keys, jnp.zeros((4, 3)))
    jax.vmap(noise, (0, None))(keys, jnp.zeros((5, 3)))
    jax.vmap(noise, (None, 0))(key, jnp.zeros((5, 3)))
    jax.vmap(noise, (0, 1))(keys, jnp.zeros((3, 4)))
    jax.vmap(lambda pair, x: noise(*pair) + x)((keys, jnp.zeros((4, 3))), jnp.zeros((4, 3)))


def scanned(key: PRNGKeyArray, n: int) -> None:
    keys = random.split(key, 4)
    _, ys = lax.scan(lambda c, k: (c, random.normal(k, (3,))), None, keys)
    _, (us, vs) = lax.scan(lambda c, kx: (c, (random.normal(kx[0], (3,)), kx[1])), 0, (keys, jnp.zeros((4, 3))))
    zs = lax.map(lambda k: random.normal(k, (3,)), random.split(key, 6))
    ws = lax.map(lambda k: random.normal(k, (3,)), random.split(key, n))
    print(ys + jnp.zeros((5, 3)))  # E: jdc-shape
    print(us + jnp.zeros((5, 3)))  # E: jdc-shape
    print(zs.T @ ys)  # E: jdc-shape
    print(ys + us + vs, ys.T @ vs, zs + jnp.zeros((6, 1)), ws + jnp.zeros((9, 3)), ws.T @ ys)
    lax.scan(lambda c, kx: (c, noise(*kx)), None, (keys, jnp.zeros((5, 3))))  # E: jdc-shape
    lax.scan(lambda c, k: (c, noise(k, jnp.zeros(3))), None, keys, length=5)  # E: jdc-shape
    lax.scan(lambda c, kx: (c, noise(*kx)), None, (keys, jnp.zeros((4, 3))), length=4)
    lax.scan(lambda c, k: (c, noise(k, jnp.zeros(3))), None, keys, length=n)


def carried(key: PRNGKeyArray, steps: int) -> jax.Array:
    def step(state: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        rng, x = state
        rng, sub = random.split(rng)
        return (rng, x + random.normal(sub, (3,))), x

    (_, last), path = lax.scan(step, (key, jnp.zeros(3)), None, length=steps)
    return path + last


def grid(key: PRNGKeyArray) -> jax.Array:
    keys = random.split(key, (4, 5))
    _, rows = lax.scan(lambda c, row: (c, jax.vmap(lambda k: random.normal(k, ()))(row)), None, keys)
    return rows + jnp.zeros((4, 5))


def some(key: PRNGKeyArray) -> jax.Array:
    keys = random.split(key, 4)
    keys = keys[1:]
    return jax.vmap(noise)(keys, jnp.zeros((3, 3)))
