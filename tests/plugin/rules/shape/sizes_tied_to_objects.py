"""Sizes of arguments that are those of an object, since the function uses both together."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Bool, Float

import jdc_runtime as jdc


class Autoencoder(eqx.Module):
    encoder: Float[Array, "code pixels"]
    decoder: Float[Array, "pixels code"]
    offset: Float[Array, "pixels"]

    def residual(self, image: Float[Array, "pixels"]) -> Float[Array, "pixels"]:
        return image - self.encoder @ image  # E: jdc-shape

    def encoded(self, image: Float[Array, "pixels"]) -> Float[Array, "pixels"]:
        code = self.encoder @ (image - self.offset)
        return jnp.tanh(code)  # E: jdc-shape

    def decoded(self, code: Float[Array, "code"]) -> Float[Array, "code"]:
        return self.decoder @ code  # E: jdc-shape

    def squared(self, image: Float[Array, "pixels"]) -> Float[Array, ""]:
        error = image - self.decoder @ (self.encoder @ image)
        return error @ error

    def skipped(self, image: Float[Array, "pixels"]) -> Float[Array, "pixels"]:
        hidden = self.encoder @ image
        return image + self.decoder @ jax.nn.relu(hidden)

    def turned(self, code: Float[Array, "pixels"]) -> Float[Array, "pixels"]:
        return self.encoder @ (self.decoder @ code)

    def swapped(self, code: Float[Array, "pixels"]) -> Float[Array, "code"]:
        return self.decoder @ code

    def in_a_branch(self, image: Float[Array, "pixels"], is_plain: bool) -> Float[Array, "..."]:
        if not is_plain:
            return self.encoder @ image
        return image[: self.encoder.shape[0]]

    def sometimes(self, image: Float[Array, "pixels"], is_code: bool) -> Float[Array, "pixels"]:
        if is_code:
            return self.decoder @ image
        return image

    def later(self, image: Float[Array, "pixels"]) -> Float[Array, "code"]:
        return jax.vmap(lambda row: row @ image)(self.encoder)


@struct.dataclass
class Regression:
    weights: Float[Array, "features targets"]
    bias: Float[Array, "targets"]


def predicted(model: Regression, x: Float[Array, "n features"]) -> Float[Array, "n targets"]:
    return x @ model.weights + model.bias


def predicted_features(model: Regression, x: Float[Array, "n features"]) -> Float[Array, "n features"]:
    return x @ model.weights + model.bias  # E: jdc-shape


def shifted(model: Regression, x: Float[Array, "n features"]) -> Float[Array, "n targets"]:
    predictions = x @ model.weights
    return predictions + x  # E: jdc-shape


def penalized(model: Regression, x: Float[Array, "n features"], penalty: float) -> Float[Array, ""]:
    residuals = x @ model.weights - model.bias
    return jnp.mean(residuals**2) + penalty * jnp.sum(model.weights**2)


def made() -> Regression:
    return Regression(jnp.zeros((3, 2)), jnp.zeros(2))


class Filter(NamedTuple):
    gain: Float[Array, "state seen"]
    model: Float[Array, "seen state"]


def corrected(
    filter_: Filter, mean: Float[Array, "state"], seen: Float[Array, "seen"], is_new: Bool[Array, ""]
) -> Float[Array, "state"]:
    surprise = seen - filter_.model @ mean
    return mean + jnp.where(is_new, filter_.gain @ surprise, 0.0)


def corrected_wrongly(
    filter_: Filter, mean: Float[Array, "state"], seen: Float[Array, "seen"]
) -> Float[Array, "state"]:
    surprise = seen - filter_.model @ mean
    return mean + surprise  # E: jdc-shape


def filter_of_two() -> Filter:
    return Filter(jnp.zeros((4, 2)), jnp.zeros((2, 4)))


@jdc.pytree_dataclass
class Scaled:
    scale: Float[Array, "d"]
    shift: Float[Array, "k"]

    def of_other_names(self, x: Float[Array, "k d"]) -> Float[Array, "d k"]:
        return jnp.exp(x).T

    def scaled(self, x: Float[Array, "n d"], shift: Float[Array, "n k"]) -> Float[Array, "n d"]:
        return x * self.scale + jnp.sum(shift * self.shift, axis=1)[:, None]

    def both(self, x: Float[Array, "n d"]) -> Float[Array, "n d"]:
        return x * self.scale + self.shift  # E: jdc-shape


class Moments(NamedTuple):
    mean: Float[Array, "d"]
    covariance: Float[Array, "d d"]


def distances(moments: Moments, x: Float[Array, "n d"]) -> Float[Array, "n"]:
    centered = x - moments.mean
    return jnp.sum(centered * jnp.linalg.solve(moments.covariance, centered.T).T, axis=-1)


def distances_untransposed(moments: Moments, x: Float[Array, "n d"]) -> Float[Array, "n"]:
    centered = x - moments.mean
    return jnp.sum(centered * jnp.linalg.solve(moments.covariance, centered.T), axis=-1)  # E: jdc-shape


def spread(moments: Moments, x: Float[Array, "n d"]) -> Float[Array, "d"]:
    return jnp.sqrt(jnp.diag(moments.covariance)) * (x - moments.mean).std(axis=0)


def moments_of_two() -> Moments:
    return Moments(jnp.zeros(2), jnp.eye(2))
