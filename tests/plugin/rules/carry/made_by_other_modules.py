"""Objects that class methods and functions of another module make, and its methods as functions of loops."""

import jax
import jax.numpy as jnp
from making_classes import Filter, Gate, Tracker, average, either, fresh, fresh_dict, nth

rows = jnp.ones((4, 3))


def class_methods(tracker: Tracker) -> None:
    jax.lax.scan(tracker.gained, Filter.start(3), rows)  # E: jdc-carry
    jax.lax.fori_loop(0, 3, lambda i, s: s.replace(gain=s.mean), Filter.start(3))  # E: jdc-carry
    jax.lax.scan(tracker.gained, Filter.tuned(3), rows)
    jax.lax.scan(tracker.gained, Filter.chosen(3), rows)
    jax.lax.fori_loop(0, 3, lambda i, s: s.replace(gain=s.mean), Filter.tuned(3))


def methods(tracker: Tracker) -> None:
    jax.lax.scan(tracker.counted, Filter.tuned(3), rows)  # E: jdc-static-state
    jax.lax.scan(tracker.first_only, Filter.tuned(3), rows)  # E: jdc-concrete
    jax.vmap(Gate())(rows)  # E: jdc-concrete
    jax.lax.scan(tracker.moved, Filter.start(3), rows)
    tracker.counted(Filter.start(3), rows[0])
    tracker.first_only(Filter.start(3), rows[0])
    Gate()(rows)


def frozen() -> None:
    state = fresh(3)
    state.rounds = 2  # E: jdc-frozen
    fresh(4).mean = rows  # E: jdc-frozen


def open_dict() -> None:
    state = fresh_dict(3)
    state["mean"] = rows
    other = either(3)
    print(other)
    third = nth([Tracker(0.1)], 0)
    third.rate = 0.2
    found = fresh(3)
    found = Tracker(0.3)
    found.rate = 0.4


def compared(found: list[Filter], one: Filter, names: list[str]) -> bool:
    if one in found:  # E: jdc-compare
        return True
    return "a" in names or one.rounds in (1, 2) or any(one is each for each in found)


def gradients(x: jax.Array) -> None:
    jax.grad(average, has_aux=True)(x)  # E: jdc-transform-input
    jax.grad(average)(x)
