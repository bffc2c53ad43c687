"""jdc-frozen: what is declared an array and is given keys of a dict."""

import enum

import jax


class Block(enum.Enum):
    ANCHOR = 1
    LEFT = 2


class Row(enum.IntEnum):
    FIRST = 0


def dropped(attention: jax.Array, blocks: list[Block], names: list[str]) -> jax.Array:
    for block in blocks:
        attention[block] *= 2
    for name in names:
        attention[name] = 1
    attention[Block.LEFT] = 0
    attention[Row.FIRST] = 0  # E: jdc-frozen
    attention[0] *= 2  # E: jdc-frozen
    return attention


def masked(state: dict[str, jax.Array], other: dict[str, jax.Array], name: str) -> dict[str, jax.Array]:
    for key in state:
        mask = state["tag"] == 3
        state[key][mask] = other[key][mask]  # type: ignore[index]  # E: jdc-frozen
    state["images"][name] = other[name]  # type: ignore[index]
    return state
