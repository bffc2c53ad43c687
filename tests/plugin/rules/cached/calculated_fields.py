"""jdc-cached: properties without a declared type, which calculate with fields that hold arrays."""

from functools import cached_property

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


class Ratio(eqx.Module):
    top: jax.Array
    bottom: jax.Array
    table: np.ndarray
    names: tuple[str, ...] = eqx.field(static=True, default=())

    @cached_property
    def value(self):  # E: jdc-cached
        return self.top / self.bottom

    @cached_property
    def total(self):  # E: jdc-cached
        whole = self.top + 1
        return whole.sum()

    @cached_property
    def flipped(self):  # E: jdc-cached
        return -self.top[::-1]

    @cached_property
    def rows(self):
        return self.table * 2

    @cached_property
    def size(self):
        return self.top.shape[0] * 2

    @cached_property
    def same(self):
        return self.top

    @cached_property
    def first(self):
        return self.top.sum().item() + 1

    @cached_property
    def label(self):
        return "-".join(self.names) + "!"

    @cached_property
    def count(self):
        return len(self.names) + 1

    @cached_property
    def both(self):
        return (self.names or ()) + ("last",)


ratio = Ratio(jnp.ones(2), jnp.ones(2), np.ones(2))


@jax.jit
def scaled(y: jax.Array) -> jax.Array:
    rows = y * ratio.rows * ratio.size * ratio.count * ratio.same
    return rows * ratio.value + ratio.total * ratio.flipped


scaled(jnp.ones(2))
print(
    ratio.value, ratio.total, ratio.flipped, ratio.rows, ratio.size, ratio.count, ratio.label, ratio.both, ratio.same
)
