"""Objects that lambdas, methods, partials and functions without annotations give back to a loop."""

import functools
from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array


@flax.struct.dataclass
class Other:
    x: jax.Array
    y: jax.Array


@flax.struct.dataclass
class Special(State):
    pass


class Model:
    def turn(self, i: jax.Array, carry: State) -> Other:
        return Other(carry.x + i, carry.x)

    def scaled(self, scale: float, i: jax.Array, carry: State) -> Other:
        return Other(carry.x * scale, carry.x)

    @staticmethod
    def fixed(i: jax.Array, carry: State) -> Other:
        return Other(carry.x + i, carry.x)

    def keeps(self, i: jax.Array, carry: State) -> State:
        return State(carry.x + i)

    def narrows(self, scale: float, i: jax.Array, carry: State) -> Special:
        return Special(carry.x * scale)

    @functools.lru_cache
    def cached(self, i: jax.Array, carry: State) -> Other:
        return Other(carry.x, carry.x)


def turned(i, carry):  # type: ignore[no-untyped-def]
    return Other(carry.x + i, carry.x)


def stepped(carry, x):  # type: ignore[no-untyped-def]
    new = {"a": Other(carry["a"].x + x, carry["a"].x)}
    return new, None


def of_dicts(carry: dict[str, State], x: jax.Array) -> tuple[dict[str, Other], None]:  # E: jdc-carry
    return {name: Other(each.x + x, each.x) for name, each in carry.items()}, None


def kept(i, carry):  # type: ignore[no-untyped-def]
    return carry.replace(x=carry.x + i)


def either(i, carry):  # type: ignore[no-untyped-def]
    if isinstance(carry, State):
        return State(carry.x + i)
    return Other(carry.x, carry.y)


def made(i, carry):  # type: ignore[no-untyped-def]
    return State(carry.x + i)


def kept_dicts(carry: dict[str, State], x: jax.Array) -> tuple[dict[str, State], Other]:
    return carry, Other(x, -x)


model, state, xs = Model(), State(jnp.array(0.0)), jnp.arange(3.0)


def wrong() -> Any:
    jax.lax.fori_loop(0, 3, model.turn, state)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, partial(model.scaled, 2.0), state)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, Model.fixed, state)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, c: Other(c.x, c.x), state)  # E: jdc-carry
    jax.lax.scan(lambda c, x: (Other(c.x, x), None), state, xs)  # E: jdc-carry, arg-type, return-value
    jax.lax.while_loop(lambda c: True, lambda c: Other(c.x, c.x), state)  # E: jdc-carry, arg-type, return-value
    jax.lax.fori_loop(0, 3, turned, state)  # E: jdc-carry
    jax.lax.scan(stepped, {"a": state}, xs)  # E: jdc-carry
    jax.lax.scan(lambda c, x: ({"a": Other(c["a"].x, x)}, None), {"a": state}, xs)  # E: jdc-carry, dict-item
    jax.lax.scan(lambda c, x: ((Other(c[0].x, x), 1), None), (state, 1), xs)  # E: jdc-carry, arg-type, return-value
    jax.lax.scan(of_dicts, {"a": state}, xs)  # type: ignore[arg-type]


def right() -> Any:
    jax.lax.fori_loop(0, 3, model.keeps, state)
    jax.lax.fori_loop(0, 3, partial(model.narrows, 2.0), Special(xs))
    jax.lax.fori_loop(0, 3, lambda i, c: State(c.x + i), state)
    jax.lax.fori_loop(0, 3, lambda i, c: c.replace(x=c.x + i), state)
    jax.lax.while_loop(lambda c: c.x < 3, lambda c: State(c.x + 1), state)
    jax.lax.scan(lambda c, x: (State(c.x + x), Other(c.x, x)), state, xs)
    jax.lax.scan(lambda c, x: ({"a": State(c["a"].x + x)}, None), {"a": state}, xs)
    jax.lax.scan(lambda c, x: ((State(c[0].x), c[1] + 1), Other(x, -x)), (state, 1), xs)
    jax.lax.scan(kept_dicts, {"a": state}, xs)
    jax.lax.fori_loop(0, 3, kept, state)
    jax.lax.fori_loop(0, 3, either, state)
    jax.lax.fori_loop(0, 3, either, Other(xs, -xs))
    jax.lax.fori_loop(0, 3, made, state)


right()
