"""jdc-shape, jdc-dtype: ``int``, ``None`` and ``False`` in functions of another module."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax.training.train_state import TrainState
from parts_with_python_names import counted, masked, stepped, summed

counted(jnp.ones((5, 3), int))
counted(jnp.ones((5, 3)))  # E: jdc-dtype
counted(jnp.ones((5, 4), int))  # E: jdc-shape
summed(jnp.ones((2, 3))) + jnp.ones((2, 3))
summed(jnp.ones((2, 3)), keep=False) + jnp.ones(3)
summed(jnp.ones((2, 3)), axis=0) @ jnp.ones((3, 4))
summed(jnp.ones((2, 3)), axis=1) @ jnp.ones((3, 4))  # E: jdc-shape
masked(jnp.ones(3))
masked(jnp.ones(3), jnp.ones(3, bool))
masked(jnp.ones(3), jnp.ones(4, bool))  # E: jdc-shape
model = nn.Dense(2)
params = model.init(jax.random.key(0), jnp.ones((1, 3)))
state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.sgd(0.1))
stepped(state, params)  # E: jdc-shape
