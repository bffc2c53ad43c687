"""Static fields that stay as they are: a switch to another name of the same member, products of zero."""

from __future__ import annotations

import enum

import flax.struct
import jax


class Phase(enum.Enum):
    COLD = "cold"
    START = COLD
    FIRST = "cold"  # noqa: PIE796
    WARM = "warm"


class Kind(enum.Enum):
    LEFT = enum.auto()
    RIGHT = enum.auto()


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    scale: float = flax.struct.field(pytree_node=False, default=1.0)
    phase: Phase = flax.struct.field(pytree_node=False, default=Phase.COLD)
    kind: Kind = flax.struct.field(pytree_node=False, default=Kind.LEFT)


def doubled(state: State, _: None) -> tuple[State, None]:
    return state.replace(step=state.step * 2), None


def halved(state: State, _: None) -> tuple[State, None]:
    step = state.step
    return state.replace(step=3 * step // 2), None


def decayed(state: State, _: None) -> tuple[State, None]:
    return state.replace(scale=state.scale * 0.5), None  # E: jdc-static-state


def renamed(state: State, _: None) -> tuple[State, None]:
    return state.replace(phase=Phase.START if state.phase is Phase.COLD else Phase.COLD), None


def equal(state: State, _: None) -> tuple[State, None]:
    return state.replace(phase=Phase.FIRST if state.phase is Phase.COLD else Phase.COLD), None


def warmed(state: State, _: None) -> tuple[State, None]:
    return state.replace(phase=Phase.WARM if state.phase is Phase.COLD else Phase.COLD), None  # E: jdc-static-state


def mirrored(state: State, _: None) -> tuple[State, None]:
    return state.replace(kind=Kind.RIGHT if state.kind is Kind.LEFT else Kind.LEFT), None  # E: jdc-static-state


def run(state: State) -> list[State]:
    return [
        jax.lax.scan(doubled, state, None, length=3)[0],
        jax.lax.scan(halved, state, None, length=3)[0],
        jax.lax.scan(decayed, state, None, length=3)[0],
        jax.lax.scan(renamed, state, None, length=3)[0],
        jax.lax.scan(equal, state, None, length=3)[0],
        jax.lax.scan(warmed, state, None, length=3)[0],
        jax.lax.scan(mirrored, state, None, length=3)[0],
    ]
