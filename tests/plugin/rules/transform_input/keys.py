"""Objects with random keys, or arrays of whole numbers, that are handed to derivatives."""

from typing import Annotated, Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, Key, Num

import jdc_runtime as jdc


@flax.struct.dataclass
class Keyed:
    w: jax.Array
    key: Key[Array, ""]


@flax.struct.dataclass
class Counted:
    w: Float[Array, "3"]
    counts: Int[Array, "3"]


@jdc.pytree_dataclass
class Masked:
    w: jax.Array
    mask: Annotated[jax.Array, (3,), jnp.bool_]


@flax.struct.dataclass
class Open:
    w: jax.Array
    other: Any = None
    number: float = 0.0
    name: Any = flax.struct.field(pytree_node=False, default=None)


@flax.struct.dataclass
class Right:
    w: Float[Array, "3"]
    numbers: Num[Array, "3"]
    maybe: Bool[Array, "3"] | None = None


class Layer(eqx.Module):
    w: jax.Array
    key: jax.Array


def of_keyed(model: Keyed) -> jax.Array:
    return jnp.sum(model.w**2)


def of_any(model: Any) -> jax.Array:
    return jnp.sum(model.w**2)


def of_open(model: Open) -> jax.Array:
    return jnp.sum(model.w**2)


def run(keyed: Keyed, counted: Counted, masked: Masked, right: Right, opened: Open) -> None:
    jax.grad(of_keyed)(keyed)  # E: jdc-transform-input
    jax.value_and_grad(of_any)(counted)  # E: jdc-transform-input
    jax.jacfwd(of_any)(masked)  # E: jdc-transform-input
    jax.grad(of_any)(right)
    jax.grad(of_open)(opened)
    jax.vmap(of_keyed)(keyed)


def made(w: jax.Array, unknown: Any) -> None:
    key = jax.random.key(0)
    model = Open(w, key)
    jax.grad(of_open)(model)  # E: jdc-transform-input
    jax.grad(of_open)(Open(w, jax.random.PRNGKey(0)))  # E: jdc-transform-input
    jax.grad(of_open)(Open(w, jnp.arange(3)))  # E: jdc-transform-input
    jax.hessian(of_any)(Open(w, number=1))  # E: jdc-transform-input
    jax.grad(of_any)(Layer(w, key))  # E: jdc-transform-input
    jax.grad(of_open)(Open(w, jnp.ones(3), 1.0))
    jax.grad(of_open)(Open(w, name=3))
    jax.grad(of_open)(Open(w, unknown))
    jax.grad(of_open)(Open(w))
    eqx.filter_grad(of_any)(Layer(w, key))


@jdc.pytree_dataclass
class Learner:
    w: jax.Array
    key: jax.Array


def of_learner(learner: Learner) -> jax.Array:
    return jnp.sum(learner.w**2)


jax.grad(of_learner)(Learner(jnp.ones(3), jax.random.key(0)))  # E: jdc-transform-input
jax.grad(of_learner)(Learner(jnp.ones(3), jnp.zeros(2)))
jax.grad(of_learner, allow_int=True)(Learner(jnp.ones(3), jax.random.PRNGKey(0)))
jax.grad(of_learner)(Learner(jnp.ones(3), jax.random.PRNGKey(0)))  # E: jdc-transform-input
