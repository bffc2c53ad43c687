"""jdc-shape: methods of lists and dicts, `itertools`, abstract classes of containers, and named scopes, in runs."""

import itertools
from collections.abc import Callable, Mapping, Sequence

import equinox as eqx
import jax
import jax.numpy as jnp


def pair(x):
    if isinstance(x, Sequence):
        return tuple(x)
    return tuple(itertools.repeat(x, 2))


def leaves(x):
    return [x[key] for key in x] if isinstance(x, Mapping) else [x]


def made(init, n):
    return init((n, 2)) if isinstance(init, Callable) else init  # type: ignore[arg-type]


@jax.named_scope("layer")
def layer(x, w):
    return x @ w  # E: jdc-shape


def of_lists() -> None:
    layers = [jnp.ones((3, 4))]
    layers.extend(jnp.ones((4, 4)) for _ in range(2))
    sizes = [3, 4]
    sizes.sort(reverse=True)
    jnp.ones(sizes[0]) @ layers[2]
    jnp.ones(sizes[1]) @ layers[2]  # E: jdc-shape
    layers.clear()
    layers.append(jnp.ones(3))
    layers[0] @ jnp.ones((3, 2))
    layers[0] @ jnp.ones((4, 2))  # E: jdc-shape
    wide = list(filter(lambda n: n > 3, [2, 4, 5]))
    jnp.ones(wide[0]) @ jnp.ones((4, 2))
    jnp.ones(wide[0]) @ jnp.ones((5, 2))  # E: jdc-shape


def of_dicts() -> None:
    weights: dict[str, jax.Array] = dict.fromkeys(("a", "b"), jnp.ones((3, 2)))
    jnp.ones(3) @ weights["a"]
    jnp.ones(4) @ weights["a"]  # E: jdc-shape
    taken = weights.pop("a")
    jnp.ones(3) @ weights.setdefault("a", jnp.ones((3, 5)))
    jnp.ones(4) @ taken  # E: jdc-shape
    weights.update((f"w{i}", jnp.ones((3, i + 1))) for i in range(2))
    jnp.ones((2, 2)) @ weights["w1"].T
    jnp.ones((2, 2)) @ weights["w0"].T  # E: jdc-shape
    first = jax.tree.map(lambda x: x[0] if eqx.is_array(x) else x, {"w": jnp.ones((3, 4)), "n": None})
    first["w"] @ jnp.ones((4, 2))
    first["w"] @ jnp.ones((3, 2))  # E: jdc-shape


def of_itertools() -> None:
    sizes = list(itertools.chain([3], [4, 5]))
    jnp.ones(sizes[1]) @ jnp.ones((4, sizes[2]))
    jnp.ones(sizes[0]) @ jnp.ones((4, sizes[2]))  # E: jdc-shape
    ends = list(itertools.accumulate([2, 3, 4]))
    jnp.ones(ends[-1]) @ jnp.ones((9, 2))
    jnp.ones(ends[-1]) @ jnp.ones((8, 2))  # E: jdc-shape
    rows = list(itertools.zip_longest([2, 3], [2], fillvalue=3))
    for one, other in rows:
        jnp.ones(one) @ jnp.ones((other, 2))
    every = list(itertools.chain.from_iterable([[3], [4]]))
    jnp.ones(every[1]) @ jnp.ones((3, 2))  # E: jdc-shape


def of_kinds() -> None:
    jnp.ones(pair(3)) @ jnp.ones((3, 2))
    jnp.ones(pair((3, 5))) @ jnp.ones((3, 2))  # E: jdc-shape
    jnp.ones(3) @ leaves({"w": jnp.ones((3, 2))})[0]
    leaves({"w": jnp.ones((3, 2))})[0] @ jnp.ones((3, 2))  # E: jdc-shape
    jnp.ones(3) @ made(lambda shape: jnp.zeros(shape), 3)
    jnp.ones(4) @ made(lambda shape: jnp.zeros(shape), 3)  # E: jdc-shape


def of_scopes() -> None:
    layer(jnp.ones(3), jnp.ones((3, 2)))
    layer(jnp.ones(3), jnp.ones((4, 2)))
