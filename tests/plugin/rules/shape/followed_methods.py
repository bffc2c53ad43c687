"""Special methods of a program's own classes, managers among them, and properties of bases."""

import jax.numpy as jnp


class Meter:
    def __init__(self):
        self.total = jnp.zeros(3)

    def __iadd__(self, x):
        self.total = self.total + x  # E: jdc-shape
        return self

    def __enter__(self):
        self.total = jnp.zeros(5)
        return self

    def __exit__(self, *error):
        self.total = jnp.zeros(4)


class Vec:
    def __init__(self, data):
        self.data = data

    def __add__(self, other):
        if not isinstance(other, Vec):
            return NotImplemented
        return Vec(jnp.concatenate([self.data, other.data]))

    def __matmul__(self, other):
        return Vec(self.data[:, None] * other.data[None, :])


class Longer(Vec):
    def __radd__(self, other):
        return Vec(jnp.ones(9))

    def __add__(self, other):
        return NotImplemented


class Base:
    @property
    def size(self):
        return 4


class Wider(Base):
    @property
    def size(self):
        return super().size + 1


def test_meter() -> None:
    meter = Meter()
    meter += jnp.ones(3)
    with meter as same:
        same.total + jnp.ones(5)
        meter.total + jnp.ones(3)  # E: jdc-shape
    meter.total + jnp.ones(4)
    meter.total + jnp.ones(5)  # E: jdc-shape
    meter += jnp.ones(7)


def test_vectors() -> None:
    product = Vec(jnp.ones(3)) @ Vec(jnp.ones(2))
    product.data + jnp.ones((3, 2))
    product.data + jnp.ones((2, 3))  # E: jdc-shape
    (Vec(jnp.ones(3)) + Longer(jnp.ones(3))).data + jnp.ones(9)


def test_size() -> None:
    jnp.ones(Wider().size) + jnp.ones(5)
    jnp.ones(Wider().size) + jnp.ones(4)  # E: jdc-shape
