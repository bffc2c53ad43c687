"""Functions and methods of another module that are handed to jit."""

from functools import partial

import functions_to_jit
import jax
import jax.numpy as jnp
from functions_to_jit import Box, asking, emptied, fixed, flagged, of_dict, optional, rows_of

import jdc_runtime as jdc


def wrong(box: Box, x: jax.Array) -> None:
    jax.jit(emptied)(box)  # E: jdc-concrete
    jax.jit(Box.empty)(box)  # E: jdc-concrete
    jax.jit(rows_of)(3, x)  # E: jdc-concrete
    jax.jit(rows_of, donate_argnums=1)(3, x)  # E: jdc-concrete
    jax.jit(functions_to_jit.emptied)(box)  # E: jdc-concrete
    empty = jdc.jit(emptied)  # E: jdc-concrete
    empty(box)


def right(box: Box, x: jax.Array) -> None:
    jax.jit(rows_of, static_argnums=0)(3, x)
    jax.jit(rows_of, static_argnames="n")(3, x)
    jax.jit(partial(rows_of, 3))(x)
    jax.jit(lambda x: rows_of(3, x))(x)
    jax.jit(optional)(box)
    jax.jit(optional, static_argnames="n")(None, n=2)
    jax.jit(asking)(box)
    jax.jit(fixed)(box)
    jax.jit(Box.fixed)(box)
    jax.jit(flagged)(box, True)
    jax.jit(of_dict)({"w": x}, x)
    print(emptied(box), rows_of(3, x))
    with jax.disable_jit():
        jax.jit(emptied)(box)
    try:
        jax.jit(emptied)(box)
    except TypeError:
        print("not so")


BOX = Box(jnp.ones(3))
