# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: light
# ---

# The light format of jupytext: an empty line ends a cell too.

# +
import jax
import jax.numpy as jnp

params = {"w": jnp.ones(3)}
jax.tree.map(lambda x: x * 2, params)

# +
row = jnp.zeros(4)
row.at[0].set(1.0)  # E: jdc-discarded
doubled = 2 * row
# -

row.at[0].set(2.0)
