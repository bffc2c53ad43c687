"""Layers in lists of a class that its module defines for others: nothing here makes an object or calls it."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx
from jaxtyping import Array, Float, PRNGKeyArray


class Perceptron(eqx.Module):
    layers: list[eqx.nn.Linear]
    head: eqx.nn.Linear

    def __init__(self, key: PRNGKeyArray) -> None:
        one, two, three = jax.random.split(key, 3)
        self.layers = [eqx.nn.Linear(8, 32, key=one), eqx.nn.Linear(32, 32, key=two)]
        self.head = eqx.nn.Linear(32, 4, key=three)

    def __call__(self, x: Float[Array, "8"]) -> Float[Array, "4"]:
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return self.head(x)


class NarrowHead(eqx.Module):
    layers: list[eqx.nn.Linear]
    head: eqx.nn.Linear

    def __init__(self, key: PRNGKeyArray) -> None:
        one, two, three = jax.random.split(key, 3)
        self.layers = [eqx.nn.Linear(8, 32, key=one), eqx.nn.Linear(32, 32, key=two)]
        self.head = eqx.nn.Linear(16, 4, key=three)

    def __call__(self, x: Float[Array, "8"]) -> Float[Array, "4"]:
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return self.head(x)  # E: jdc-shape


class WrongLink(eqx.Module):
    layers: tuple[eqx.nn.Linear, ...]

    def __init__(self, key: PRNGKeyArray, *, width: int = 4) -> None:
        sizes = [(8, 32), (64, 32), (32, width)]
        self.layers = tuple(eqx.nn.Linear(n, m, key=key) for n, m in sizes)

    def encode(self, x: Float[Array, "8"], *, scale: float = 1.0) -> Float[Array, " width"]:
        for layer in self.layers[:-1]:
            x = jax.nn.tanh(layer(x))  # E: jdc-shape
        return self.layers[-1](x) * scale


class Block(eqx.Module):
    first: eqx.nn.Conv2d
    second: eqx.nn.Conv2d

    def __init__(self, channels: int, key: PRNGKeyArray) -> None:
        self.first = eqx.nn.Conv2d(channels, channels, 3, padding=1, key=key)
        self.second = eqx.nn.Conv2d(channels, channels, 3, padding=1, key=key)

    def __call__(self, x: Float[Array, "c h w"]) -> Float[Array, "c h w"]:
        return x + self.second(jax.nn.relu(self.first(x)))


class Images(eqx.Module):
    stem: eqx.nn.Conv2d
    blocks: list[Block]

    def __init__(self, key: PRNGKeyArray) -> None:
        self.stem = eqx.nn.Conv2d(3, 16, 3, padding=1, key=key)
        self.blocks = [Block(16, key), Block(16, key)]

    def __call__(self, image: Float[Array, "3 h w"]) -> Float[Array, "16"]:
        x = self.stem(image)
        for block in self.blocks:
            x = block(x)
        return x.mean(axis=(1, 2))


class OtherChannels(eqx.Module):
    stem: eqx.nn.Conv2d
    scales: list[Float[Array, "c 1 1"]]

    def __init__(self, key: PRNGKeyArray) -> None:
        self.stem = eqx.nn.Conv2d(3, 16, 3, padding=1, key=key)
        self.scales = [jnp.ones((16, 1, 1)), jnp.ones((8, 1, 1))]

    def __call__(self, image: Float[Array, "3 h w"]) -> Float[Array, "16 h w"]:
        x = self.stem(image)
        for scale in self.scales:
            x = x * scale  # E: jdc-shape
        return x


class Steps(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.layers = nnx.List([nnx.Linear(8, 16, rngs=rngs), nnx.Linear(12, 4, rngs=rngs)])
        self.norm = nnx.LayerNorm(4, rngs=rngs)

    def __call__(self, x: Float[Array, "b 8"]) -> Float[Array, "b 4"]:
        for layer in self.layers:
            x = layer(x)  # E: jdc-shape
        return self.norm(x)


class Sizes(eqx.Module):
    """Sizes that whoever makes an object chooses may be right."""

    layers: list[eqx.nn.Linear]

    def __init__(self, width: int, depth: int, key: PRNGKeyArray) -> None:
        self.layers = [eqx.nn.Linear(width, width, key=key) for _ in range(depth)]
        self.layers.append(eqx.nn.Linear(32, 4, key=key))

    def __call__(self, x: Float[Array, "16"]) -> Float[Array, "4"]:
        for layer in self.layers:
            x = layer(x)
        return x


class Base(eqx.Module):
    """Another class has other layers."""

    layers: list[eqx.nn.Linear]

    def __init__(self, key: PRNGKeyArray) -> None:
        self.layers = [eqx.nn.Linear(3, 4, key=key)]

    def __call__(self, x: Float[Array, "8"]) -> Float[Array, "4"]:
        for layer in self.layers:
            x = layer(x)
        return x


class Derived(Base):
    def __init__(self, key: PRNGKeyArray) -> None:
        self.layers = [eqx.nn.Linear(8, 4, key=key)]
