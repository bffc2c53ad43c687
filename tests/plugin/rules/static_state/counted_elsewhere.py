"""Loops whose next carry a function or a method of another module makes."""

from __future__ import annotations

import counting_functions
import jax
import pytest
from counting_functions import Field, Gate, Walker, advanced, reset

FIELD = Field()
loop = jax.lax.fori_loop


def methods(walker: Walker) -> Walker:
    return jax.lax.fori_loop(0, 3, lambda i, carry: carry.walked(), walker)  # E: jdc-static-state


def methods_in_scans(walker: Walker) -> Walker:
    end, _ = jax.lax.scan(lambda carry, _: (carry.walked(), None), walker, None, length=3)  # E: jdc-static-state
    return end


def functions(walker: Walker) -> Walker:
    def is_on(carry: Walker) -> jax.Array:
        return jax.numpy.less(carry.total, 3)

    return jax.lax.while_loop(is_on, lambda carry: advanced(carry), walker)  # E: jdc-static-state


def bodies(walker: Walker) -> Walker:
    def step(carry: Walker, push: jax.Array) -> tuple[Walker, jax.Array]:
        moved = FIELD.step(carry, push)
        return moved, carry.x  # E: jdc-static-state

    end, _ = jax.lax.scan(step, walker, jax.numpy.ones(3))
    return end


def pairs(walker: Walker) -> Walker:
    return jax.lax.scan(lambda c, p: FIELD.step_and_look(c, p), walker, jax.numpy.ones(3))[0]  # E: jdc-static-state


def whole_functions(walker: Walker) -> Walker:
    return loop(0, 3, counting_functions.body, walker)  # E: jdc-static-state


def copies_of_copies(walker: Walker) -> Walker:
    return loop(0, 3, lambda i, carry: carry.walked().replace(x=carry.x), walker)  # E: jdc-static-state


def constructors(gate: Gate) -> Gate:
    return jax.lax.fori_loop(0, 3, lambda i, carry: carry.opened(), gate)  # E: jdc-static-state


def right_ones(walker: Walker, gate: Gate) -> tuple[Walker, Gate]:
    walker = loop(0, 3, lambda i, carry: carry.counted(), walker)
    walker = loop(0, 3, lambda i, carry: carry.kept(), walker)
    walker = loop(0, 3, lambda i, carry: carry.turned(), walker)
    walker = loop(0, 3, lambda i, carry: carry.unstepped(), walker)
    walker = loop(0, 3, counting_functions.quiet, walker)
    walker, _ = jax.lax.scan(lambda carry, push: (FIELD.rest(carry, push), None), walker, jax.numpy.ones(3))
    walker = loop(0, 3, lambda i, carry: reset(carry.walked()), walker)
    walker = loop(0, 3, lambda i, carry: carry.walked().replace(steps=carry.steps), walker)
    gate = loop(0, 3, lambda i, carry: carry.closed(), gate)
    return walker, gate


def started_alike(walker: Walker) -> Walker:
    return loop(0, 3, lambda i, carry: carry.started(), walker.replace(steps=3))


def outside_of_loops(walker: Walker) -> Walker:
    for _ in range(3):
        walker = advanced(walker.walked())
    return walker


def captured(walker: Walker, x: jax.Array) -> jax.Array:
    return loop(0, 3, lambda i, carry: carry + walker.walked().x, x)


def test_refused(walker: Walker) -> None:
    with pytest.raises(TypeError):
        loop(0, 3, lambda i, carry: carry.walked(), walker)
