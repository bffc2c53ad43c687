"""Functions that a traced one calls through a dict or a parameter, and a project's own wrapper around jit."""

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Walker:
    pos: jax.Array
    moved: bool
    size: int
    depth: int = flax.struct.field(pytree_node=False, default=3)


def in_dict(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


def in_module(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


def for_inner(walker: Walker):
    return walker.pos if walker.moved else -walker.pos  # E: jdc-concrete


def on_host(walker: Walker):
    return walker.pos if walker.moved else -walker.pos


def still(walker: Walker):
    return walker.pos if walker.depth else -walker.pos


MOVES = {"bad": in_dict, "still": still, "host": on_host}


@jax.jit
def of_dict(walker: Walker):
    return MOVES["bad"](walker) + MOVES["still"](walker)


def of_dict_on_host(walker: Walker):
    return MOVES["host"](walker)


def apply(function, walker):
    return function(walker)


@jax.jit
def of_parameter(walker: Walker):
    return apply(in_module, walker) + apply(still, walker)


def of_parameter_on_host(walker: Walker):
    return apply(on_host, walker)


@jax.jit
def of_inner_parameter(walker: Walker):
    def run(function):
        return function(walker)

    return run(for_inner)


@jax.jit
def of_inner_lambda(walker: Walker):
    def run(function):
        return function(walker)

    return run(lambda given: given.pos if given.moved else 0)  # E: jdc-concrete


@jax.jit
def of_inner_function(walker: Walker):
    def twice(function, given):
        return function(function(given))

    def grow(given: Walker):
        return given.replace(pos=given.pos + (1.0 if given.moved else 2.0))  # E: jdc-concrete

    def shrink(given: Walker):
        return given.replace(pos=given.pos - (1.0 if given.depth else 2.0))

    return twice(grow, walker), twice(shrink, walker)


@jax.jit
def of_two_functions(walker: Walker):
    def run(function):
        return function(walker)

    return run(still) + run(lambda given: given.pos)


def compiled(function):
    """Jit a function."""
    return jax.jit(function)


def fast(function=None, **options):
    if function is None:
        return lambda given: fast(given, **options)
    return jax.jit(function, **options)


def faster(function=None, **options):
    if function is None:
        return functools.partial(faster, **options)
    return jax.jit(function, **options)


def maybe(function=None, **options):
    if function is None:
        return lambda given: given
    return jax.jit(function, **options)


def unchanged(function):
    return function


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


@faster(static_argnums=(1,))
def under_faster(walker: Walker, size: int):
    return jnp.zeros(size) + int(walker.size)  # E: jdc-concrete


@maybe()
def under_maybe(walker: Walker):
    return walker.pos if walker.moved else -walker.pos


@unchanged
def under_unchanged(walker: Walker):
    return jnp.zeros(walker.size)


@fast(static_argnames="size")
def under_fast_rightly(walker: Walker, size: int):
    return walker.pos.sum() + jnp.zeros(size if walker.depth else 1)


def mapped(xs):
    def by_place(x):
        place = jax.lax.axis_index("rows")
        if place == 0:  # E: jdc-concrete
            return x
        return -x

    return jax.vmap(by_place, axis_name="rows")(xs)


def mapped_rightly(xs):
    def by_place(x):
        place = jax.lax.axis_index("rows")
        if jax.lax.axis_size("rows") == 1:
            return x
        return jnp.where(place == 0, x, -x)

    return jax.vmap(by_place, axis_name="rows")(xs)


def above(x, limit):
    return x > limit


def is_big(x):
    return x.shape[0] > 2


def is_traced(x):
    return isinstance(x, jax.core.Tracer)


@jax.jit
def compared_by_helper(walker: Walker, limit: jax.Array):
    if above(walker.pos.sum(), limit):  # E: jdc-concrete
        return walker.pos
    return -walker.pos


@jax.jit
def compared_by_number(walker: Walker):
    return walker.pos if above(walker.size, 2) else -walker.pos  # E: jdc-concrete


@jax.jit
def compared_rightly(walker: Walker):
    if above(walker.depth, 2) and is_big(walker.pos) and is_traced(walker.moved):
        return jnp.where(above(walker.pos, 0.5), walker.pos, 0.0)
    return -walker.pos


start = Walker(jnp.ones(3), True, 3)
of_dict_on_host(start)
of_parameter_on_host(start)
of_two_functions(start)
under_maybe(start)
under_unchanged(start)
under_fast_rightly(start, size=2)
mapped_rightly(jnp.ones(3))
compared_rightly(start)
