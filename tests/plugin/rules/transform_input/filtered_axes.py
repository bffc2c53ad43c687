"""``in_axes`` of ``equinox.filter_vmap``: a tuple has one entry for each argument that a call gives."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Lens(eqx.Module):
    focus: jax.Array
    tilt: jax.Array | float


def made_of_pair(parameters: tuple[jax.Array, jax.Array]) -> Lens:
    return Lens(parameters[0], parameters[1])


def made(focus: jax.Array, tilt: jax.Array | float = 0.0) -> Lens:
    return Lens(focus, tilt)


def many(*values: jax.Array) -> jax.Array:
    return values[0]


def wrong(xs: jax.Array, ys: jax.Array) -> None:
    eqx.filter_vmap(made_of_pair, in_axes=(0, 0))((xs, ys))  # E: jdc-transform-input
    eqx.filter_vmap(lambda pair: Lens(pair[0], pair[1]), in_axes=(0, None))((xs, ys))  # E: jdc-transform-input
    eqx.filter_vmap(made, in_axes=(0, 0))(xs)  # E: jdc-transform-input
    eqx.filter_vmap(made, in_axes=(0,))(xs, ys)  # E: jdc-transform-input
    eqx.filter_vmap(many, in_axes=(0, 0, 0))(xs, ys)  # E: jdc-transform-input


def right(xs: jax.Array, ys: jax.Array, axes: tuple[int | None, ...]) -> None:
    eqx.filter_vmap(made_of_pair, in_axes=((0, 0),))((xs, ys))
    eqx.filter_vmap(made_of_pair, in_axes=0)((xs, ys))
    eqx.filter_vmap(made_of_pair)((xs, ys))
    eqx.filter_vmap(made, in_axes=(0, None))(xs, 1.0)
    eqx.filter_vmap(made, in_axes=(None, None), axis_size=3)(xs, 1.0)
    eqx.filter_vmap(made, in_axes=(0,))(xs)
    eqx.filter_vmap(made, in_axes={"focus": 0, "tilt": None})(xs, 1.0)
    eqx.filter_vmap(made, in_axes=(eqx.if_array(0), None))(xs, 1.0)
    eqx.filter_vmap(many, in_axes=(0, 0))(xs, ys)
    eqx.filter_vmap(many, in_axes=axes)(xs, ys)
    eqx.filter_vmap(made_of_pair, in_axes=axes)((xs, ys))
    jnp.sum(xs)
