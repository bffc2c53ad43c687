"""Objects that pytest makes for each test: a test may change one that no jitted function has seen."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Sized:
    x: jax.Array
    sizes: list[int] = flax.struct.field(pytree_node=False)  # E: jdc-static-type


@jax.jit
def total(sized: Sized) -> jax.Array:
    return sized.x * sum(sized.sizes)


def test_stale(sized: Sized) -> None:
    first = total(sized)
    sized.sizes.append(10)  # E: jdc-static-mutable
    assert jnp.all(total(sized) == first)


def test_once(sized: Sized) -> None:
    sized.sizes.append(10)
    assert total(sized).shape == ()


def test_host(sized: Sized) -> None:
    sized.sizes.append(10)
    assert len(sized.sizes) == 3


def grown(sized: Sized) -> None:
    sized.sizes.append(10)  # E: jdc-static-mutable
