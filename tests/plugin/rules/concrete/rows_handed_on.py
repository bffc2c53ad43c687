"""``jdc-concrete`` for named tuples that a traced function hands to functions and methods of another module."""

import jax
from rows_to_hand_on import Holder, Row, Storage, grown, held, named

STORE = Storage(length=2)


@jax.jit
def handed(row: Row) -> jax.Array:
    return grown(row)  # E: jdc-concrete


@jax.jit
def nested(holder: Holder) -> float:
    return held(holder)  # E: jdc-concrete


@jax.jit
def sampled(row: Row, key: jax.Array) -> jax.Array:
    return STORE.sample(row, key)  # E: jdc-concrete


@jax.jit
def by_itself(row: Row) -> Row:
    return row.asserted()  # E: jdc-concrete


@jax.jit
def flat(row: Row) -> jax.Array:
    if row.to_array().sum() > 1:  # E: jdc-concrete
        return row.data
    return row.size


def stepping(store: Storage | None):
    @jax.jit
    def step(row: Row, key: jax.Array) -> jax.Array:
        if store is not None:
            return store.sample(row, key)  # E: jdc-concrete
        return row.data

    return step


@jax.jit
def quiet(row: Row) -> jax.Array:
    return named(row) + STORE.first(row).sum() + row.to_array().sum()


def eager(row: Row, key: jax.Array) -> jax.Array:
    return grown(row) + STORE.sample(row, key) + held(Holder(row))


@jax.jit
def made_here(x: jax.Array) -> float:
    return held(Holder(Row(x, x.sum()))) if x.ndim > 5 else 0.0
