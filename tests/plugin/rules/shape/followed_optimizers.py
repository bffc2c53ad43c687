"""jdc-shape: updates of optimizers in a module that is followed."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from optax.experimental import aggregating  # type: ignore[import-untyped]

xs = jnp.ones((3, 4, 2))
ys = jnp.ones((3, 4, 2))


def fun(weights: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.mean(jnp.sum((x.dot(weights) - y) ** 2, axis=-1))


gradients = jax.vmap(jax.value_and_grad(fun), (None, 0, 0))


def of_examples() -> jax.Array:
    params = jnp.ones((2, 2))
    optimizer = aggregating.add_mean_variance_to_opt(opt=optax.adam(0.01), ema_decay=0.9, per_elt_axis=0)
    state = optimizer.init(params)
    for x, y in zip(xs, ys, strict=True):
        print(fun(params, xs, ys))
        _, grads = gradients(params, x, y)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
    return params


def of_own() -> jax.Array:
    params = jnp.ones((2, 2))
    mean = optax.stateless(lambda updates, _: jax.tree.map(lambda each: each.mean(0), updates))
    optimizer = optax.chain(mean, optax.sgd(0.1))
    state = optimizer.init(params)
    for x, y in zip(xs, ys, strict=True):
        print(fun(params, xs, ys))
        _, grads = gradients(params, x, y)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
    return params


def of_others() -> jax.Array:
    params = jnp.ones((2, 3))
    optimizer = optax.chain(optax.clip(1.0), optax.inject_hyperparams(optax.adam)(learning_rate=0.1))
    state = optimizer.init(params)
    updates, state = optimizer.update(jnp.ones((2, 3)), state)
    params = optax.apply_updates(params, updates)
    return params @ jnp.ones((2, 3))  # E: jdc-shape


print(of_examples(), of_own(), of_others())
