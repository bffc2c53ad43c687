"""Functions that return an object of the class that they are given, though they are declared to return anything."""

from typing import Any, Generic, Self, TypeVar, assert_type

import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import jax_utils, serialization
from flax.training import train_state

T = TypeVar("T")


@flax.struct.dataclass
class Ball:
    height: jax.Array
    speed: jax.Array


@flax.struct.dataclass
class Held(Generic[T]):
    item: T


class State(train_state.TrainState):
    key: jax.Array


def fall(ball: Ball) -> Ball:
    return ball.replace(height=ball.height + ball.speed)


def bounce(ball: Ball) -> Ball:
    return ball.replace(speed=-ball.speed)


def height(ball: Ball) -> jax.Array:
    return ball.height


def run(ball: Ball, key: jax.Array) -> None:
    assert_type(jax.lax.fori_loop(0, 3, lambda _, each: each, ball), Ball)
    assert_type(jax.lax.cond(ball.height[0] > 0, fall, bounce, ball), Ball)
    assert_type(jax.lax.cond(ball.height[0] > 0, height, bounce, ball), Any)
    assert_type(jax.lax.map(fall, ball), Ball)
    assert_type(jax.device_put(ball), Ball)
    assert_type(jax.device_get(ball), Any)
    assert_type(jax.pmap(fall)(ball), Ball)
    assert_type(jax.remat(fall)(ball), Ball)
    assert_type(serialization.from_bytes(ball, b""), Ball)
    moved, new_key = jax.lax.fori_loop(0, 3, lambda _, each: each, (ball, key))
    assert_type(moved, Ball)
    assert_type(new_key, jax.Array)
    counted, number = jax.lax.fori_loop(0, 3, lambda _, each: each, (ball, 0))
    assert_type(counted, Ball)
    assert_type(number, Any)
    pair = jax.lax.fori_loop(0, 3, lambda _, each: each, (ball, key))
    assert_type(pair, Any)
    jax.device_put(ball).height = key  # E: jdc-frozen
    unreplicated = jax_utils.unreplicate(jax_utils.replicate(ball))
    assert_type(unreplicated, Ball)
    unreplicated.replace(height=key)  # E: jdc-discarded
    jax.device_get(ball).height = key


def held(ball: Ball) -> Ball:
    assert_type(jax.lax.fori_loop(0, 3, lambda _, each: each, Held(ball)), Held[Ball])
    assert_type(jax.device_put(Held(ball)).item, Ball)
    return jax.lax.fori_loop(0, 3, lambda _, each: each, Held(ball)).item


def train(key: jax.Array) -> State:
    net = nn.Dense(2)
    state = State.create(apply_fn=net.apply, params=net.init(key, jnp.ones(3)), tx=optax.sgd(0.1), key=key)
    assert_type(state, State)
    state.apply_gradients(grads=state.params)  # E: jdc-discarded
    state.step = 3  # E: jdc-frozen
    return state.apply_gradients(grads=state.params)


class Batch(State):
    def apply_gradients(self, *, grads: Any, **kwargs: Any) -> Self:
        return jax.vmap(lambda each, its: State.apply_gradients(each, grads=its, **kwargs))(self, grads)

    def applied(self, grads: Any) -> Self:
        train_state.TrainState.apply_gradients(self, grads=grads).step = 3  # E: jdc-frozen
        return train_state.TrainState.apply_gradients(self, grads=grads)
