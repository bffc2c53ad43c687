"""Functions under wrappers around jit that another module of the project has, and functions of it in a dict."""

import jax
import jax.numpy as jnp
from chosen_functions import Walker, above, compiled, fast, faster, in_dict, maybe, still


@compiled
def under_compiled(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


@fast
def under_fast(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


@fast(static_argnames="size")
def under_fast_with_size(walker: Walker, size: int):
    if size > 2:
        return jnp.zeros(size)
    return jnp.zeros(walker.size)  # E: jdc-concrete


@faster(donate_argnums=0)
def under_faster(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


@maybe()
def under_maybe(walker: Walker):
    return walker.pos if walker.moved else -walker.pos


@jax.jit
def compared(walker: Walker):
    if above(walker.pos.sum(), 0.5):  # E: jdc-concrete
        return walker.pos
    return -walker.pos


MOVES = {"bad": in_dict, "still": still}


@jax.jit
def of_dict(walker: Walker):
    return MOVES["still"](walker)


under_maybe(Walker(jnp.ones(3), True, 3))
of_dict(Walker(jnp.ones(3), True, 3))
