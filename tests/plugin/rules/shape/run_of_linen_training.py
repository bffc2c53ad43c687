"""Training of modules of flax.linen, followed through `init` and `apply`."""

from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax.training import train_state


class TrainState(train_state.TrainState):
    batch_stats: Any


class Block(nn.Module):
    features: int
    stride: int = 1

    @nn.compact
    def __call__(self, x, train):
        y = nn.Conv(self.features, (3, 3), strides=(self.stride, self.stride))(x)
        y = nn.BatchNorm(use_running_average=not train)(y)
        if x.shape != y.shape:
            x = nn.Conv(self.features, (1, 1), strides=(self.stride, self.stride))(x)
        return nn.relu(x + y)


class Net(nn.Module):
    classes: int
    width: int = 8

    @nn.compact
    def __call__(self, x, train=True):
        x = Block(self.width)(x, train)
        x = Block(2 * self.width, stride=2)(x, train)
        gate = nn.Dense(self.width)(x.mean(axis=(1, 2)))
        wide = nn.Dense(2 * self.width)(gate)
        x = x * nn.sigmoid(wide)[:, None, None, :]
        scale = self.param("scale", nn.initializers.ones, (2 * self.width,))
        x = x.mean(axis=(1, 2)) * scale
        return nn.Dense(self.classes)(x)


class Narrow(nn.Module):
    width: int = 8

    @nn.compact
    def __call__(self, x):
        gate = nn.Dense(self.width)(x)
        scale = self.param("scale", nn.initializers.normal(0.1), (3 * self.width,))
        return gate * scale  # E: jdc-shape


class Coder(nn.Module):
    inner: nn.Module
    latents: int = 3

    def setup(self):
        self.encode = nn.Dense(self.latents)
        self.layers = [nn.Dense(4), nn.Dense(5)]

    def __call__(self, x):
        x = self.encode(x)
        for layer in self.layers:
            x = layer(x)
        return self.inner(x)

    def latent(self, x):
        return self.encode(x)


def create(rng, classes):
    model = Net(classes)
    variables = model.init(rng, jnp.zeros((1, 16, 16, 3)), train=False)
    return TrainState.create(
        apply_fn=model.apply, params=variables["params"], tx=optax.sgd(0.1), batch_stats=variables["batch_stats"]
    )


@jax.jit
def step(state, images, labels):
    def loss_fn(params):
        logits, updates = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats}, images, mutable=["batch_stats"]
        )
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
        return loss, (updates, logits)

    grads, (updates, logits) = jax.grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads)
    return state.replace(batch_stats=updates["batch_stats"]), logits


def main():
    rng = jax.random.PRNGKey(0)
    state = create(rng, 10)
    images = jnp.zeros((8, 16, 16, 3))
    for _ in range(2):
        state, logits = step(state, images, jnp.zeros(8, int))
    logits @ jnp.zeros((10, 2))
    logits @ jnp.zeros((8, 2))  # E: jdc-shape
    Narrow().init(rng, jnp.zeros((2, 3)))
    coder = Coder(nn.Dense(6))
    params = coder.init(rng, jnp.zeros((2, 7)))
    coder.apply(params, jnp.zeros((2, 7))) @ jnp.zeros(6)
    coder.apply(params, jnp.zeros((2, 7))) @ jnp.zeros(7)  # E: jdc-shape
    coder.apply(params, jnp.zeros((2, 7)), method=Coder.latent) @ jnp.zeros(3)
    coder.apply(params, jnp.zeros((2, 7)), method=coder.latent) @ jnp.zeros(4)  # E: jdc-shape
    coder.apply(params, jnp.zeros((2, 7)), method="latent") @ jnp.zeros(6)  # E: jdc-shape
    out, params = coder.init_with_output(rng, jnp.zeros((2, 7)))
    out @ jnp.zeros(2)  # E: jdc-shape


main()
