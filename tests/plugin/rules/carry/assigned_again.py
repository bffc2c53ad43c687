"""jdc-carry: lambdas that mypy types by the variable that a loop's result goes to, which held another thing before."""

# mypy: disable-error-code="arg-type, return-value, assignment, misc, attr-defined, index"

from typing import NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class State:
    x: jax.Array


class Pair(NamedTuple):
    x: jax.Array


x = jnp.ones((4, 3))
last, out = lax.scan(lambda c, _: (c + 1, c), 0, None, length=7)
last, out = lax.scan(lambda c, row: (c, row), None, x)
last, out = lax.scan(lambda c, row: (c, row), State(x), x)
last, out = lax.scan(lambda c, row: (c, row), Pair(x), x)
last, out = lax.scan(lambda c, row: (c.x, row), State(x), x)  # E: jdc-carry
result = lax.fori_loop(0, 3, lambda i, c: c, 0)
result = lax.fori_loop(0, 3, lambda i, c: c, State(x))
result = lax.while_loop(lambda c: jnp.array(False), lambda c: c, Pair(x))

held = 0
held, out = lax.scan(lambda c, _: (c + 1, c), held, None, length=3)
held = (jnp.ones(2), jnp.ones(3))
held, out = lax.scan(lambda c, row: ((c[0] + row, c[1]), None), held, jnp.ones(4))
held = State(x)
held, out = lax.scan(lambda c, row: (c.replace(x=c.x * 2), None), held, jnp.ones(4))
