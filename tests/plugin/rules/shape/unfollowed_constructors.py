"""Constructors that a run does not follow, of classes whose methods change what is around them."""

import equinox as eqx
import jax
import jax.numpy as jnp


def test_converted():
    seen = []

    class Converted(eqx.Module):
        x: jax.Array = eqx.field(converter=jnp.asarray)

        def __post_init__(self):
            seen.append(self.x)

    class Below(Converted):
        pass

    assert Converted(jnp.array(1)).x == 1
    assert Below(jnp.array(1)).x == 1
    one, other = seen
    print(one, other)


def test_later():
    seen = []

    class Later(eqx.Module):
        x: jax.Array = eqx.field(converter=jnp.asarray)

        def see(self):
            seen.append(self.x)

    later = Later(jnp.array(1))
    later.see()
    (one,) = seen
    print(one)
    print(jnp.ones(3) + jnp.ones(2))  # E: jdc-shape
