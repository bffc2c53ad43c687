"""jdc-dict-keys: dicts that keep their order, in a module that makes some, also where a parameter is declared a dict."""

from collections import OrderedDict
from enum import Enum

import jax


class Phase(Enum):
    A = 1
    B = 2


def declared(w: dict[Phase, jax.Array]) -> dict[Phase, jax.Array]:
    return jax.tree.map(lambda y: y * 2, w)


def ordered(x: jax.Array) -> object:
    found = declared(OrderedDict({Phase.A: x, Phase.B: x}))
    return found, jax.tree.map(lambda y: y * 2, OrderedDict({Phase.A: x, Phase.B: x}))


def written(x: jax.Array) -> object:
    return jax.tree.map(lambda y: y * 2, {Phase.A: x, Phase.B: x})  # E: jdc-dict-keys
