"""jdc-discarded: results that a variable takes and nothing reads, in functions without annotations."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Body(NamedTuple):
    w: jax.Array
    n: int


def shift(body, by):
    return body._replace(w=body.w + by)


def scaled(tree, by):
    return {name: value * by for name, value in tree.items()}


def shown(body):
    moved = shift(body, 2.0)
    print("the old one:", body.w)


def checked(body):
    moved = shift(body, 2.0)
    assert (body.w == 1).all()


def compared(tree):
    changed = scaled(tree, 2.0)
    return tree["a"][0] == 1.0


def lost(body):
    moved = shift(body, 2.0)  # E: jdc-discarded
    return body


def lost_and_shown(tree):
    changed = scaled(tree, 2.0)  # E: jdc-discarded
    print(tree)
    return tree


body = Body(jnp.ones(2), 0)
tree = {"a": jnp.ones(2)}
shown(body)
checked(body)
lost(body)
compared(tree)
lost_and_shown(tree)
