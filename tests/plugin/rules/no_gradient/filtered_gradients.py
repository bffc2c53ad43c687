"""jdc-no-gradient: numbers of Python under the derivatives of equinox."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Scaled(eqx.Module):
    weight: jax.Array
    scale: float = 2.0

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.scale * (self.weight @ x)


class Own(eqx.Module):
    weight: jax.Array
    scale: float

    def __init__(self, scale: float) -> None:
        self.weight = jnp.ones(2)
        self.scale = scale


class Learned(eqx.Module):
    weight: jax.Array
    scale: jax.Array
    steps: int = 3


class Loose(eqx.Module):
    weight: jax.Array
    scale: float


@eqx.filter_value_and_grad
def loss_fn(model: Scaled, x: jax.Array) -> jax.Array:
    return jnp.mean(model(x) ** 2)


def run(given: Scaled, loose: Loose) -> None:
    model = Scaled(jnp.ones((2, 2)))
    loss_fn(model, jnp.ones(2))  # E: jdc-no-gradient
    loss_fn(given, jnp.ones(2))  # E: jdc-no-gradient
    eqx.filter_grad(lambda m: m.weight.sum() * m.scale)(Own(1.0))  # E: jdc-no-gradient
    eqx.filter_grad(lambda m: m.weight.sum() * m.scale)(Learned(jnp.ones(2), jnp.ones(())))
    eqx.filter_grad(lambda m: m.weight.sum() * m.scale)(loose)
    eqx.filter_grad(lambda w, m: w.sum() * m.scale)(jnp.ones(2), model)
