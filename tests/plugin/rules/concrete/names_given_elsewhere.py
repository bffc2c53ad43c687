"""Functions of libraries under names that another module gives them, and a field of an enumeration of it."""

from dataclasses import dataclass

import jax
from names_given_to_functions import Mood, Volume, filtered, nnx_jit, registered, static

import jdc_runtime as jdc


@registered
@dataclass
class Sound:
    x: jax.Array


@jdc.pytree_dataclass
class Song:
    x: jax.Array
    mood: Mood  # E: jdc-data-leaf


@jdc.pytree_dataclass
class Tune:
    x: jax.Array
    volume: Volume
    mood: Mood = static(default=Mood.CALM)
    length: int = static(default=3)


@filtered
def filtered_sound(sound: Sound) -> jax.Array:
    return sound.x if sound.x > 0 else -sound.x  # E: jdc-concrete


@nnx_jit
def jitted_sound(sound: Sound) -> jax.Array:
    return sound.x if sound.x > 0 else -sound.x  # E: jdc-concrete


@nnx_jit
def jitted_tune(tune: Tune) -> jax.Array:
    return tune.x if tune.length > 2 and tune.mood is Mood.CALM else -tune.x


@filtered
def with_number(x: jax.Array, n: int) -> jax.Array:
    return x if n > 2 else -x
