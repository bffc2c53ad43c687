"""Lists that are written out and whose items Python compares or asks for their truth."""

import flax.struct
import jax


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int
    on: bool = False
    size: int = flax.struct.field(pytree_node=False, default=2)


@jax.jit
def asked(s: State, xs: list[jax.Array]) -> jax.Array:
    if any([s.on, s.size > 1]):  # E: jdc-concrete
        return s.x
    if all((s.n > 1, s.size)):  # E: jdc-concrete
        return s.x
    if any([x.sum() > 0 for x in xs]):  # E: jdc-concrete  # noqa: C419
        return s.x
    return s.x * max([s.n, 2]) + min((3, s.n))  # E: jdc-concrete


@jax.jit
def right(s: State, xs: list[jax.Array]) -> jax.Array:
    if any([s.size > 1, s.size > 2]) or all(x.ndim > 1 for x in xs) or any([]):
        return s.x
    if any([s.size > 1, s.on]):
        return s.x
    return s.x * max([s.size, 2]) + max([s.n]) + min(s.size, 3)


right(State(jax.numpy.ones(2), 3), [])
