"""jdc-carry for lists and tuples of a carry that get longer."""

import dataclasses
from dataclasses import replace
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class Track:
    x: jax.Array
    history: list[jax.Array] = flax.struct.field(default_factory=list)
    pair: tuple[jax.Array, ...] = ()
    names: tuple[str, ...] = flax.struct.field(pytree_node=False, default=())


def star(xs: jax.Array) -> Track:
    def body(track: Track, x: jax.Array) -> tuple[Track, None]:
        return track.replace(x=x, history=[*track.history, x]), None  # E: jdc-carry

    return lax.scan(body, Track(xs[0]), xs)[0]


def plus(xs: jax.Array) -> Track:
    def body(i: int, track: Track) -> Track:
        history = track.history + [xs[i]]  # noqa: RUF005
        return Track(track.x, history)  # E: jdc-carry

    return lax.fori_loop(0, 3, body, Track(xs[0]))


def by_an_imported_replace(xs: jax.Array) -> Track:
    def body(track: Track, x: jax.Array) -> tuple[Track, None]:
        return replace(track, x=x, history=[*track.history, x]), None  # E: jdc-carry

    return lax.scan(body, Track(xs[0]), xs)[0]


def of_a_tuple(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        total, seen = carry
        return (total + x, [*seen, x]), None  # E: jdc-carry

    return lax.scan(body, (jnp.zeros(()), []), xs)


def of_a_tuple_with_plus(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        total, seen = carry
        return (total + x, seen + (x,)), None  # noqa: RUF005

    return lax.scan(body, (jnp.zeros(()), (xs,)), xs)  # E: jdc-shape


def arrays_added(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        total, seen = carry
        return (total + x, seen + jnp.asarray([1.0, 2.0])), None

    return lax.scan(body, (jnp.zeros(()), jnp.zeros(2)), xs)


def shifted(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        total, last = carry
        return (total + x, (*last[1:], x)), None

    return lax.scan(body, (jnp.zeros(()), (jnp.zeros(()), jnp.zeros(()))), xs)


def swapped(xs: jax.Array) -> Track:
    def body(i: int, track: Track) -> Track:
        return dataclasses.replace(track, pair=(*track.history, xs[i]), history=[*track.pair])

    return lax.fori_loop(0, 0, body, Track(xs[0]))


def results(xs: jax.Array) -> Any:
    def body(track: Track, x: jax.Array) -> tuple[Track, list[jax.Array]]:
        return track.replace(x=x), [*track.history, x]

    return lax.scan(body, Track(xs[0]), xs)


@flax.struct.dataclass
class Last:
    history: tuple[jax.Array, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "history", tuple(self.history)[-2:])


def kept_by_class(xs: jax.Array) -> Any:
    def body(i: int, last: Last) -> Last:
        return Last((*last.history, xs[i]))

    def replaced(i: int, last: Last) -> Last:
        return last.replace(history=(*last.history, xs[i]))

    first = Last((xs[0], xs[1]))
    return lax.fori_loop(0, 3, body, first), lax.fori_loop(0, 3, replaced, first)


def shortened(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        carry.pop(0)
        return [*carry, x], None

    def through_name(carry: Any, x: jax.Array) -> Any:
        kept = carry["history"]
        del kept[0]
        return {"history": [*kept, x]}, None

    def by_helper(carry: Any, x: jax.Array) -> Any:
        drop(carry)
        return [*carry, x], None

    lax.scan(body, [xs[0], xs[1]], xs)
    lax.scan(by_helper, [xs[0], xs[1]], xs)
    return lax.scan(through_name, {"history": [xs[0], xs[1]]}, xs)


def drop(items: list[jax.Array]) -> None:
    items.pop(0)


def not_traced(xs: jax.Array) -> Any:
    def body(carry: Any, x: jax.Array) -> Any:
        jax.debug.print("{}", x)
        return (*carry, x), None

    with jax.disable_jit():
        lax.scan(body, (xs[0],), xs)
    return lax.scan(body, (xs[0],), xs)  # E: jdc-shape
