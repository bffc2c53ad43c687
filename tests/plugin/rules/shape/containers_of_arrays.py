"""Parameters that are tuples, lists and dicts of arrays with annotations."""

from collections.abc import Mapping, Sequence

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


def pair(both: tuple[Float[Array, "3"], Float[Array, "4"]]) -> Float[Array, "3"]:
    first, second = both
    first * second  # E: jdc-shape
    both[0] @ both[1]  # E: jdc-shape
    return first * second.sum()


def several(each: list[Float[Array, "3"]], by_name: dict[str, Float[Array, "n 4"]]) -> Float[Array, "3"]:
    for one in each:
        one + jnp.ones(4)  # E: jdc-shape
        one + jnp.ones(3)
    by_name["w"] @ jnp.ones(3)  # E: jdc-shape
    by_name["w"] @ jnp.ones(4)
    each[0] @ jnp.ones((3, 4))
    if each:
        return by_name["b"][0]  # E: jdc-shape
    return each[1]


def read_only(rows: Sequence[Float[Array, "3"]], table: Mapping[str, Int[Array, "2"]]) -> Array:
    rows[0] << 1  # E: jdc-dtype
    return rows[0].sum() + table["a"] @ jnp.ones(2)


def changed(each: list[Array], pair: tuple[Array, Float[Array, "3"]]) -> Array:
    pair = (jnp.ones(3), jnp.ones(4))
    return each[0] + pair[1] + jnp.ones(4)


def open_tuple(rows: tuple[Float[Array, "3"], ...]) -> Array:
    return rows[0] + jnp.ones(3)


def batched(both: tuple[Float[Array, "3"], Float[Array, "4"]]) -> Array:
    return both[0].sum(-1) + both[1].sum(-1)


def of_rows(each: list[Float[Array, "b 3"]]) -> Array:
    return each[0][0] + jnp.ones(3)


jax.vmap(batched)((jnp.ones((7, 3)), jnp.ones((7, 4))))


@jax.vmap
def row(both: tuple[Float[Array, "b 3"], Float[Array, "b 4"]]) -> Array:
    return both[0] @ jnp.ones(3) + both[1].sum()


row((jnp.ones((7, 3)), jnp.ones((7, 4))))


def mapped_by_name(both: list[Float[Array, "b 3"]]) -> Array:
    return both[0] @ jnp.ones(3) + both[0].sum(0)


jax.vmap(mapped_by_name)([jnp.ones((7, 3))])


def refilled(
    each: list[Float[Array, "3"]], table: dict[str, Float[Array, "3"]], grown: list[Float[Array, "3"]]
) -> Array:
    each[0] = jnp.ones(5)
    table.update(w=jnp.ones(5))
    grown.append(jnp.ones(5))
    return each[0] + table["w"] + grown[-1] + jnp.ones(5)


def refilled_elsewhere(each: list[Float[Array, "3"]], other: list[Float[Array, "3"]]) -> Array:
    fill(each)
    same = other
    same[0] = jnp.ones(5)
    return each[0] + other[0] + jnp.ones(5)


def fill(rows: list[Array]) -> None:
    rows[0] = jnp.ones(5)


def named(
    each: list[Float[Array, "n"]], by_name: dict[str, Float[Array, "n m"]], *, last: Float[Array, "n"]
) -> None: ...


named([jnp.ones(3), jnp.ones(4)], {"a": jnp.ones((3, 4)), "b": jnp.ones((5, 6))}, last=jnp.ones(7))
named([], {"a": jnp.ones((3, 3))}, last=jnp.ones(3))
named([jnp.ones(3), jnp.ones((2, 3))], {}, last=jnp.ones(3))  # E: jdc-shape
named([], {"a": jnp.ones((3, 3)), "b": jnp.ones(21)}, last=jnp.ones(3))  # E: jdc-shape
named([jnp.ones(3), jnp.ones(22, int)], {}, last=jnp.ones(3))  # E: jdc-dtype
