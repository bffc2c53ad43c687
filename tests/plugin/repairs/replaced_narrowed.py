"""Keywords of `replace` that a `hasattr` tells of: the object may be of a subclass."""

from typing import Any

import flax.struct
import jax
from flax.training import train_state


class Node(flax.struct.PyTreeNode):
    w: jax.Array


class WithStatistics(train_state.TrainState):
    batch_stats: Any


def step(state: train_state.TrainState, node: Node, statistics: Any) -> tuple[train_state.TrainState, Node]:
    if hasattr(state, "batch_stats"):
        state = state.replace(batch_stats=statistics)
    if hasattr(node, "bias") and hasattr(node, "scale"):
        node = node.replace(bias=node.bias, scale=node.scale, w=node.w)
    return state, node


def wrong(state: train_state.TrainState, node: Node, statistics: Any) -> tuple[train_state.TrainState, Node]:
    if hasattr(state, "batch_stats"):
        state = state.replace(batch_state=statistics)  # E: call-arg
    return state.replace(batch_stats=statistics), node.replace(bias=3)  # E: call-arg  # E: call-arg
