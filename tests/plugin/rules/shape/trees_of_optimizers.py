"""Gradients of another tree than the params, as the run of a program shows them to optimizers."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import linen as nn
from flax import nnx
from flax.training.train_state import TrainState


def quadratic(params, x):
    return jnp.mean((x @ params["w"] + params["b"]) ** 2), {"largest": jnp.max(x)}


class Fitter:
    def __init__(self, transform):
        self.transform = transform

    def steps(self):
        @jax.jit
        def step(params, memory, x):
            slopes, info = jax.grad(quadratic, has_aux=True)(params, x)
            updates, memory = self.transform.update(slopes, memory, params)  # E: jdc-shape
            return optax.apply_updates(params, updates), memory, info

        return step

    def steps_well(self):
        @jax.jit
        def step(params, memory, x):
            slopes, info = jax.grad(quadratic, has_aux=True)(params, x)
            updates, memory = self.transform.update(slopes, memory, params)
            return optax.apply_updates(params, updates), memory, info

        return step


def fit(fitter, params, x):
    step = fitter.steps()
    memory = fitter.transform.init(params["w"])
    return step(params, memory, x)


def fit_well(fitter, params, x):
    step = fitter.steps_well()
    memory = fitter.transform.init(params)
    for _ in range(3):
        params, memory, info = step(params, memory, x)
    one = optax.adam(0.1)
    parts = {name: one.init(each) for name, each in params.items()}
    slope = jax.tree.map(jnp.ones_like, params)
    for name, each in slope.items():
        _, parts[name] = one.update(each, parts[name])
    masked = optax.masked(optax.adam(0.1), {"w": True, "b": False})
    masked.update(slope, masked.init(params))
    return params, info


def scanned(params, xs):
    transform = optax.chain(optax.clip(1.0), optax.rmsprop(0.1))

    def body(carry, x):
        params, memory = carry
        slopes, _ = jax.grad(quadratic, has_aux=True)(params, x)
        updates, memory = transform.update(slopes, memory)  # E: jdc-shape
        return (optax.apply_updates(params, updates), memory), x.sum()

    return jax.lax.scan(body, (params, transform.init(list(params.values()))), xs)


class Net(nn.Module):
    size: int

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.size)(nn.tanh(nn.Dense(4)(x)))


def trained(net, x):
    state = TrainState.create(apply_fn=net.apply, params=net.init(jax.random.key(0), x), tx=optax.sgd(0.1))

    def loss(params):
        return jnp.mean(state.apply_fn(params, x) ** 2)

    slopes, value = jax.value_and_grad(loss)(state.params)
    state = state.apply_gradients(grads=slopes)  # E: jdc-shape
    value, slopes = jax.value_and_grad(loss)(state.params)
    return state.apply_gradients(grads=slopes), value


def trained_by_hand(net, x):
    variables = net.init(jax.random.key(0), x)
    tx = optax.sgd(0.1)
    slopes = jax.grad(lambda params: jnp.mean(net.apply(params, x) ** 2))(variables)
    pair = tx.update(slopes, tx.init(variables))
    kernel = variables["params"]["Dense_0"]["kernel"]
    moved = optax.apply_updates(kernel, -0.1 * jnp.ones((4, 2)))
    variables = optax.apply_updates(variables, pair[0])
    return optax.apply_updates(variables["params"], [pair[0], pair[0]]), moved  # E: jdc-shape


class Line(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(3, 1, rngs=rngs)

    def __call__(self, x):
        return self.inner(x)


def fit_line(x):
    line = Line(nnx.Rngs(0))
    optimizer = nnx.Optimizer(line, optax.adam(0.1), wrt=nnx.Param)
    slopes, value = nnx.value_and_grad(lambda model: jnp.mean(model(x) ** 2))(line)
    optimizer.update(line, slopes)  # E: jdc-shape
    value, slopes = nnx.value_and_grad(lambda model: jnp.mean(model(x) ** 2))(line)
    optimizer.update(line, slopes)
    return value


def main():
    x = jnp.ones((5, 3))
    params = {"w": jnp.ones(3), "b": jnp.float32(0)}
    fit(Fitter(optax.adam(0.1)), params, x)
    fit_well(Fitter(optax.adamw(0.1)), params, x)
    scanned(params, jnp.ones((2, 5, 3)))
    trained(Net(2), x)
    trained_by_hand(Net(2), x)
    fit_line(x)


if __name__ == "__main__":
    main()
