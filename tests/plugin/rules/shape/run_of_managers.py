"""The run of a program with blocks under managers of its own, and what must run in the end."""

import contextlib
from contextlib import contextmanager

import jax
import jax.numpy as jnp

EVENTS: list[object] = []


@contextmanager
def timed(name):
    EVENTS.append(name)
    yield jnp.zeros(3)
    EVENTS.append(name)


@contextlib.contextmanager
def held(size):
    try:
        yield jnp.zeros((size, 2))
    finally:
        EVENTS.clear()


@contextmanager
def lenient():
    try:
        yield
    except TypeError:
        pass


@contextmanager
def kept():
    with contextlib.suppress(TypeError):
        yield


@contextmanager
def optional(flag):
    if flag:
        yield 1
    else:
        yield 2


@contextmanager
def nested():
    with jax.named_scope("nested"), held(5) as x:
        yield x.T


class Steps:
    def __init__(self):
        self.count = 0

    @contextmanager
    def step(self):
        self.count += 1
        yield self.count


def first(x):
    with timed("first"):
        return x[0]


def always(x):
    try:
        x = jnp.stack([x, x])
    finally:
        print(x.shape)
    return x


def either(x, flag):
    try:
        if flag:
            return x
        x = x[None]
    finally:
        EVENTS.append(1)
    return x


def main():
    with timed("main") as x:
        x + jnp.zeros(3)
        x + jnp.zeros(4)  # E: jdc-shape
        y = jnp.stack([x, x])
    y @ jnp.zeros(3)
    y @ jnp.zeros(2)  # E: jdc-shape
    with held(4) as z:
        z @ jnp.zeros(2)
        z @ jnp.zeros(4)  # E: jdc-shape
    with lenient():
        jnp.zeros(3) @ jnp.zeros(int("4"))
        first(jnp.zeros((2, 3))) + jnp.zeros(4)
    with kept():
        first(jnp.zeros((2, 3))) + jnp.zeros(4)
    first(jnp.zeros((2, 3))) + jnp.zeros(3)
    first(jnp.zeros((2, 3))) + jnp.zeros(2)  # E: jdc-shape
    with optional(True) as n:
        jnp.zeros(n + 2) + jnp.zeros(3)
        jnp.zeros(n + 2) + jnp.zeros(14)  # E: jdc-shape
    with nested() as w:
        w @ jnp.zeros(5)
        w @ jnp.zeros(2)  # E: jdc-shape
    steps = Steps()
    for _ in range(2):
        with steps.step() as count:
            jnp.zeros(count)
    jnp.zeros(steps.count) + jnp.zeros(2)
    always(jnp.zeros(3)) + jnp.zeros((2, 3))
    always(jnp.zeros(3)) + jnp.zeros((3, 3))  # E: jdc-shape
    either(jnp.zeros(3), True) + jnp.zeros(3)
    either(jnp.zeros(3), False) @ jnp.zeros(3)
    either(jnp.zeros(3), False) @ jnp.zeros(1)  # E: jdc-shape


main()
