"""Items of annotated dicts that loops and comprehensions go along by ``values()`` and ``items()``."""

from collections import OrderedDict
from collections.abc import Mapping

import jax.numpy as jnp
from jaxtyping import Array, Float

Mat = Float[Array, "3 3"]


def by_items(params: dict[str, Mat]) -> list[Array]:
    out = []
    for name, w in params.items():
        out.append(w @ jnp.ones(4))  # E: jdc-shape
    return out


def by_values(params: dict[str, Mat]) -> list[Array]:
    return [w @ jnp.ones(4) for w in params.values()]  # E: jdc-shape


def a1(params: dict[str, Mat]) -> dict[str, Array]:
    return {k: v @ jnp.ones(3) for k, v in params.items()}


def a2(params: dict[str, Mat]) -> Array:
    params["x"] = jnp.ones((4, 4))
    out = jnp.zeros(())
    for k, v in params.items():
        if k == "x":
            out = out + (v @ jnp.ones(4)).sum()
    return out


def a3(params: dict[str, Float[Array, "..."]]) -> Array:
    return sum((jnp.sum(v**2) for v in params.values()), jnp.zeros(()))


def a4(params: Mapping[str, Float[Array, "n m"]]) -> list[Array]:
    return [v @ v.T for v in params.values()]


def a5(params: dict[str, Float[Array, "n 3"]]) -> Array:
    return jnp.concatenate([v for _, v in params.items()])


def a6(params: dict[str, dict[str, Mat]]) -> list[Array]:
    return [w @ jnp.ones(3) for layer in params.values() for w in layer.values()]


def a7(params: dict[str, tuple[Mat, Float[Array, "3"]]]) -> list[Array]:
    return [w @ b for w, b in params.values()] + [w + b for _, (w, b) in params.items()]


def a8(params: dict[str, Mat]) -> int:
    n = 0
    for i, (k, v) in enumerate(params.items()):
        n += len(v) + len(k) + i
    return n


def a9(params: dict[Mat, Float[Array, "2"]]) -> list[Array]:
    return [v * jnp.ones(2) for v in params.values()]


def a10(params: OrderedDict[str, Mat]) -> list[Array]:
    return [v @ jnp.ones((3, 2)) for v in params.values()]


def a11(params: dict[str, Mat]) -> list[Array]:
    params = {k: v[:2] for k, v in params.items()}
    return [v + jnp.ones((2, 3)) for v in params.values()]


def a12(params: dict[str, Mat]) -> list[Array]:
    params.update(z=jnp.ones((5, 5)))
    return [v @ jnp.ones(5) for v in params.values() if v.shape[0] == 5]


def a13(params: dict[str, Float[Array, " n"]], more: dict[str, Float[Array, " n"]]) -> list[Array]:
    return [a - b for a, b in zip(params.values(), more.values())]
