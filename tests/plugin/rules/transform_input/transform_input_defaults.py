"""jdc-transform-input: a class that gives a number to a field that is mapped over."""

from dataclasses import dataclass

import jax
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Member:
    state: jax.Array
    forcing: jax.Array | float = 8.0


def forced(member: Member) -> jax.Array:
    return member.state * member.forcing


def by_name(states: jax.Array) -> jax.Array:
    ensemble = Member(states)
    return jax.vmap(forced)(ensemble)  # E: jdc-transform-input


def direct(states: jax.Array) -> jax.Array:
    return jax.vmap(forced)(Member(states))  # E: jdc-transform-input


def given(states: jax.Array) -> jax.Array:
    return jax.vmap(forced)(Member(states, states[:, 0]))


def changed(states: jax.Array) -> jax.Array:
    ensemble = Member(states)
    ensemble.forcing = states[:, 0]
    return jax.vmap(forced)(ensemble)
