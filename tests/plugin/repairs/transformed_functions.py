"""Functions under transformations of JAX keep their types."""

import dataclasses
import functools
from typing import Any, assert_type

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


def by_name(x: jax.Array) -> dict[str, jax.Array]:
    return {"x": x}


@jdc.pytree_dataclass
class Params:
    w: jax.Array
    b: jax.Array


@functools.partial(jax.jit, static_argnums=0)
def zeros(shape) -> jax.Array:  # type: ignore[no-untyped-def]
    return jnp.zeros(shape)


def step(params: Params, x: jax.Array, count: int = 0) -> Params:
    return params


def loss(params: Params, x: jax.Array) -> float:
    return 0.0


def loss_with_aux(params: Params, x: jax.Array) -> tuple[jax.Array, Params]:
    return x, params


@jax.jit
def decorated(params: Params) -> Params:
    return params


@functools.partial(jax.jit, static_argnames=("count",))
def by_partial(params: Params, count: int) -> Params:
    return params


@jax.jit(static_argnames=("count",))
def called(params: Params, count: int) -> Params:
    return params


class Model:
    @jax.jit
    def method(self, params: Params) -> Params:  # E: jdc-unregistered
        return params

    @functools.partial(jax.jit, static_argnums=0)
    def unannotated(self, one=1):  # type: ignore[no-untyped-def]
        return one

    @functools.partial(jax.jit, static_argnums=0)
    def static(self, params: Params) -> Params:
        return params


def use(params: Params, x: jax.Array, anything: Any) -> None:
    jitted = jax.jit(step)
    assert_type(jitted(params, x), Params)
    jitted(params, np.ones(3), count=x)
    jitted(params, 1.0)
    jitted(params)  # E: call-arg
    jitted(params, "x")  # E: arg-type
    jitted(params, x, cuont=1)  # E: call-arg
    jitted.lower(params, x).compile()
    jitted.__wrapped__(params, x)
    jitted.clear_cache()
    assert_type(jitted._cache_size(), int)
    assert_type(jitted.__name__, str)
    jitted.wrapped  # E: attr-defined
    assert_type(decorated(params), Params)
    decorated(x)  # E: arg-type
    assert_type(by_partial(params, 1), Params)
    by_partial(params, "1")  # E: arg-type
    by_partial.lower(params, 1)
    assert_type(zeros((2, 3)), jax.Array)
    zeros.lower((2, 3))
    assert_type(called(params, 1), Params)
    called(params)  # E: call-arg
    called.lower(params, 1)
    assert_type(Model().method(params), Params)
    Model().static(x)  # E: arg-type
    assert_type(jax.vmap(step, in_axes=(None, 0))(params, x), Params)
    assert_type(jax.checkpoint(step)(params, x), Params)
    assert_type(jax.grad(loss)(params, x), Params)
    jax.grad(loss)(params)  # E: call-arg
    assert_type(jax.grad(loss, argnums=(0, 1))(params, x), tuple[Params, jax.Array])
    assert_type(jax.value_and_grad(loss)(params, x), tuple[jax.Array, Params])
    assert_type(jax.value_and_grad(loss_with_aux, has_aux=True)(params, x), tuple[tuple[jax.Array, Params], Params])
    assert_type(jax.grad(loss_with_aux, has_aux=True)(params, x), tuple[Params, Params])
    assert_type(jax.tree.map(lambda leaf: leaf * 2, params), Params)
    assert_type(jax.tree.map(jnp.add, params, params), Params)
    assert_type(jax.eval_shape(step, params, x), Params)
    named: dict[str, jax.Array] = jax.eval_shape(by_name, x)
    print(named)
    shape = jax.eval_shape(lambda: jnp.zeros(3))
    shape.shape
    jax.jit(anything)(1, 2, a=3)
    jax.jit(lambda one, two: one)(1, two=2)


def either(x: jax.Array | np.ndarray[Any, Any]) -> tuple[jax.Array | np.ndarray[Any, Any], jax.Array | float | None]:
    return x, None


def returned(x: jax.Array, params: Params) -> None:
    assert_type(jax.jit(either)(x), tuple[jax.Array, jax.Array | None])
    assert_type(jax.vmap(either)(x)[0], jax.Array)
    print(jax.jit(either)(x)[0].at[0].set(1))
    either(x)[0].at  # E: union-attr
    Params(jax.jit(either)(x)[0], x)
    Params(either(x)[0], x)  # E: arg-type


def rebound(params: Params, x: jax.Array, flag: bool) -> None:
    chosen = jax.jit(step)
    if flag:
        chosen = jax.jit(loss)
    chosen(params, x)
    tools = {"step": jax.jit(step), "loss": jax.jit(loss)}
    tools["step"](params, x)
    picked = jax.jit(step) if flag else jax.jit(loss)
    picked(params, x)


@dataclasses.dataclass
class Trainer:
    def __post_init__(self) -> None:
        self.step = jax.jit(step)

    def reset(self) -> None:
        self.step = jax.jit(loss)
