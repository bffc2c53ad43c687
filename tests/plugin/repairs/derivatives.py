"""Derivatives that JAX takes at once, and matrices of derivatives, keep the types of what they are of."""

# mypy: warn-return-any, disallow-untyped-calls

import abc
from collections.abc import Callable
from typing import Any, TypeVar, assert_type

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name
from jax.scipy.sparse.linalg import cg, gmres


@flax.struct.dataclass
class Params:
    w: jax.Array
    b: jax.Array


def loss(params: Params, x: jax.Array) -> jax.Array:
    return jnp.sum(params.w * x + params.b)


def rate(params: Params) -> float:
    return 0.5


def pair(params: Params) -> tuple[jax.Array, Params]:
    return params.w, params


def anything(params: Params):  # type: ignore[no-untyped-def]
    return params.w


def tangents(params: Params, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    value, slope = jax.jvp(loss, (params, x), (params, x))
    assert_type(value, jax.Array)
    assert_type(slope, jax.Array)
    both = jax.jvp(pair, (params,), (params,))[1]
    assert_type(both, tuple[jax.Array, Params])
    (one, two), _ = jax.jvp(pair, (params,), (params,))
    two.w = x  # E: jdc-frozen
    assert_type(jax.jvp(rate, (params,), (params,))[0], Any)
    assert_type(jax.jvp(anything, (params,), (params,)), tuple[Any, ...])
    return jax.jvp(lambda p: loss(p, x), (params,), (params,))


def product(params: Params, direction: Params, x: jax.Array) -> Params:
    return jax.jvp(jax.grad(lambda p: loss(p, x)), (params,), (direction,))[1]


def held(params: Params, x: jax.Array) -> None:
    value, slope = jax.jvp(loss, (params, x), (params, x))
    value = np.asarray(value)
    assert_type(slope, Any)
    value, aux, slope = jax.jvp(pair, (params,), (params,), has_aux=True)


def pulled(params: Params, x: jax.Array) -> Params:
    value, back = jax.vjp(loss, params, x)
    assert_type(value, jax.Array)
    slope, of_x = back(jnp.ones_like(value))
    assert_type(of_x, jax.Array)
    slope.w = x  # E: jdc-frozen
    (only,) = jax.vjp(lambda p: loss(p, x), params)[1](value)
    assert_type(only, Params)
    starred = [params]
    assert_type(jax.vjp(pair, *starred)[1](1), Any)
    _, back_again, aux = jax.vjp(pair, params, has_aux=True)
    assert_type(aux, Params)
    return slope


def linear(params: Params, x: jax.Array) -> jax.Array:
    value, along = jax.linearize(lambda p: loss(p, x), params)
    assert_type(value, jax.Array)
    assert_type(jax.linearize(anything, params)[0], Any)
    return along(params)


def moved(x: jax.Array) -> jax.Array:
    return x**2


def spread(x: jax.Array) -> Params:
    return Params(w=x, b=2 * x)


def matrices(params: Params, x: jax.Array) -> jax.Array:
    assert_type(jax.jacfwd(moved)(x), jax.Array)
    assert_type(jax.jacrev(loss, argnums=1)(params, x), jax.Array)
    assert_type(jax.jacobian(loss)(params, x), Params)
    assert_type(jax.jacfwd(spread)(x), Params)
    assert_type(jax.jacfwd(pair)(params), Any)
    assert_type(jax.hessian(loss)(params, x), Any)
    assert_type(jax.hessian(moved)(x), jax.Array)
    assert_type(jax.jacrev(loss, argnums=(0, 1))(params, x), Any)
    jax.jacfwd(moved)("x")  # E: arg-type
    jax.jacfwd(moved)(1.0)
    return jax.jit(jax.jacfwd(jax.jacrev(moved)))(x)


def named_gradient(params: Params, direction: Params, x: jax.Array) -> Params:
    slope = jax.grad(lambda p: loss(p, x))
    return jax.jvp(slope, (params,), (direction,))[1]


def either_gradient(params: Params, x: jax.Array, flag: bool) -> Params:
    slope = jax.grad(lambda p: loss(p, x))
    if flag:
        slope = jax.grad(lambda p: (loss(p, 2 * x), x), has_aux=True)
    return jax.jvp(slope, (params,), (params,))[1]  # E: no-any-return


def transposed(x: jax.Array) -> jax.Array:
    back = jax.linear_transpose(lambda y: 2 * y, x)
    (out,) = back(x)
    return out


def solved(params: Params, x: jax.Array) -> jax.Array:
    found, _ = cg(lambda y: 2 * y, x)
    assert_type(found, jax.Array)
    assert_type(gmres(lambda p: p, params)[0], Params)
    return found


class Operator(abc.ABC):
    @abc.abstractmethod
    def total(self) -> jax.Array: ...


OperatorT = TypeVar("OperatorT", bound=Operator)


def of_variable(operator: OperatorT) -> OperatorT:
    return jax.grad(lambda each: each.total())(operator)


def changed(params: Params, x: jax.Array) -> None:
    value, back = jax.vjp(loss, params, x)
    of_both = back(value)
    assert_type(of_both, Any)
    of_both = list(of_both)
    _, back_again = jax.vjp(loss, params, x)
    of_params, of_x = back_again(value)
    of_params = of_params.w
    _, along = jax.linearize(loss, params, x)
    slope = along(params, x)
    slope = float(slope)
    matrix = jax.vmap(jax.jacfwd(moved))(x)
    matrix = np.array(matrix)
    first = jax.jvp(loss, (params, x), (params, x))[0]
    first = 0.0


def solved_of(hvp: Callable[[OperatorT], OperatorT], right: OperatorT) -> OperatorT:
    found, _ = cg(hvp, right)
    return found


def named_value(params: Params) -> Params:
    return checkpoint_name(params, "params")


def number(x: float) -> float:
    return x * 2


def numbers(x: float) -> float:
    if x > 1:
        return jax.jacfwd(number)(x)  # E: no-any-return
    return jax.jvp(number, (x,), (1.0,))[0]  # E: no-any-return
