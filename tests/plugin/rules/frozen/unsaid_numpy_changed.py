"""Items of what functions of another module return, whatever they declare."""

# mypy: disable-error-code="assignment"

import jax
import jax.numpy as jnp
import numpy as np
import unsaid_numpy
from unsaid_numpy import (
    BUFFER,
    MADE,
    TABLE,
    Lazy,
    Loader,
    begun,
    begun_by_jax,
    copied,
    copied_again,
    fetched,
    halves,
    kept,
    loaded,
    named,
    of_jax,
    parted,
    several,
    several_of_jax,
    shifted,
    stacked,
    tables,
)


class Buffer:
    def __init__(self, n: int) -> None:
        self.rows = loaded(n)
        self.made = of_jax(n)

    def put(self, value: float) -> None:
        self.rows[0] = value
        self.made[0] = value  # E: jdc-frozen


rows = loaded(3)
rows[0] = 1
values = stacked([1.0, 2.0])
values[0] += 1
first, second = parted(3)
first[0] = second[0, 0]
made = of_jax(3)
made[0] = 1  # E: jdc-frozen


def changed(x: jax.Array, loader: Loader) -> None:
    copy, again, fetch = copied(x), copied_again(x), fetched(x)
    copy[0] = again[0] = fetch[0] = 1
    copy.sort()
    named(3)["x"][0] = 1
    by_name = named(3)
    by_name["x"][0] = 1
    for each in several(3):
        each[0] = 1
    rows = several(3)
    rows[0][1] = 1
    for row in several_of_jax(3):
        row[0] = 1  # E: jdc-frozen
    kept({}, "x")[0] = 1
    loader.rows[0] = loader.first[0] = loader.row(0)[0] = 1
    loader.made[0] = 1  # E: jdc-frozen
    loader.made_row(0)[0] = 1  # E: jdc-frozen
    zeros = Loader.zeros(3)
    zeros[0] = 1
    turned = shifted(x)
    turned[0] = 1  # E: jdc-frozen
    place, made_place = begun(3), begun_by_jax(3)
    place.x[0] = 1
    made_place.x[0] = 1  # E: jdc-frozen
    BUFFER[0] = TABLE["a"][0] = unsaid_numpy.BUFFER[1] = 1
    MADE[0] = 1  # E: jdc-frozen
    here: jax.Array = np.zeros(3)
    here[0] = 1
    there: jax.Array = jnp.zeros(3)
    there[0] = 1  # E: jdc-frozen
    Lazy().table[0] = 1
    left, right = halves(x)
    left[0] = right[0] = 1
    tables(["x"])["x"][0] = 1
