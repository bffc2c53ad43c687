"""jdc-frozen for items of parameters without annotations, by what the calls give."""

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Buffer:
    data: jax.Array


def put(rows, new, at):
    rows[at] = new  # E: jdc-frozen
    return rows


def put_into_numpy(rows, new, at):
    rows[at] = new
    return rows


def put_at_times(rows, new, at):
    if isinstance(rows, dict):
        rows[at] = new
    return rows


def put_unless(rows, new, at):
    if isinstance(rows, jax.Array):
        return rows.at[at].set(new)
    rows[at] = new
    return rows


def put_into_a_copy(rows, new, at):
    rows = np.array(rows)
    rows[at] = new
    return rows


def put_and_catch(rows, new, at):
    try:
        rows[at] = new
    except TypeError:
        rows = rows.at[at].set(new)
    return rows


def add(buffer: Buffer, at: int) -> None:
    put(buffer.data, 3, at)
    put_into_numpy(np.zeros(3), 3, at)
    put_at_times(buffer.data, 3, at)
    put_unless(buffer.data, 3, at)
    put_into_a_copy(buffer.data, 3, at)
    put_and_catch(buffer.data, 3, at)


def nested(buffer: Buffer) -> jax.Array:
    def shift(rows, by):
        rows[0] += by  # E: jdc-frozen
        return rows

    return shift(buffer.data, jnp.ones(()))
