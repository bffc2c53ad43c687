"""Train a classifier on images of MNIST's size, with every part of its state in a jdc dataclass.

The images are made here (a blurred glyph for each class, shifted and noisy), so that the example needs no download.
``jdc check examples/train_digits.py`` finds nothing to report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import jax
import jax.numpy as jnp
import optax

import jdc_runtime as jdc

CLASSES = 10


@jdc.pytree_dataclass
class Batch(jdc.EnforcedAnnotationsMixin):
    """Images and labels that share their batch axes; wrong shapes and dtypes are errors when one is made."""

    image: Annotated[jax.Array, (..., 28, 28), jnp.floating]
    label: Annotated[jax.Array, (...,), jnp.integer]


@jdc.pytree_dataclass
class Layer:
    """A dense layer."""

    weight: jax.Array
    bias: jax.Array

    @staticmethod
    def make(key: jax.Array, inputs: int, outputs: int) -> Layer:
        scale = jnp.sqrt(2.0 / inputs)
        return Layer(weight=scale * jax.random.normal(key, (inputs, outputs)), bias=jnp.zeros((outputs,)))

    def __call__(self, x: jax.Array) -> jax.Array:
        return x @ self.weight + self.bias


@jdc.pytree_dataclass
class Network:
    """A stack of layers. The activation is static: another function compiles another program."""

    layers: tuple[Layer, ...]
    activation: jdc.Static[Callable[[jax.Array], jax.Array]] = jax.nn.relu

    def __call__(self, image: jax.Array) -> jax.Array:
        x = image.reshape((-1, 28 * 28))
        for layer in self.layers[:-1]:
            x = self.activation(layer(x))
        return self.layers[-1](x)


@jdc.pytree_dataclass
class TrainState:
    """All that a step reads and writes."""

    network: Network
    optimizer_state: optax.OptState
    step: jax.Array
    optimizer: jdc.Static[optax.GradientTransformation]

    @staticmethod
    def make(key: jax.Array, optimizer: optax.GradientTransformation) -> TrainState:
        first, second = jax.random.split(key)
        network = Network(layers=(Layer.make(first, 28 * 28, 128), Layer.make(second, 128, CLASSES)))
        return TrainState(network, optimizer.init(network), jnp.zeros((), jnp.int32), optimizer)


def loss_of(network: Network, batch: Batch) -> jax.Array:
    logits = network(batch.image)
    return optax.softmax_cross_entropy_with_integer_labels(logits, batch.label).mean()


@jdc.jit
def train_step(state: TrainState, batch: Batch) -> tuple[TrainState, jax.Array]:
    """Take one step. Inside the block the copy is writable; its structure, shapes and dtypes must stay."""
    loss, gradients = jax.value_and_grad(loss_of)(state.network, batch)
    updates, optimizer_state = state.optimizer.update(gradients, state.optimizer_state, state.network)
    with jdc.copy_and_mutate(state) as new:
        new.network = optax.apply_updates(state.network, updates)
        new.optimizer_state = optimizer_state
        new.step = state.step + 1
    return new, loss


@jdc.jit
def make_batch(key: jax.Array, size: jdc.Static[int]) -> Batch:
    """Draw ``size`` images: the class's glyph, shifted, with noise."""
    glyphs = jax.random.normal(jax.random.key(0), (CLASSES, 7, 7))
    glyphs = jax.image.resize(glyphs, (CLASSES, 28, 28), "bicubic")
    label_key, shift_key, noise_key = jax.random.split(key, 3)
    label = jax.random.randint(label_key, (size,), 0, CLASSES)
    shift = jax.random.randint(shift_key, (size, 2), -2, 3)
    image = jax.vmap(lambda glyph, by: jnp.roll(glyph, by, axis=(0, 1)))(glyphs[label], shift)
    return Batch(image=image + 0.5 * jax.random.normal(noise_key, image.shape), label=label)


def accuracy(network: Network, batch: Batch) -> float:
    return float((network(batch.image).argmax(axis=-1) == batch.label).mean())


def main(steps: int = 60) -> list[float]:
    """Train and return the loss of each step."""
    state = TrainState.make(jax.random.key(1), optax.adam(1e-3))
    losses: list[float] = []
    for step, key in enumerate(jax.random.split(jax.random.key(2), steps)):
        state, loss = train_step(state, make_batch(key, 128))
        losses.append(float(loss))
        if step % 10 == 0 or step == steps - 1:
            print(f"step {step:3d}   loss {losses[-1]:.3f}")
    test = make_batch(jax.random.key(3), 1024)
    print(f"accuracy on {test.get_batch_axes()[0]} new images: {accuracy(state.network, test):.1%}")
    return losses


if __name__ == "__main__":
    main()
