"""Objects that functions of another module make, which say no types."""

import jax
import jax.numpy as jnp
import tossed_functions
from tossed_functions import either, lattice, lattice_again, model


def thrown_away(n):
    grid = lattice(n)
    grid.replace(sites=grid.sites * 2)  # E: jdc-discarded
    grid.cooled()  # E: jdc-discarded
    grid.logged()
    again = lattice_again(n)
    again.cooled()  # E: jdc-discarded
    net = tossed_functions.model(n)
    net.scaled(2.0)  # E: jdc-discarded
    net.halved()  # E: jdc-discarded
    net.total()
    return grid, again, net


def taken(n):
    grid = lattice(n)
    grid = grid.replace(sites=grid.sites * 2)
    return grid.cooled()


def bound_to_others(n, other):
    grid = lattice(n)
    if n:
        grid = other
    grid.replace(sites=0)
    return grid


def made_in_steps(n):
    net = tossed_functions.model_in_steps(n)
    net.replace(steps=1)  # E: jdc-discarded
    net.steps = 2  # E: jdc-frozen
    jitted = tossed_functions.jitted_model(n)
    jitted.scaled(2.0)  # E: jdc-discarded
    jitted.w = jnp.ones(3)  # E: jdc-frozen
    return net, jitted


def made_in_other_ways(n, given, rows):
    net = tossed_functions.model_or_given(n, given)
    net.replace(steps=1)
    net.steps = 2
    last = tossed_functions.model_of_loop(n, rows)
    last.steps = 2
    kept = tossed_functions.kept_model(n)
    kept.steps = 2
    exchanged = tossed_functions.model_of_inner(n, rows)
    exchanged.steps = 2
    several = tossed_functions.models(n)
    several.steps = 3
    imported = tossed_functions.imported_model(n)
    imported.steps = 2
    two = tossed_functions.model_of_two(n)
    two.replace(steps=1)
    return net, last, several, two


def of_either(n):
    some = either(n)
    some.replace(steps=1)
    return some


def test_that_it_runs(n):
    grid = lattice(n)
    grid.cooled()


def loops(n):
    jax.lax.fori_loop(0, 3, lambda i, g: g.replace(cache=g.sites), lattice(n))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, g: g.replace(sites=g.sites * 2), lattice(n))
    jax.lax.scan(lambda g, _: (g.replace(step=g.step), None), lattice(n), None, length=3)
    return jax.lax.cond(n > 1, lambda g: g.replace(step=g.step + 1), lambda g: g, lattice(n))  # E: jdc-carry


def differentiated(n):
    net = model(n)
    jax.grad(lambda given: given.w.sum())(net)  # E: jdc-transform-input, jdc-no-gradient
    jax.grad(lambda given: given.w.sum(), allow_int=True)(net)  # E: jdc-no-gradient
    jax.grad(lambda w: w.sum())(net.w)
    jax.grad(tossed_functions.loss, allow_int=True)(net)  # E: jdc-no-gradient
    jax.grad(lambda g: jnp.sum(g.sites))(lattice(n))
    jax.grad(lambda given: given.w.sum())(either(n))


def differentiated_as_annotated(net: tossed_functions.Model):
    jax.grad(tossed_functions.annotated_loss, allow_int=True)(net)  # E: jdc-no-gradient
    jax.grad(tossed_functions.loss, allow_int=True)(net)  # E: jdc-no-gradient
