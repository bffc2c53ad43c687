"""Objects that equinox changes, filters and differentiates are of their class."""

# mypy: warn-return-any, disallow-untyped-calls, disallow-untyped-decorators

from collections.abc import Callable
from typing import Any, TypeVar, assert_type

import equinox as eqx
import jax
import jax.numpy as jnp

AnyModule = TypeVar("AnyModule", bound=eqx.Module)


class Layer(eqx.Module):
    weight: jax.Array
    activation: Callable[[jax.Array], jax.Array] = jnp.tanh

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.activation(self.weight * x)


def arrays(layer: Layer) -> Layer:
    return eqx.filter(layer, eqx.is_array)


def apart(layer: Layer) -> tuple[Layer, Layer]:
    return eqx.partition(layer, eqx.is_array)


def together(layer: AnyModule) -> AnyModule:
    parameters, rest = eqx.partition(layer, eqx.is_inexact_array)
    return eqx.combine(jax.tree.map(lambda leaf: 2 * leaf, parameters), rest)


def completed(layer: Layer, rest: Any) -> jax.Array:
    return eqx.combine(layer, rest).weight.sum()


def halved(layer: Layer) -> Layer:
    weights, static = eqx.partition(layer, eqx.is_inexact_array)
    assert_type(static, Layer)
    weights = jax.tree.map(lambda leaf: leaf / 2, weights)
    return eqx.combine(weights, static)


def static_parts(layer: Layer) -> list[Any]:
    weights, static = eqx.partition(layer, eqx.is_inexact_array)
    assert_type(weights, Layer)
    static = jax.tree.leaves(static)
    return [weights, static]


def read(layer: Layer) -> Layer:
    return eqx.tree_deserialise_leaves("layer.eqx", layer)


def zeros(layer: Layer) -> Layer:
    return eqx.tree_at(lambda each: each.weight, layer, jnp.zeros(3))


def stepped(layer: Layer, updates: Any) -> Layer:
    return eqx.apply_updates(layer, updates)


def slope(layer: Layer) -> Layer:
    return eqx.filter_grad(lambda each: each.weight.sum())(layer)


def shapes(key: jax.Array) -> Layer:
    return eqx.filter_eval_shape(lambda given: Layer(jax.random.normal(given, (3,))), key)


@eqx.filter_value_and_grad
def loss(layer: Layer, x: jax.Array) -> jax.Array:
    return layer(x).sum()


@eqx.filter_grad(has_aux=True)
def loss_with_more(layer: Layer, x: jax.Array) -> tuple[jax.Array, int]:
    return layer(x).sum(), 3


@eqx.filter_vmap
def ensemble(key: jax.Array) -> Layer:
    return Layer(jax.random.normal(key, (3,)))


def many(keys: jax.Array) -> Layer:
    assert_type(eqx.filter_vmap(Layer)(keys), Layer)
    return eqx.filter_vmap(Layer)(keys)


def use(layer: Layer, x: jax.Array, flag: bool) -> None:
    value, gradient = loss(layer, x)
    assert_type(value, jax.Array)
    assert_type(gradient, Layer)
    assert_type(loss_with_more(layer, x)[1], int)
    assert_type(ensemble(jax.random.split(x, 3)), Layer)
    eqx.filter_value_and_grad(lambda each, y: each(y).sum())(layer, x)
    eqx.filter_grad(lambda each: (each.weight.sum(), 3), has_aux=True)(layer)
    arrays(layer).weigth  # E: attr-defined
    chosen = eqx.filter(layer, eqx.is_array)
    if flag:
        chosen = jax.tree.leaves(chosen)
    first, second = eqx.partition({"layer": layer}, eqx.is_array)
    first["more"] = second
    jax.jit(lambda each: each.weight)(eqx.filter(layer, eqx.is_array))


class Result(eqx.Enumeration):
    successful = ""
    failed = "it failed"


class More(Result):
    slow = "it is slow"


def chosen(flag: jax.Array, more: More) -> Result:
    assert_type(Result.successful, Result)
    More.promote(Result.failed)
    Result.successful.upper()  # E: attr-defined
    Result.missing  # E: attr-defined
    return Result.where(flag, Result.successful, Result.failed)


@eqx.filter_custom_vjp
def rounded(x: jax.Array) -> jax.Array:
    return jnp.round(x)


@rounded.def_fwd
def rounded_forward(perturbed: bool, x: jax.Array) -> tuple[jax.Array, None]:
    return jnp.round(x), None


@rounded.def_bwd
def rounded_backward(residuals: None, grad: jax.Array, perturbed: bool, x: jax.Array) -> jax.Array:
    return grad


def untyped(f):
    return f


@untyped  # E: untyped-decorator
def decorated(x: jax.Array) -> jax.Array:
    return x
