"""Dicts of axes beside the dicts that are mapped over."""

from typing import Any

import jax
import jax.numpy as jnp


def scored(params: Any, x: Any) -> Any:
    return params["scale"] * x


def of_other_keys(xs: jax.Array, given: dict[str, jax.Array]) -> None:
    params = {"scale": xs, "shift": jnp.zeros(())}
    jax.vmap(scored, in_axes=({"scale": 0}, 0))(params, xs)  # E: jdc-transform-input
    mapped = jax.vmap(scored, in_axes=({"scale": 0, "shft": None}, None))  # E: jdc-transform-input
    mapped(params, 2.0)
    nested = ({"inner": {"scale": xs, "bias": xs}},)
    jax.vmap(lambda tree: tree["inner"]["scale"], in_axes=({"inner": {"scale": 0}},))(*nested)
    whole = {"inner": {"scale": xs, "bias": xs}}
    jax.vmap(lambda tree: tree["inner"]["scale"], in_axes=({"inner": {"scale": 0}},))(whole)  # E: jdc-transform-input
    jax.vmap(lambda tree: tree["inner"]["scale"], in_axes=({"inner": 0},))({"inner": {"scale": xs}})
    jax.vmap(scored, in_axes=({"shift": None, "scale": 0}, 0))(params, xs)
    jax.vmap(scored, in_axes=({"scale": 0, "shift": None}, 0))({**params}, xs)
    jax.vmap(scored, in_axes=({"scale": 0}, 0))(given, xs)


def of_changed_dicts(xs: jax.Array) -> Any:
    params = {"scale": xs}
    params["shift"] = jnp.zeros(())
    axes = {"scale": 0}
    axes.update(shift=None)  # type: ignore[call-overload]
    return jax.vmap(scored, in_axes=(axes, 0))(params, xs), jax.vmap(
        scored, in_axes=({"scale": 0, "shift": None}, 0)
    )(params, xs)
