"""Registrations of classes of the standard library."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import jax

jax.tree_util.register_pytree_node(timedelta, lambda time: ((), time), lambda time, _: time)
jax.tree_util.register_pytree_node(UUID, lambda name: ((), name.hex), lambda name, _: UUID(name))


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
