"""``jdc-concrete`` under `equinox.filter_jit` for functions of whose parameters nothing is said.

Each operation in them makes a tracer, whatever the functions are given; numbers are given as they are.
"""

import equinox as eqx
import jax
import jax.numpy as jnp


def loss_of(model, inputs, targets):
    errors = jax.vmap(model)(inputs) - targets
    loss = jnp.mean(errors**2)
    if loss > 1e3:  # E: jdc-concrete
        loss = loss * 0.1
    return loss, (errors,)


@eqx.filter_jit
def train_step(model, state, inputs, targets, optimizer):
    (loss, _), grads = eqx.filter_value_and_grad(loss_of, has_aux=True)(model, inputs, targets)
    print(f"{loss.item():.3f}")  # E: jdc-concrete
    updates, state = optimizer.update(grads, state, model)
    return eqx.apply_updates(model, updates), state, loss


@eqx.filter_jit
def quiet_step(model, inputs, scale, depth=3):
    outputs = jax.vmap(model)(inputs)
    if scale > 1:
        outputs = outputs / scale
    for _ in range(depth):
        outputs = jnp.tanh(outputs)
    if outputs.ndim == 1 or inputs.shape[0] > 4:
        outputs = outputs[None]
    jax.debug.print("{}", jnp.mean(outputs))
    return jax.lax.cond(jnp.mean(outputs) > 0, lambda: outputs, lambda: -outputs)


def eager_loss(model, inputs):
    loss = jnp.mean(jax.vmap(model)(inputs))
    return loss * 0.1 if loss > 1e3 else loss


def eager() -> float:
    model = eqx.nn.Linear(3, 1, key=jax.random.key(0))
    inputs = jnp.ones((5, 3))
    value, _ = eqx.filter_value_and_grad(eager_loss)(model, inputs)
    quiet_step(model, inputs, 2)
    return value.item()
