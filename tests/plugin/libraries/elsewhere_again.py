"""Classes that are registered for the second time."""

from __future__ import annotations

import contextlib

import elsewhere_registry
import jax
from elsewhere_states import Belief, Mesh, Normal, State

elsewhere_registry.register_all(static=True)
jax.tree_util.register_dataclass(State, ["angle", "speed"], ["step", "name"])  # E: jdc-registration
jax.tree_util.register_pytree_node(  # E: jdc-registration
    Mesh, lambda m: ((m.vertices,), m.name), lambda n, children: Mesh(*children, n)
)
with contextlib.suppress(ValueError):
    jax.tree_util.register_dataclass(Belief, ["mean"], ["frame"])


def register_again() -> None:
    jax.tree_util.register_dataclass(Normal, ["mean", "scale"], [])
