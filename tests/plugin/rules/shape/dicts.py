"""Items of dicts that are written out and never change before they are read."""

from typing import Any

import jax
import jax.numpy as jnp

x = jnp.ones((5, 3))


def train(params: Any) -> None:
    params["w"] = jnp.zeros((5, 4))


def wrong() -> None:
    params = {"w": jnp.zeros((3, 4)), "b": jnp.zeros(4)}
    x @ params["w"] + params["b"]
    x.T @ params["w"]  # E: jdc-shape
    x @ params["w"] + params["b"][:3]  # E: jdc-shape
    nested = {"dense": {"kernel": jnp.zeros((3, 4))}}
    x @ nested["dense"]["kernel"].T  # E: jdc-shape
    shapes = jax.tree.map(jnp.shape, params)
    for name, value in params.items():
        print(name, value.shape, shapes)
    jnp.zeros(3) @ params["b"]  # E: jdc-shape
    later = {"w": jnp.zeros((3, 4))}
    x.T @ later["w"]  # E: jdc-shape
    train(later)


PARAMS = {"w": jnp.zeros((3, 4))}


def reads() -> jax.Array:
    return x.T @ PARAMS["w"]  # E: jdc-shape


def right(flag: bool, key: str) -> Any:
    params = {"w": jnp.zeros((3, 4)), "b": jnp.zeros(4)}
    params["w"] = jnp.zeros((5, 2))
    x.T @ params["w"]
    other = {"w": jnp.zeros((3, 4))}
    train(other)
    x.T @ other["w"]
    more = {"w": jnp.zeros((3, 4))}
    more.update(w=jnp.zeros((5, 4)))
    x.T @ more["w"]
    alias = {"w": jnp.zeros((3, 4))}
    same = alias
    same["w"] = jnp.zeros((5, 4))
    x.T @ alias["w"]
    nested = {"dense": {"w": jnp.zeros((3, 4))}}
    inner = nested["dense"]
    inner["w"] = jnp.zeros((5, 4))
    x.T @ nested["dense"]["w"]
    deep = {"dense": {"w": jnp.zeros((3, 4))}}
    deep["dense"]["w"] = jnp.zeros((5, 4))
    x.T @ deep["dense"]["w"]
    loop = {"w": jnp.zeros((3, 4))}
    for step in range(2):
        if step:
            x.T @ loop["w"]
        loop["w"] = jnp.zeros((5, 4))
    keyed = {"w": jnp.zeros((3, 4))}
    keyed[key] = jnp.zeros((5, 4))
    x.T @ keyed["w"]
    deleted = {"w": jnp.zeros((3, 4))}
    del deleted["w"]
    grown = {"w": jnp.zeros(3)}
    grown["w"] += jnp.ones((2, 3))
    grown["w"] @ jnp.ones(3)
    merged = {**more, "b": jnp.zeros(4)}
    x.T @ merged["w"]
    last = {"w": jnp.zeros((3, 4)), "w": jnp.zeros((5, 4))}  # noqa: F601
    x.T @ last["w"]
    layers = {"layers": [jnp.zeros((3, 4))]}
    layers["layers"][0] = jnp.zeros((5, 4))
    x.T @ layers["layers"][0]
    chosen = {"w": jnp.zeros((3, 4))} if flag else {"w": jnp.zeros((5, 4))}
    x.T @ chosen["w"]
    branch = {"w": jnp.zeros((3, 4))}
    if not flag:
        branch = {"w": jnp.zeros((5, 4))}
    x.T @ branch["w"]

    def changes() -> None:
        late["w"] = jnp.zeros((5, 4))

    late = {"w": jnp.zeros((3, 4))}
    changes()
    x.T @ late["w"]
    in_list = {"w": jnp.zeros((3, 4))}
    rows = [in_list]
    rows[0]["w"] = jnp.zeros((5, 4))
    x.T @ in_list["w"]
    good = {"w": jnp.zeros((3, 4)), "b": jnp.zeros(4)}
    return x @ good["w"] + good["b"]


TABLE = {"w": jnp.zeros((3, 4))}


def fills() -> None:
    TABLE["w"] = jnp.zeros((5, 4))


fills()
x.T @ TABLE["w"]


def objective(weights: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    return (x @ weights["w"]).sum()


def after_a_gradient() -> jax.Array:
    weights = {"w": jnp.zeros((5, 3)), "b": jnp.zeros(3)}
    jax.grad(objective)(weights, jnp.ones((16, 5)))
    return weights["b"] + weights["w"].T  # E: jdc-shape
