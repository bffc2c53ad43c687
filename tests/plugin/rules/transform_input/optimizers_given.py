"""jdc-transform-input: ``init``, ``update`` and ``apply_updates`` of optax."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
import pytest

Params = dict[str, jax.Array]
adam = optax.adam(1e-3)
decayed = optax.adamw(1e-3)
momentum = optax.sgd(0.1, momentum=0.9)
plain = optax.sgd(0.1)


def built(rate: float) -> Any:
    schedule = optax.warmup_cosine_decay_schedule(0.0, rate, 10, 100)
    return optax.chain(
        optax.clip_by_global_norm(1.0), optax.add_decayed_weights(1e-4), optax.scale_by_schedule(schedule)
    )


def loss(params: Params, x: jax.Array) -> jax.Array:
    return ((x @ params["w"]) ** 2).mean()


loss_and_gradients = jax.value_and_grad(loss)


@jax.jit
def step(params: Params, state: Any, x: jax.Array) -> tuple[Params, Any]:
    value, grads = loss_and_gradients(params, x)
    updates, state = adam.update(grads, state)
    return optax.apply_updates(params, updates), state


@jax.jit
def exchanged(params: Params, state: Any, x: jax.Array) -> tuple[Params, Any]:
    grads = jax.grad(loss)(params, x)
    adam.update(state, grads)  # E: jdc-transform-input
    adam.update(grads, params, state)  # E: jdc-transform-input
    updates, state = adam.update(grads, state, params)
    return optax.apply_updates(params, updates), state


@jax.jit
def with_value(params: Params, state: Any, x: jax.Array) -> tuple[Params, Any]:
    grads = loss_and_gradients(params, x)
    updates, state = adam.update(grads, state)  # E: jdc-transform-input
    return optax.apply_updates(params, updates), state


@jax.jit
def with_state(params: Params, state: Any, x: jax.Array) -> Params:
    made = momentum.update(jax.grad(loss)(params, x), state)
    print(optax.apply_updates(params, momentum.update(jax.grad(loss)(params, x), state)))  # E: jdc-transform-input
    return optax.apply_updates(params, made[0])


def starts(params: Params) -> None:
    state = decayed.init(params)
    decayed.init()  # E: jdc-transform-input
    decayed.update(params)  # E: jdc-transform-input
    decayed.update(params, state)  # E: jdc-transform-input
    decayed.update(params, state, params)
    decayed.update(params, state, params=params)
    decayed.update(updates=params, state=state, params=params)
    optax.adam.init(params)  # E: jdc-transform-input
    print(optax.apply_updates(params))  # E: jdc-transform-input
    print(eqx.apply_updates(params, decayed.update(params, state, params)))  # E: jdc-transform-input
    plain.update(params, plain.init(params))
    chained = built(0.1)
    chained.update(params, chained.init(params))  # E: jdc-transform-input
    chained.update(params, chained.init(params), params)
    masked = optax.masked(optax.add_decayed_weights(0.1), {"w": True})
    masked.update(params, masked.init(params))  # E: jdc-transform-input
    injected = optax.inject_hyperparams(optax.lion)(learning_rate=0.1)
    injected.update(params, injected.init(params))  # E: jdc-transform-input
    adam.update(adam.init(params), params)  # E: jdc-transform-input


def other_optimizers(params: Params, optimizer: Any, given: tuple[Any, ...]) -> None:
    optimizer.update(params)
    optimizer.init()
    adam.update(*given)
    several = optax.MultiSteps(adam, every_k_schedule=2)
    several.update(params, several.init(params), params)
    searching = optax.lbfgs()
    searching.update(params, searching.init(params), params, value=0.0, grad=params, value_fn=loss)
    with pytest.raises(TypeError):
        adam.update(params)


def state_by_the_name_of_params(params: Params) -> None:
    x = params
    x = adam.init(x)
    adam.update(params, x)


def of_a_loop(params: Params, chosen: bool) -> Params:
    optimizer = optax.adamw(1e-3) if chosen else optax.adam(1e-3)
    state = optimizer.init(params)
    for _ in range(3):
        grads = jax.tree.map(jnp.ones_like, params)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
    return params


class Trainer:
    def __init__(self, params: Params, rate: float) -> None:
        self.params = params
        self.optimizer = optax.lamb(rate)
        self.other = optax.adam(rate)
        self.chosen = optax.adam(rate)
        self.state = self.optimizer.init(params)

    def lower(self, rate: float) -> None:
        self.chosen = optax.adamw(rate)

    def step(self, grads: Params) -> None:
        updates, self.state = self.optimizer.update(grads, self.state, self.params)
        self.optimizer.update(grads, self.state)  # E: jdc-transform-input
        self.other.update(grads, self.state)
        self.chosen.update(grads, self.state)
        self.params = optax.apply_updates(self.params, updates)
