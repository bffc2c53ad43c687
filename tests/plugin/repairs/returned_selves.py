"""States that methods of flax make for ``super()``, for ``cls`` and for `Self`; types of nnx without arguments."""

# mypy: warn-return-any, disallow-untyped-calls, disallow-any-generics

from typing import Any, Self, TypeVar, assert_type

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import nnx
from flax.training import train_state

StateT = TypeVar("StateT", bound=train_state.TrainState)


class State(train_state.TrainState):
    stats: Any

    def apply_gradients(self, *, grads: Any, **kwargs: Any) -> Self:
        new = super().apply_gradients(grads=grads, **kwargs)
        assert_type(new, Self)
        super().apply_gradients(grads=grads)  # E: jdc-discarded
        return new.replace(stats=grads)

    @classmethod
    def make(cls, params: Any) -> Self:
        return cls.create(apply_fn=None, params=params, tx=optax.sgd(0.1), stats=0)

    @classmethod
    def create(cls, **kwargs: Any) -> Self:
        return super().create(**kwargs)

    def stepped(self, grads: Any) -> Self:
        return self.apply_gradients(grads=grads)


class Below(train_state.TrainState):
    """mypy compares an override with the method that says nothing."""

    def apply_gradients(self, *, grads: Any, **kwargs: Any) -> tuple["Below", int]:  # type: ignore[override,unused-ignore]
        return super().apply_gradients(grads=grads), 1

    def pair(self, grads: Any) -> "Below":
        return super(Below, self).apply_gradients(grads=grads)  # noqa: UP008


class Other:
    def apply_gradients(self, grads):
        return grads

    def create(self):
        return 1


class BelowOther(Other):
    def apply_gradients(self, grads: Any) -> Any:
        return super().apply_gradients(grads)  # E: no-untyped-call


def step(state: StateT, grads: Any) -> StateT:
    def apply_gradients(given):
        return given

    assert_type(apply_gradients(3), Any)  # E: no-untyped-call
    return state.apply_gradients(grads=grads)


def split(model: nnx.Linear) -> tuple[nnx.GraphDef, nnx.State]:
    graphdef, state = nnx.split(model)
    return graphdef, state


def values(state: nnx.State, params: nnx.State[str, Any], kernel: nnx.Param[jax.Array], bias: nnx.Param) -> None:
    assert_type(state, nnx.State[Any, Any])
    assert_type(params, nnx.State[str, Any])
    assert_type(bias, nnx.Param[Any])
    jnp.sum(kernel[...])


def optimize(optimizer: nnx.Optimizer, wrong: nnx.State[str]) -> None:  # E: type-arg
    optimizer.step


class Held:
    def __init__(self, state: State) -> None:
        self.state = state

    def values(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return self.state.apply_fn({"params": self.state.params}, x)

    def text(self, x: jax.Array) -> str:
        return self.state.apply_fn({"params": self.state.params}, x)  # E: no-any-return


def predicted(state: StateT, x: jax.Array) -> jax.Array:
    assert_type(state.apply_fn({"params": state.params}, x), Any)
    return State.apply_fn(x)  # E: no-any-return


def shown(state: State, x: jax.Array) -> jax.Array:
    jax.block_until_ready(jax.block_until_ready(State.make(params=x.wrong)))  # E: attr-defined
    return state.apply_fn({"params": state.params}, x)
