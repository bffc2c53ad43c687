"""Functions that declare an object or an array and return a tuple: what begins a loop is the tuple."""

# mypy: disable-error-code="return-value, misc, index, arg-type"

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


@flax.struct.dataclass
class State:
    x: jax.Array
    t: jax.Array


def reset(key: jax.Array) -> State:
    return jax.random.normal(key, (3,)), State(jnp.zeros(3), jnp.array(0))


def alone(key: jax.Array) -> State:
    return State(jax.random.normal(key, (3,)), jnp.array(0))


def summed(x: Float[Array, "3 2"]) -> Float[Array, "2"]:
    return x.sum(0), x, x


def total(x: Float[Array, "3 2"]) -> Float[Array, "2"]:
    return x.sum(0)


def loss(params: jax.Array) -> jax.Array:
    return params.sum(), params


def counted(carry):
    return carry[1].t < 3


def moved(carry):
    obs, state = carry
    return obs, state.replace(t=state.t + 1)


def pair(x: jax.Array, t: jax.Array) -> State:
    return x, t


def started(x: jax.Array, t: jax.Array) -> State:
    return State(x, t)


def step(carry: tuple[jax.Array, jax.Array], _: None) -> tuple[State, None]:
    new = pair(carry[0] + 1, carry[1])
    return new, None


key = jax.random.key(0)
x = jnp.ones(3)
jax.lax.fori_loop(0, 2, lambda i, c: pair(c[0] + 1, c[1]), (x, x))
jax.lax.fori_loop(0, 2, lambda i, c: pair(*c) if x.ndim else pair(c[1], c[0]), (x, x))
jax.lax.fori_loop(0, 2, lambda i, c: (pair(c[0][0], c[0][1]), c[1]), ((x, x), x))
jax.lax.fori_loop(0, 2, lambda i, c: ((c[0][1], c[0][0]), c[1]), (pair(x, x), x))
jax.lax.scan(step, (x, x), None, 2)
jax.lax.fori_loop(0, 2, lambda i, c: started(c[0] + 1, c[1]), (x, x))  # E: jdc-carry
jax.lax.fori_loop(0, 2, lambda i, c: (started(c[0][0], c[0][1]), c[1]), ((x, x), x))  # E: jdc-carry
begun = reset(key)
jax.lax.while_loop(counted, lambda carry: (carry[0], carry[1].replace(t=carry[1].t + 1)), reset(key))
jax.lax.while_loop(counted, lambda carry: (carry[0], carry[1].replace(t=carry[1].t + 1)), begun)
jax.lax.while_loop(counted, moved, jax.jit(reset)(key))
jax.lax.scan(lambda carry, _: (moved(carry), None), reset(key), None, 3)
jax.lax.while_loop(lambda state: state.t < 3, lambda state: (state.x, state), alone(key))  # E: jdc-carry
jax.grad(loss)(jnp.ones(3))  # E: jdc-transform-input

first, second, third = summed(jnp.ones((3, 2)))
jnp.zeros((2, 3)) @ summed(jnp.ones((3, 2)))[1]
