"""Dicts of parameters that functions make, are given and change."""

import jax
import jax.numpy as jnp
from jaxtyping import Array


def make() -> dict[str, Array]:
    return {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16), "w2": jnp.zeros((16, 2)), "b2": jnp.zeros(2)}


def make_named(key: Array, inputs: int, hidden: int) -> dict[str, Array]:
    params = {"w1": jax.random.normal(key, (inputs, hidden)), "b1": jnp.zeros(hidden)}
    return params


def make_changed(inputs: int) -> dict[str, Array]:
    params = {"w1": jnp.zeros((inputs, 3)), "b1": jnp.zeros(4)}
    params["b1"] = jnp.zeros(3)
    return params


def apply(params: dict[str, Array], x: Array) -> Array:
    hidden = jnp.tanh(x @ params["w1"] + params["b1"])
    return hidden @ params["w2"] + params["b2"]


def first(params, x):
    return x @ params["w1"] + params["b1"]


@jax.jit
def first_jitted(params, x):
    return x @ params["w1"] + params["b1"]


def spoil(params, x):
    params["w1"] = jnp.zeros((3, 16))
    return x @ params["w1"] + params["b1"]


def hand_on(params, x):
    spoil(params, x)
    return first(params, x)


kept: list[dict[str, Array]] = []


def keep(params):
    kept.append(params)


def same(params):
    return params


def loss(params: dict[str, Array], x: Array) -> Array:
    return jnp.mean(apply(params, x) ** 2)


def reads() -> None:
    params = make()
    apply(params, jnp.ones((7, 4)))
    apply(params, jnp.ones((7, 3)))  # E: jdc-shape
    params["w1"] @ params["b1"]
    params["w1"] @ params["b2"]  # E: jdc-shape
    grads = jax.grad(loss)(params, jnp.ones((7, 4)))
    params["w1"] - 0.1 * grads["w1"]
    params["w1"] - 0.1 * grads["w2"]  # E: jdc-shape
    loss(params, jnp.ones((7, 3)))  # E: jdc-shape
    first(make(), jnp.ones(3))  # E: jdc-shape


def sizes(key: Array) -> None:
    params = make_named(jax.random.key(0), 4, 8)
    first(params, jnp.ones(4)) + jnp.ones(8)
    first(params, jnp.ones(3))  # E: jdc-shape
    first(params, jnp.ones(4)) + jnp.ones(7)  # E: jdc-shape
    first_jitted(params, jnp.ones(3))  # E: jdc-shape
    first(make_changed(2), jnp.ones(2))


def changed_by_another() -> None:
    params = {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}
    spoil(params, jnp.ones(3))
    first(params, jnp.ones(3))
    params["w1"] @ jnp.ones(16)
    others = {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}
    hand_on(others, jnp.ones(3))
    first(others, jnp.ones(3))


def changed_here() -> None:
    params = {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}
    first(params, jnp.ones(4))
    params["w1"] = jnp.zeros((3, 16))
    first(params, jnp.ones(3))
    others = {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}
    alias = same(others)
    alias["w1"] = jnp.zeros((3, 16))
    first(others, jnp.ones(3))
    held = {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}
    keep(held)
    kept[-1]["w1"] = jnp.zeros((3, 16))
    first(held, jnp.ones(3))


def nested() -> None:
    params = {"a": {"w1": jnp.zeros((4, 16)), "b1": jnp.zeros(16)}}
    params["a"]["w1"] = jnp.zeros((3, 16))
    first(params["a"], jnp.ones(3))


def loop() -> None:
    params = make()
    for _ in range(3):
        grads = jax.grad(loss)(params, jnp.ones((7, 4)))
        params = {name: value - 0.1 * grads[name] for name, value in params.items()}
    apply(params, jnp.ones((7, 4)))
