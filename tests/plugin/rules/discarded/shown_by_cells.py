"""A script with cells: an editor shows the value of the last expression of each."""

# %%
import jax
import jax.numpy as jnp

params = {"w": jnp.ones(3)}
halved = jax.tree.map(lambda x: x / 2, params)
jax.tree.map(lambda x: 2 * x, halved)

# %% [markdown]
# The weights are doubled above.

# %%
jax.tree.map(lambda x: 3 * x, halved)  # E: jdc-discarded
row = jnp.zeros(4)
row.at[0].set(1.0)  # E: jdc-discarded
row.at[1].set(1.0)


# %%
def update(x: jax.Array) -> jax.Array:
    x.at[0].set(1.0)  # E: jdc-discarded
    return x


for _ in range(2):
    row.at[2].set(1.0)  # E: jdc-discarded

# %%
jax.tree.map(
    lambda x: 4 * x,
    params,
)

# %%
"""The end, below which code may be added."""
