"""optax and chex say that trees hold arrays; they take registered dataclasses as well."""

# mypy: disallow-untyped-calls

import abc
import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar, assert_type

import chex
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import optax
from flax.core import FrozenDict
from flax.training.train_state import TrainState

import jdc_runtime as jdc


@jdc.pytree_dataclass
class TreeParams:
    w: jax.Array


@flax.struct.dataclass
class TreeFlax:
    w: jax.Array


@dataclasses.dataclass
class TreePlain:
    w: jax.Array


def descend(params: TreeParams, other: TreeFlax, many: dict[str, TreeParams], plain: TreePlain, some: object) -> None:
    tx = optax.adam(1e-3)
    state = tx.init(params)
    tx.init(other)
    tx.init(many)
    tx.init([params, other])
    tx.init(plain)  # E: arg-type
    tx.init(some)  # E: arg-type
    tx.init("params")
    tx.init(params, params)  # E: call-arg
    updates, state = tx.update(params, state, params)
    new = optax.apply_updates(params, updates)
    assert_type(new, TreeParams)
    params = optax.apply_updates(params, updates)
    wrong: TreeFlax = optax.apply_updates(params, updates)  # E: assignment
    optax.global_norm(params)
    chex.assert_tree_all_finite(params)
    chex.assert_tree_has_only_ndarrays(params)
    assert_type(optax.incremental_update(params, params, 0.1), TreeParams)
    print(wrong)


Rows = list["Rows"] | dict[str, "Rows"] | jax.Array


def recursive(tx: optax.GradientTransformation, rows: Rows, many: dict[str, Rows]) -> None:
    tx.init(rows)
    tx.init(many)
    tx.init([rows, many])


@flax.struct.dataclass
class Named:
    name: str
    w: jax.Array


class Unregistered: ...


def containers(
    params: TreeParams, named: Named, unregistered: Unregistered, tx: optax.GradientTransformation
) -> None:
    tx.init({"a": params, "b": 1.0, "c": None, "d": [params]})
    tx.init({"a": params, "b": unregistered})  # to mypy a dict is a tree of its keys
    tx.init([params, unregistered])  # E: list-item
    tx.init((params, object()))  # E: arg-type
    tx.init(named)  # E: arg-type
    tx.update(params, params)  # E: arg-type


def same_tree(params: dict[str, jax.Array], many: tuple[TreeParams, ...], rates: dict[str, float]) -> None:
    new = optax.apply_updates(params, params)
    assert_type(new, dict[str, jax.Array])
    assert_type(optax.apply_updates(many, many), tuple[TreeParams, ...])
    optax.apply_updates(rates, rates)["lr"]  # E: index


def optional(params: TreeParams | None, tx: optax.GradientTransformation) -> None:
    tx.init(params)  # E: arg-type
    tx.update(params, tx.init(None), params)  # E: arg-type, arg-type


ModelT = TypeVar("ModelT", bound=eqx.Module)


def of_any_module(model: ModelT, other: eqx.Module, loss: Callable[[eqx.Module], jax.Array]) -> ModelT:
    optimizer = optax.adam(0.1)
    state = optimizer.init(eqx.filter(model, eqx.is_array))
    gradients = eqx.filter_grad(loss)(other)
    updates, state = optimizer.update(gradients, state, eqx.filter(other, eqx.is_array))
    optimizer.init(loss)  # E: arg-type
    return eqx.apply_updates(model, updates)


T = TypeVar("T")
Made = TypeVar("Made", bound=Callable[[], int])


def of_any_tree(params: T, gradients: T, made: Made, tx: optax.GradientTransformation) -> T:
    state = tx.init(params)
    updates, state = tx.update(gradients, state, params)
    tx.init(made)  # E: arg-type
    print(optax.incremental_update(params, gradients, 0.1))
    return optax.apply_updates(params, updates)


class OwnState(NamedTuple):
    steps: jax.Array


def own_optimizer(names: dict[str, optax.GradientTransformation], state: TrainState) -> optax.GradientTransformation:
    def init(params: optax.Params) -> OwnState:
        return OwnState(jnp.zeros(()))

    def update(
        updates: optax.Updates, state: OwnState, params: optax.Params | None = None
    ) -> tuple[optax.Updates, OwnState]:
        return updates, OwnState(state.steps + 1)

    optax.GradientTransformation(init, 3)  # E: arg-type
    assert_type(optax.incremental_update(state.params, state.params, 0.1), FrozenDict[str, Any])
    optax.multi_transform(names, {"w": "slow"})
    optax.multi_transform({"slow": 3}, {"w": "slow"})  # E: dict-item
    return optax.GradientTransformation(init, update)


class Callable1(Protocol):
    def __call__(self, x: jax.Array, /) -> jax.Array: ...


class Distribution(abc.ABC):
    @abc.abstractmethod
    def mean(self) -> jax.Array: ...


@dataclasses.dataclass
class PlainDistribution(Distribution):
    def mean(self) -> jax.Array:
        return jnp.zeros(3)


Bound = TypeVar("Bound", bound=Callable1)
Abstract = TypeVar("Abstract", bound=Distribution)


def of_callers(
    tx: optax.GradientTransformation, model: Bound, guide: Abstract, one: Distribution, plain: PlainDistribution
) -> tuple[Bound, Abstract]:
    state = tx.init((model, guide))
    tx.init(guide)
    tx.init(one)
    tx.init(plain)  # E: arg-type
    updates, state = tx.update(model, state, model)
    new = optax.apply_updates(model, updates)
    assert_type(optax.apply_updates(one, updates), Distribution)
    return new, optax.apply_updates(guide, updates)


class Weights(TypedDict):
    w: jax.Array


def of_keys(tx: optax.GradientTransformation, weights: Weights) -> Weights:
    updates, _ = tx.update(weights, tx.init(weights), weights)
    return optax.apply_updates(weights, updates)


def read_results(params: TreeParams, tx: optax.GradientTransformation) -> None:
    state = tx.init(params)
    print(state.hyperparams["learning_rate"], tx.init({"a": 1.0})[0].count)
    updates, state = tx.update(params, state, params)
    print(updates.w, state[1].count)
    value, gradient = optax.value_and_grad_from_state(lambda p: p.w.sum())(params, state=state)
    print(gradient.w)
    assert_type(optax.tree.scale(0.5, params), TreeParams)
    assert_type(optax.tree_utils.tree_zeros_like(params), TreeParams)


def other_name(x: jax.Array) -> jax.Array:
    return jnp.mean(optax.sigmoid_binary_cross_entropy(x, x))


def masks(params: TreeFlax) -> None:
    """A mask may be a function of the very tree, whose class is not seen where the function is written."""
    tx = optax.masked(optax.sgd(0.1), mask=lambda tree: tree.replace(w=True))
    tx = optax.adamw(0.1, mask=lambda tree: dataclasses.replace(tree, w=False))
    tx = optax.chain(optax.add_decayed_weights(0.1, lambda tree: tree.replace(w=True)), tx)
    optax.masked(tx, mask=lambda tree: tree.w.ndim > 1).init(params)
