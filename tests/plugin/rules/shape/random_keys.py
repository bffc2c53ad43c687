"""Typed random keys, and old ones, whose shape and dtype the configuration of JAX decides."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Key, PRNGKeyArray, UInt32

import jdc_runtime as jdc

key = jax.random.key(0)
old = jax.random.PRNGKey(0)
keys = jax.random.split(key, 5)

# Operations that typed keys do not have.

key + 1  # E: jdc-dtype
-key  # E: jdc-dtype
key < key  # E: jdc-dtype
key & key  # E: jdc-dtype
jnp.zeros(5) * keys  # E: jdc-dtype
keys @ jnp.zeros(5)  # E: jdc-dtype
jnp.exp(keys)  # E: jdc-dtype
jnp.sum(keys)  # E: jdc-dtype
jnp.equal(key, 1)  # E: jdc-dtype
jnp.concatenate([keys, jnp.zeros(5)])  # E: jdc-dtype
jnp.where(True, key, 0.0)  # E: jdc-dtype
jax.random.normal(keys, (3,))  # E: jdc-shape
jax.random.fold_in(keys, 1)  # E: jdc-shape, jdc-discarded
jax.random.key(jnp.arange(3))  # E: jdc-shape
jax.random.split(jnp.zeros(2))  # E: jdc-dtype, jdc-discarded
jax.random.uniform(jnp.zeros(2, jnp.int32))  # E: jdc-dtype
jax.random.bits(key, (3,), jnp.float32)  # E: jdc-dtype

# And what they do.

key == key
jnp.equal(keys, key)
jnp.isnan(key)
jnp.concatenate([keys, keys]).reshape(2, 5)
jnp.stack([key, key])[0]
jnp.where(True, key, key)
renewed = keys.at[0].set(key)
jax.vmap(lambda each: jax.random.normal(each, (3,)))(keys)
jax.random.key_data(keys) * 2
old + 1
jax.random.normal(old, (3,))
jax.random.normal(jnp.zeros(2, jnp.uint32), (3,))
jax.random.split(old)[0]
jax.random.fold_in(old, 1)  # E: jdc-discarded
jax.random.key(3)
jax.random.PRNGKey(jnp.uint32(3))

# Declared keys and numbers.

NOT_FLOATING: Float[Array, "..."] = jax.random.key(0)  # E: jdc-dtype
NOT_FLOATING_EITHER: Float[Array, "..."] = jax.random.PRNGKey(0)  # E: jdc-dtype
NOT_SIGNED: Int[Array, "..."] = jax.random.PRNGKey(0)  # E: jdc-dtype
NOT_OLD: UInt32[Array, "2"] = jax.random.key(0)  # E: jdc-shape, jdc-dtype
NOT_A_KEY: Key[Array, ""] = jnp.zeros((), jnp.uint32)  # E: jdc-dtype
NO_KEY_AT_ALL: PRNGKeyArray = jnp.zeros(2)  # E: jdc-dtype
FOUR: Key[Array, "4"] = jax.random.split(key, 5)  # E: jdc-shape
SIGNED_BITS: Int[Array, "3"] = jax.random.bits(key, (3,))  # E: jdc-dtype
FIVE: Key[Array, "5"] = jax.random.split(key, 5)
TYPED: Key[Array, ""] = jax.random.key(0)
PERHAPS_TYPED: Key[Array, ""] = jax.random.PRNGKey(0)
PERHAPS_OLD: UInt32[Array, "2"] = jax.random.PRNGKey(0)
EITHER: PRNGKeyArray = jax.random.PRNGKey(0)
EITHER_TYPED: PRNGKeyArray = jax.random.key(0)
NUMBERS: PRNGKeyArray = jnp.zeros(2, jnp.uint32)
BITS: UInt32[Array, "3"] = jax.random.bits(key, (3,))
DATA: UInt32[Array, "5 2"] = jax.random.key_data(keys)
WRAPPED: Key[Array, ""] = jax.random.wrap_key_data(jnp.zeros(2, jnp.uint32))


def sample(key: PRNGKeyArray, x: Float[Array, "3"]) -> Float[Array, "3"]:
    first, second = jax.random.split(key)
    jax.random.normal(x, (3,))  # E: jdc-dtype
    return jax.random.normal(first, (3,)) + jax.random.uniform(second, (4,))  # E: jdc-shape


def typed(key: Key[Array, ""], count: Int[Array, ""]) -> Float[Array, "7 3"]:
    key * 2  # E: jdc-dtype
    jax.random.normal(count)  # E: jdc-dtype
    several = jax.random.split(key, 7)
    jax.random.split(several)  # E: jdc-shape, jdc-discarded
    return jax.vmap(lambda each: jax.random.normal(each, (3,)))(several)


sample(jnp.zeros(2), jnp.zeros(3))  # E: jdc-dtype
sample(key, jnp.zeros(3))
sample(old, jnp.zeros(3))
typed(jnp.zeros((), jnp.uint32), jnp.zeros((), int))  # E: jdc-dtype
typed(old, jnp.zeros((), int))


@jdc.pytree_dataclass
class State:
    key: Key[Array, ""]
    old: UInt32[Array, "2"]
    x: Float[Array, "n"]


other = jax.random.PRNGKey(1)
State(key, old, jnp.zeros(3))
State(other, old, jnp.zeros(3))
State(jnp.zeros(()), old, jnp.zeros(3))  # E: jdc-dtype
State(key, jax.random.key(1), jnp.zeros(3))  # E: jdc-shape, jdc-dtype
State(key, old, keys)  # E: jdc-dtype
State(key, old, jnp.zeros(3)).key + 1  # E: jdc-dtype

# samples take the axes of size 1 that their bounds have
keys = jax.random.split(key, 4)
low, high = jnp.zeros((4, 1)), jnp.ones((4, 1))
drawn = jax.vmap(jax.random.uniform, in_axes=(0, None, None, 0, 0))(keys, (), jnp.float32, low, high)
drawn.squeeze(axis=-1)
jax.random.uniform(key, (2,), jnp.float32, jnp.zeros((1, 2)), 1.0)  # E: jdc-shape


def bounded(some_key: jax.Array, n: int) -> jax.Array:
    jax.random.uniform(some_key, (n, 3), minval=jnp.zeros(3), maxval=jnp.ones((1, 3)))
    jax.random.randint(some_key, (n, 3), jnp.zeros(3, int), 5)
    return jax.random.uniform(some_key, (n, 3), minval=jnp.zeros(4), maxval=jnp.ones(3))  # E: jdc-shape
