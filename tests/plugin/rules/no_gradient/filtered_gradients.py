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


class Gaussian(eqx.Module):
    loc: jax.Array
    scale: float = eqx.field(static=True, default=1.0)
    size: int = eqx.field(static=True, default=1)


def nll(gaussian: Gaussian, x: jax.Array) -> jax.Array:
    return jnp.sum(((x - gaussian.loc) / gaussian.scale) ** 2)


def fit(x: jax.Array) -> Gaussian:
    gaussian = Gaussian(jnp.zeros(2))
    return eqx.filter_grad(nll)(gaussian, x)  # E: jdc-no-gradient


class Tempered(eqx.Module):
    weight: jax.Array
    temperature: float = 2.0


class Annotated(eqx.Module):
    """It is not known if a number or an array is given for the scale."""

    weight: jax.Array
    scale: float


class Sized(eqx.Module):
    weight: jax.Array
    scale: jax.Array
    size: int = eqx.field(static=True, default=1)


@eqx.filter_jit
@eqx.filter_value_and_grad
def loss(model: Tempered, x: jax.Array) -> jax.Array:  # E: jdc-no-gradient
    return jnp.mean((model.weight * x / model.temperature) ** 2)


@eqx.filter_value_and_grad(has_aux=True)
def loss_with_aux(model: Tempered, x: jax.Array) -> tuple[jax.Array, None]:  # E: jdc-no-gradient
    return jnp.mean((model.weight * x / model.temperature) ** 2), None


@eqx.filter_grad
def of_annotated(model: Annotated, sized: Tempered) -> jax.Array:
    return model.weight.sum() * sized.temperature


@eqx.filter_grad
def of_sized(model: Sized) -> jax.Array:
    return model.weight.sum()


@eqx.filter_jit
def of_jitted(model: Tempered) -> jax.Array:
    return model.weight.sum() / model.temperature
