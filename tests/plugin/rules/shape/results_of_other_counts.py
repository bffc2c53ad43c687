"""jdc-shape: results of functions without annotations that unpack into the wrong number of names."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"

import functools

import equinox as eqx
import jax
import jax.numpy as jnp


def plain(model, x):
    y = x * 2
    return y, model, x


@jax.jit
def jitted(state, batch):
    loss = state["w"].sum() + batch.sum()
    return {"w": state["w"] - loss}, loss, batch


@functools.partial(jax.jit, static_argnames="n")
def static(state, batch, n):
    if n > 3:
        return state, batch, n
    return state, batch * n, n


@eqx.filter_jit
def filtered(model, x):
    return model, x.sum(), 1


def one_name(model, x):
    a, b = plain(model, x)  # E: jdc-shape
    return a, b


def of_jit(model, x):
    a, b = jitted(model, x)  # E: jdc-shape
    return a, b


def of_partial(model, x):
    a, b = static(model, x, n=2)  # E: jdc-shape
    return a, b


def of_filter(model, x):
    a, b, c, d = filtered(model, x)  # E: jdc-shape
    return a, b, c, d


def in_a_loop(model, x):
    for _ in range(2):
        model, loss = jitted(model, x)  # E: jdc-shape
    return model


def starred(model, x):
    a, b, c, d, *rest = plain(model, x)  # E: jdc-shape
    return a, rest


STATE, X = {"w": jnp.ones(3)}, jnp.ones(3)
for wrong in (one_name, of_jit, of_partial, of_filter, in_a_loop, starred):
    try:
        wrong(STATE, X)
    except ValueError as error:
        print(error)
    else:
        raise AssertionError(wrong)


# What stays silent: the numbers agree, or are not known.


def either(x, with_aux=False):
    if with_aux:
        return x, x * 2, x * 3
    return x, x * 2


def rows(x, extra):
    return (x, *extra)


def loss_of(params, x):
    return (params["w"] * x).sum(), x


def doubled(function):
    return lambda *given: function(*given) * 2


@doubled
def six(x):
    return x, x, x


def numbers():
    yield 1, 2, 3
    yield 4, 5, 6


def right(x):
    a, b, c = plain(STATE, x)
    d, *others = jitted(STATE, x)
    e, (f, g) = either(x), either(x)
    h, i, j = rows(x, [x, x])
    (value, aux), grads = jax.value_and_grad(loss_of, has_aux=True)(STATE, x)
    k, m = jax.vmap(loss_of, in_axes=(None, 0))(STATE, x)
    o, p, q, r, s, t = six(x)
    u, v = numbers()
    try:
        w, z = plain(STATE, x)
    except ValueError:
        w = z = None
    return a, b, c, d, others, e, f, g, h, i, j, value, aux, grads, k, m, o, p, q, r, s, t, u, v, w, z


right(X)
