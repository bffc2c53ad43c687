"""The run of a program in which functions write to variables of others, beside variables of the same names."""

import jax.numpy as jnp

step = 0
count = 3


def advance():
    global step
    step += 1


def counter():
    count = 0

    def more():
        nonlocal count
        count += 1
        return count

    return more


def rows(count, step):
    return jnp.zeros((count, step))


def recursive(count):
    return jnp.zeros(1) if count == 0 else jnp.concatenate([recursive(count - 1), jnp.zeros(1)])


def sized(x):
    if (count := x.shape[0]) > 2:
        return jnp.zeros(count)
    return jnp.zeros(count + 5)


def written():
    size = 2

    def larger():
        nonlocal size
        size = 4

    larger()
    return jnp.zeros(size)


class Loop:
    step = 5

    def row(self):
        step = 2
        return jnp.zeros(step + self.step)


def main():
    rows(2, 4) @ jnp.zeros(4)
    rows(2, 4) @ jnp.zeros(2)  # E: jdc-shape
    recursive(3) + jnp.zeros(4)
    recursive(3) + jnp.zeros(3)  # E: jdc-shape
    sized(jnp.zeros(3)) + jnp.zeros(3)
    sized(jnp.zeros(3)) + jnp.zeros(8)  # E: jdc-shape
    jnp.zeros(count) + jnp.zeros(3)
    jnp.zeros(count) + jnp.zeros(4)  # E: jdc-shape
    advance()
    jnp.zeros(step + 2) + jnp.zeros(3)
    more = counter()
    more()
    jnp.zeros(more()) + jnp.zeros(2)
    written() + jnp.zeros(4)
    Loop().row() + jnp.zeros(7)


main()
