"""jdc-discarded for functions of equinox and optax that copy a tree."""

import equinox as eqx
import jax
import jax.numpy as jnp


class M(eqx.Module):
    w: jax.Array

    def reset(self) -> "M":
        eqx.tree_at(lambda m: m.w, self, jnp.zeros(3))  # E: jdc-discarded
        return self


def train(m: M, g: M) -> M:
    eqx.apply_updates(m, g)  # E: jdc-discarded
    _ = eqx.tree_at(lambda m: m.w, m, jnp.ones(3))
    m = eqx.tree_at(lambda m: m.w, m, jnp.ones(3))
    return m


def test_it(m: M) -> None:
    eqx.tree_at(lambda m: m.w, m, jnp.ones(3))
