"""Old random keys have the dtype uint32 where JAX makes no typed ones of them: a loop or a branch may say so."""

import jax
import jax.numpy as jnp
from jax import lax

key = jax.random.PRNGKey(0)
lax.cond(jnp.any(key > 0), lambda a: a, lambda a: a - 1, key)
lax.cond(True, lambda: key, lambda: jnp.zeros(2, jnp.uint32))
lax.cond(True, lambda a: a, lambda a: a.at[0].set(1), jax.random.split(key)[0])
lax.switch(1, [lambda a: a, lambda a: a ^ 1], key)
lax.fori_loop(0, 2, lambda i, a: a + 1, key)
lax.scan(lambda a, _: (a + 1, None), key, None, 2)
lax.cond(True, lambda: key, lambda: jnp.zeros(2))  # E: jdc-dtype
lax.cond(True, lambda: jax.random.key(0), lambda: jnp.uint32(0))  # E: jdc-dtype
lax.fori_loop(0, 2, lambda i, a: jnp.zeros(2, jnp.int32), key)  # E: jdc-dtype
