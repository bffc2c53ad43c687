"""Optimizers of optax and their states, as values of variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..things import Foreign, Row, Thing


@dataclass(frozen=True)
class Optimizer(Foreign):
    """An optimizer of optax that gives updates of the shapes of the gradients, or another object of optax."""

    needs: str = ""
    """The function of optax because of which ``update`` needs the params too; "" where it does not."""
    keeps_leaves: bool = False
    """True where ``update`` raises that is given something else than the state."""


@dataclass(frozen=True)
class State(Foreign):
    """The state of an optimizer of optax."""

    tree: Thing | None = None
    """A copy of the params that it was made of; None where they are not known."""


OTHER: Final = Foreign("optax.other")
"""An object of optax that may do anything to the gradients."""
STATE: Final = State("optax")


def no_updates(thing: Thing) -> str:
    """Return why ``optax.apply_updates`` does not take something as updates; "" where it may."""
    if isinstance(thing, State):
        return '"optax.apply_updates" takes the params and the updates, and is given the state of an optimizer'
    items = thing.items if isinstance(thing, Row) and thing.items else []
    if len(items) == 2 and isinstance(items[1], State):
        return (
            '"optax.apply_updates" is given both results of "update", the updates and the new state of the optimizer;'
            " write updates, state = optimizer.update(...)"
        )
    return ""
