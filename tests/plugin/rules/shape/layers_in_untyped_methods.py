"""jdc-shape: a parameter without annotation is an array where a layer is given it."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


class Mlp(eqx.Module):
    first: eqx.nn.Linear
    drop: eqx.nn.Dropout
    second: eqx.nn.Linear

    def __init__(self, key: jax.Array) -> None:
        self.first = eqx.nn.Linear(4, 64, key=key)
        self.drop = eqx.nn.Dropout(0.1)
        self.second = eqx.nn.Linear(32, 10, key=key)

    def __call__(self, x, key=None):  # type: ignore[no-untyped-def]
        x = self.first(x)
        x = self.drop(x, key=key)
        return self.second(x)  # E: jdc-shape


class Pooled(eqx.Module):
    conv: eqx.nn.Conv2d
    pool: eqx.nn.MaxPool2d
    back: eqx.nn.Conv2d

    def __init__(self, key: jax.Array) -> None:
        self.conv = eqx.nn.Conv2d(1, 31, kernel_size=3, key=key)
        self.pool = eqx.nn.MaxPool2d(2, 2)
        self.back = eqx.nn.Conv2d(31, 1, kernel_size=3, key=key)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        x = self.pool(self.conv(x))
        self.conv(x)  # E: jdc-shape
        return self.back(x)


class Encoder(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.up = nnx.Linear(4, 61, rngs=rngs)
        self.across = nnx.Linear(61, 17, rngs=rngs)
        self.down = nnx.Linear(61, 4, rngs=rngs)
        self.norm = nnx.LayerNorm(61, rngs=rngs)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        h = self.norm(self.up(x))
        z = self.across(h)
        y = self.down(h) + x
        self.down(z)  # E: jdc-shape
        self.norm(z)  # E: jdc-shape
        return self.down(self.up(y))


class Either(nnx.Module):
    def __init__(self, rngs: nnx.Rngs, wide: bool) -> None:
        self.up = nnx.Linear(4, 62 if wide else 8, rngs=rngs)
        self.down = nnx.Linear(8, 4, rngs=rngs)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        if x.ndim == 1:
            x = x[None]
        return self.down(self.up(x))


class OfSettings(nnx.Module):
    def __init__(self, settings: Any, rngs: nnx.Rngs) -> None:
        self.up = nnx.Linear(settings.ins, settings.hidden, rngs=rngs)
        self.down = nnx.Linear(settings.hidden, 14, rngs=rngs)
        self.out = nnx.Linear(15, 3, rngs=rngs)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        y = self.down(self.up(x))
        return self.out(y)  # E: jdc-shape


class Called(nnx.Module):
    def __init__(self, *, rngs: nnx.Rngs) -> None:
        self.conv = nnx.Conv(1, 16, kernel_size=(3, 3), rngs=rngs)
        self.out = nnx.Linear(32 * 7 * 7, 10, rngs=rngs)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        x = nnx.avg_pool(nnx.relu(self.conv(x)), (2, 2), (2, 2))
        return self.out(x.reshape(x.shape[0], -1))  # E: jdc-shape


def test_called() -> None:
    Called(rngs=nnx.Rngs(0))(jnp.zeros((2, 28, 28, 1)))
