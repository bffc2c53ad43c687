"""jdc-carry for branches that give back nothing, or their operand beside a tuple of it and more."""

import functools
from collections.abc import Callable
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array


def as_operand(state: State, go: jax.Array) -> Any:
    return jax.lax.cond(go, lambda s: s.replace(x=s.x * 3), lambda s: None, operand=state)  # E: jdc-carry


def as_operand_and_right(state: State, go: jax.Array) -> Any:
    return jax.lax.cond(go, lambda s: s.replace(x=s.x * 3), lambda s: s, operand=state)


def first_nothing(f: Callable[[jax.Array], jax.Array], x: jax.Array, go: jax.Array) -> Any:
    made = f(x)
    return jax.lax.cond(go, lambda each: None, lambda each: each, made)  # E: jdc-carry


def of_unknown_objects(state, go):
    return jax.lax.cond(go, lambda s: s.replace(step=3), lambda s: None, state)  # E: jdc-carry


def returning_nothing(state, go):
    def advance(s):
        return s.replace(step=3)

    def stay(s):
        print("stay")

    return jax.lax.cond(go, advance, stay, state)  # E: jdc-carry


def returning_nothing_either(state, go):
    def show(s):
        jax.debug.print("{}", s.step)

    def stay(s):
        print("stay")

    return jax.lax.cond(go, show, stay, state)


def alone_beside_a_pair(state, key, go):
    def learn(s, r):
        s = s.apply_gradients(grads=r)
        return s, r

    params = state.params
    new = jax.lax.cond(go, lambda s, r: learn(s, r), lambda s, r: s, state, key)  # E: jdc-carry
    return new, params


def alone_beside_a_pair_of_it(state, key, go):
    params = state.params
    return params, jax.lax.cond(go, lambda s, r: (s, r), lambda s, r: s, state, key)  # E: jdc-carry


def may_be_a_tuple(state, key, go):
    count = state.count(3)
    return count, jax.lax.cond(go, lambda s, r: (r, r), lambda s, r: s, state, key)


def nothing_known(state, key, go):
    return jax.lax.cond(go, lambda s, r: (r, r), lambda s, r: s, state, key)


def both_pairs(state, key, go):
    params = state.params
    return params, jax.lax.cond(go, lambda s, r: (s, r), lambda s, r: (s.replace(x=1), r), state, key)


def both_alone(state, key, go):
    params = state.params
    return params, jax.lax.cond(go, lambda s, r: s.replace(x=r), lambda s, r: s, state, key)


def bound_again(state, key, go):
    def stay(s, r):
        s = (s, jnp.zeros(()))
        return s

    params = state.params
    return params, jax.lax.cond(go, lambda s, r: (s, r), stay, state, key)


def taken_apart(runner):
    def step(runner, unused):
        state, env_state, last, key = runner
        runner = (state, env_state, last)  # E: jdc-carry
        return runner, key

    return jax.lax.scan(step, runner, None, 3)


def taken_apart_and_given_back(runner):
    def step(runner, unused):
        state, env_state, last, key = runner
        return (state, env_state, last, key), unused

    return jax.lax.scan(step, runner, None, 3)


def taken_apart_in_a_branch(runner, config):
    def step(runner, unused):
        if config["pair"]:
            state, key = runner
        else:
            state, key, _ = runner
        return (state, key, key) if config["three"] else (state, key), unused

    return jax.lax.scan(step, runner, None, 3)


def bound_before(runner):
    def step(runner, unused):
        runner = (*runner, unused)
        state, key, last = runner
        return (state, key), last

    return jax.lax.scan(step, runner, jnp.zeros(3))


def in_while(runner):
    def body(carry):
        state, key = carry
        return state, key, 1  # E: jdc-carry

    return jax.lax.while_loop(lambda carry: carry[0].go, body, runner)


def through_a_lambda(state, count):
    def turn(state):
        state = state + 1

    def turn_and_return(state):
        return state + 1

    first = jax.lax.fori_loop(0, count, lambda _, each: turn(each), state)  # E: jdc-carry
    return first, jax.lax.fori_loop(0, count, lambda _, each: turn_and_return(each), state)


def scaled(index, carry, scale, shift):
    return carry * scale + shift


def of_a_partial_by_name(x, big):
    body = functools.partial(scaled, scale=big, shift=3)
    return jax.lax.fori_loop(0, 3, body, x)


def of_a_partial_that_lacks(x, big):
    body = functools.partial(scaled, 0)
    return jax.lax.fori_loop(0, 3, body, x), jax.lax.fori_loop(0, 3, scaled, x)  # E: jdc-carry, jdc-carry


def holds_a_tuple_later(state, go):
    x = state.x
    state = (state, 0.0)
    return x, jax.lax.cond(go, lambda s: (s[0], 1.0), lambda s: s, state)
