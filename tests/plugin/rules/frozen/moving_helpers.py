"""Helpers without annotations that write to what they are given, as scripts have them."""

import dataclasses

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class Cart:
    place: jax.Array
    speed: jax.Array
    label: str = struct.field(pytree_node=False, default="")


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Track:
    points: jax.Array
    width: jax.Array


@dataclasses.dataclass
class Log:
    rows: list
    last: float = 0.0


def pushed(cart, force):
    cart.speed = cart.speed + force
    return cart


def pushed_well(cart, force):
    return cart.replace(speed=cart.speed + force)


def pushed_typed(cart: Cart, force: jax.Array) -> Cart:
    cart.speed = cart.speed + force  # E: jdc-frozen
    return cart


def marked(track, place):
    track.points[0] = place
    return track


def marked_well(track, place):
    return dataclasses.replace(track, points=track.points.at[0].set(place))


def renamed(cart, force):
    return cart.replace(velocity=cart.speed + force)


def renamed_well(cart, force):
    return cart.replace(speed=cart.speed + force, label="new")


def widened(track):
    return dataclasses.replace(track, breadth=2 * track.width)


def widened_well(track):
    return dataclasses.replace(track, width=2 * track.width)


def noted(log, cart):
    log.last = float(cart.speed.sum())
    log.rows.append(log.last)
    return log


def forgiving(cart, force):
    try:
        cart.speed = cart.speed + force
    except dataclasses.FrozenInstanceError:
        return cart.replace(speed=cart.speed + force)
    return cart


def either(box, value):
    if isinstance(box, dict):
        box["speed"] = value
        return box
    return box.replace(speed=value)


CART = Cart(jnp.zeros(2), jnp.ones(2))
