"""Loops and branches with functions and methods of another module."""

import jax
import jax.numpy as jnp
import stepping_functions as steps
from stepping_functions import Plain, State, fill, fill_in_two, forget, keep, keep_what_it_is, numbered, plain

X = jnp.ones(2)


def positive(state: State) -> jax.Array:
    return jnp.sum(state.x) > 0


def loops(ok: jax.Array) -> None:
    start = State(x=X)
    jax.lax.while_loop(positive, fill, start)  # E: jdc-carry
    jax.lax.while_loop(positive, steps.fill_in_two, State(x=X))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, numbered, State(x=X))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: fill(s), State(x=X))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: s.cached(s.x), State(x=X))  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: plain(s), Plain(X))  # E: jdc-carry
    jax.lax.while_loop(positive, forget, State(x=X, cache=X))  # E: jdc-carry
    jax.lax.while_loop(positive, keep, start)
    jax.lax.while_loop(positive, forget, State(x=X))
    jax.lax.while_loop(positive, fill, State(x=X, cache=X))
    jax.lax.while_loop(positive, keep_what_it_is, State(x=X))
    jax.lax.fori_loop(0, 3, lambda i, s: s.moved(), State(x=X))
    jax.lax.fori_loop(0, 3, lambda i, s: s.maybe(), State(x=X))
    jax.lax.fori_loop(0, 3, lambda i, s: steps.choose(s, False), State(x=X))
    jax.lax.fori_loop(0, 3, lambda i, s: steps.swapped(s, s), State(x=X))
    jax.lax.while_loop(positive, steps.twice, State(x=X))


def made_elsewhere(rows: jax.Array) -> None:
    jax.lax.fori_loop(0, 3, lambda i, o: o.filled(), steps.start(X))  # E: jdc-carry
    jax.lax.scan(steps.turn_written_out, steps.start(X), rows)  # E: jdc-carry
    jax.lax.scan(steps.turn, steps.start(X), rows)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, o: o.kept(), steps.start(X))
    jax.lax.fori_loop(0, 3, lambda i, o: o.filled(), steps.start_filled(X))
    jax.lax.scan(steps.turn_written_out, steps.start_filled(X), rows)


def unknown(state: State, other: State) -> None:
    jax.lax.while_loop(positive, fill, state)
    jax.lax.fori_loop(0, 3, lambda i, s: steps.swapped(s, other), State(x=X))


def branches(ok: jax.Array, i: jax.Array, state: State) -> None:
    start = State(x=X)
    jax.lax.cond(ok, fill, lambda s: s, start)  # E: jdc-carry
    jax.lax.cond(ok, keep, lambda s: s, start)
    jax.lax.cond(ok, fill, fill_in_two, start)
    several = [lambda s: s, lambda s: s.replace(cache=s.x)]  # E: jdc-carry
    jax.lax.switch(i, several, start)
    more = [lambda s: s, lambda s: s.replace(cache=s.x)]
    more.pop()
    jax.lax.switch(i, more, start)


def named(ok: jax.Array, state: State) -> None:
    jax.lax.cond(ok, lambda s: s.replace(name="done"), lambda s: s, state)  # E: jdc-carry
    jax.lax.cond(ok, lambda s: s, lambda s: s.replace(name="done", x=s.x), state)  # E: jdc-carry
    jax.lax.cond(ok, lambda s: s.replace(name="done"), lambda s: s.replace(x=s.x, name="done"), state)
    done = State(x=X, name="done")
    jax.lax.cond(ok, lambda s: s.replace(name="done"), lambda s: s, done)
