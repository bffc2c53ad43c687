"""jdc-shape: an object of settings stays what it is where functions only read its attributes."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Settings:
    features: int = 784
    hidden: int = 256
    sizes: list[int] = dataclasses.field(default_factory=lambda: [3, 4])

    def widen(self) -> None:
        self.hidden *= 2


settings = Settings()
changed = Settings()
handed = Settings()
widened = Settings()
grown = Settings()
aliased = Settings()
held = Settings()


@dataclasses.dataclass
class Whole:
    settings: Settings


whole = Whole(held)


class Net(eqx.Module):
    linear: eqx.nn.Linear

    def __init__(self, key: jax.Array) -> None:
        self.linear = eqx.nn.Linear(settings.features, settings.hidden, key=key)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.linear(x)


def change(hidden: int) -> None:
    changed.hidden = hidden


def hand(function: object, hidden: int) -> None:
    setattr(handed, "hidden", hidden)


def widen(times: int) -> None:
    for _ in range(times):
        widened.widen()


def grow(size: int) -> None:
    grown.sizes.append(size)


def alias(hidden: int) -> None:
    again = aliased
    again.hidden = hidden


def inside(hidden: int) -> None:
    whole.settings.hidden += hidden


def local(changed: int, settings: Settings) -> None:
    settings.hidden = changed


def test_read() -> None:
    y = Net(jax.random.key(0)).linear(jnp.zeros(784))
    y @ jnp.zeros(settings.hidden)
    y @ jnp.zeros(settings.features)  # E: jdc-shape


def test_changed() -> None:
    jnp.zeros(changed.hidden) + jnp.zeros(10)


def test_handed() -> None:
    jnp.zeros(handed.hidden) + jnp.zeros(11)


def test_widened() -> None:
    jnp.zeros(widened.hidden) + jnp.zeros(12)


def test_aliased() -> None:
    jnp.zeros(aliased.hidden) + jnp.zeros(15)


def test_inside() -> None:
    jnp.zeros(held.hidden) + jnp.zeros(16)
    jnp.zeros(whole.settings.hidden) + jnp.zeros(17)


def test_grown() -> None:
    jnp.zeros(grown.sizes[1]) + jnp.zeros(13)
    jnp.zeros(grown.hidden) + jnp.zeros(14)  # E: jdc-shape
