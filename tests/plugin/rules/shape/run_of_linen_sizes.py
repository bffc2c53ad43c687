"""Modules of flax.linen that are initialised for other sizes than they are given afterwards."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import traverse_util
from flax.training.train_state import TrainState


class Net(nn.Module):
    hidden: int = 8

    @nn.compact
    def __call__(self, x, train=False):
        for size in (self.hidden, 4):
            x = nn.relu(nn.Dense(size)(x))
        if train:
            x = nn.Dropout(0.1, deterministic=False)(x)
        return nn.Dense(2)(x)


class Images(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Conv(8, (3, 3))(x)
        x = x.reshape(x.shape[0], -1)
        return nn.Dense(2)(x)  # E: jdc-shape


class OfState(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)  # E: jdc-shape


class OfLoop(nn.Module):
    def setup(self):
        self.layers = [nn.Dense(4), nn.Dense(2)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)  # E: jdc-shape
        return x


class OfOthers(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


def right():
    net = Net()
    params = net.init(jax.random.key(0), jnp.ones((1, 3)))
    net.apply(params, jnp.ones((5, 3)))
    net.apply(params, jnp.ones((5, 3)), train=True, rngs={"dropout": jax.random.key(1)})
    net.apply({"params": params["params"]}, jnp.ones((5, 3)))
    two = Net()
    first = two.init(jax.random.key(0), jnp.ones((1, 3)))
    second = two.init(jax.random.key(0), jnp.ones((1, 4)))
    two.apply(first, jnp.ones((5, 3)))
    two.apply(second, jnp.ones((5, 4)))


def images():
    net = Images()
    variables = net.init(jax.random.key(0), jnp.ones((1, 8, 8, 1)))
    net.apply(variables, jnp.ones((4, 8, 8, 1)))
    net.apply(variables, jnp.ones((4, 16, 16, 1)))


def of_state():
    net = OfState()
    variables = net.init(jax.random.key(0), jnp.ones((1, 3)))
    state = TrainState.create(apply_fn=net.apply, params=variables["params"], tx=optax.sgd(0.1))

    @jax.jit
    def step(state, x):
        def loss(params):
            return state.apply_fn({"params": params}, x).sum()

        return state.apply_gradients(grads=jax.grad(loss)(state.params))

    state = step(state, jnp.ones((5, 3)))
    step(state, jnp.ones((5, 4)))


def of_loop():
    net = OfLoop()
    params = net.init(jax.random.key(0), jnp.ones((1, 3)))
    tx = optax.sgd(0.1)
    state = tx.init(params)

    @jax.jit
    def step(params, state, x):
        grads = jax.grad(lambda params: jnp.asarray(net.apply(params, x)).sum())(params)
        updates, state = tx.update(grads, state)
        return optax.apply_updates(params, updates), state

    for _ in range(3):
        params, state = step(params, state, jnp.ones((5, 3)))
    net.apply(params, jnp.ones((2, 5)))


def of_others(read):
    net = OfOthers()
    net.init(jax.random.key(0), jnp.ones((1, 3)))
    net.apply(read(), jnp.ones((5, 4)))


def of_another_object():
    net = OfOthers()
    net.init(jax.random.key(0), jnp.ones((1, 3)))
    net.apply(OfOthers().init(jax.random.key(0), jnp.ones((1, 4))), jnp.ones((5, 4)))


def of_flat_parameters():
    net = OfOthers()
    params = net.init(jax.random.key(0), jnp.ones((1, 3)))
    flat = traverse_util.flatten_dict(params)
    flat[("params", "Dense_0", "kernel")] = jnp.ones((4, 2))
    net.apply(traverse_util.unflatten_dict(flat), jnp.ones((5, 4)))


def of_changed_parameters():
    net = OfOthers()
    params = net.init(jax.random.key(0), jnp.ones((1, 3)))
    params["params"].update(Dense_0={"kernel": jnp.ones((4, 2)), "bias": jnp.ones(2)})
    net.apply(params, jnp.ones((5, 4)))


if __name__ == "__main__":
    right()
    images()
    of_state()
    of_loop()
    of_another_object()
    of_flat_parameters()
    of_changed_parameters()
    of_others(lambda: {"params": {"Dense_0": {"kernel": jnp.ones((4, 2)), "bias": jnp.ones(2)}}})
