"""jdc-shape: results that unpack into another number of names, gradients along integers, conditions with axes."""

import jax
import jax.numpy as jnp


def halves(x):
    return jnp.split(x, 2, axis=-1)


def thirds(x):
    return jnp.split(x, 3, axis=-1)


def until(y):
    return jax.lax.while_loop(lambda s: s[1] > 0, lambda s: (s[0] * 2, s[1] - 1), (y, 3))


def until_all(y):
    return jax.lax.while_loop(lambda s: s[0] < 10, lambda s: (s[0] * 2, s[1] - 1), (y, 3))  # E: jdc-shape


def until_any(y):
    return jax.lax.while_loop(lambda s: (s[0] < 10).any(), lambda s: (s[0] * 2, s[1] - 1), (y, 3))


def make():
    @jax.jit
    def step(params, x):
        return params, x.sum()

    return step


def loss(params, x):
    return (params["w"] * x).sum() * params["scale"]


def coupled(x):
    first, second = halves(x)
    one, two = thirds(x)  # E: jdc-shape
    return first + second


def sliced(x, n):
    return x[:n]


def main():
    coupled(jnp.ones((2, 6)))
    first, count = until(jnp.ones(2))
    first, second, third = until(jnp.ones(3))  # E: jdc-shape
    until_all(jnp.ones(4))
    until_any(jnp.ones(4))
    until_all(jnp.ones(()))
    step = make()
    params = {"w": jnp.ones(3), "scale": 2.0}
    params, value = step(params, jnp.ones(3))
    value, *rest = step(params, jnp.ones(3))
    params, state, value, more = step(params, jnp.ones(3))  # E: jdc-shape
    left, right = jax.grad(loss)({"w": jnp.ones(3), "scale": 2.0}, jnp.ones(3))
    one, *_, two, three, four = jax.grad(loss)({"w": jnp.ones(3), "scale": 2.0}, jnp.ones(3))  # E: jdc-shape
    a, b = sliced([1, 2, 3], 2)
    x, y = {"x": 1, "y": 2}
    z, *_ = {"x": 1, "y": 2}
    return a, b, x, y, z, left, right, rest


def gradients(actions):
    params = {"w": jnp.ones(3), "scale": 2.0}
    jax.grad(loss)(params, actions)
    jax.grad(loss, argnums=1)(params, actions.astype(float))
    jax.grad(loss, argnums=1, allow_int=True)(params, actions)
    jax.grad(loss, argnums=1)(params, actions)  # E: jdc-dtype


main()
gradients(jnp.arange(3))
