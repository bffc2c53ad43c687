"""The run of a program whose sizes and branches hang on the members of enums."""

import enum
from enum import Enum, IntEnum

import jax.numpy as jnp


class Width(Enum):
    NARROW = 3
    WIDE = 5
    BROAD = WIDE

    @property
    def padded(self):
        return self.value + 2

    def row(self):
        return jnp.zeros(self.value)

    @classmethod
    def usual(cls):
        return cls.NARROW


class Axis(IntEnum):
    ROW = 0
    COLUMN = 1


@enum.unique
class Mode(enum.Enum):
    TRAIN = enum.auto()
    TEST = enum.auto()


class Name(str, Enum):  # noqa: UP042 - as many programs write it
    FLAT = "flat"
    DEEP = "deep"


class Sized(Enum):
    SMALL = (2, "small")
    LARGE = (4, "large")

    def __init__(self, size, label):
        self.size = size
        self.label = label


class Part(enum.Flag):
    ONE = 1
    TWO = 2


class Shifted(IntEnum):
    ONE = 1

    def __add__(self, other):
        return 9


class Lenient(Enum):
    KNOWN = 1

    @classmethod
    def _missing_(cls, value):
        return cls.KNOWN


SIZES = {Width.NARROW: 7, Width.WIDE: 8}
BY_NAME = {Name.FLAT: 2, "deep": 6}


def layers(mode):
    return jnp.zeros(4) if mode is Mode.TRAIN else jnp.zeros(6)


def flattened(x, name):
    if name == "flat":
        return x.ravel()
    match name:
        case Name.DEEP:
            return x[None]
        case _:
            return x


def rows(width):
    match width:
        case Width.NARROW:
            return jnp.zeros(3)
        case Width.WIDE:
            return jnp.zeros(5)
    return None


def main():
    jnp.zeros(Width.NARROW.value) + jnp.zeros(3)
    jnp.zeros(Width.NARROW.value) + jnp.zeros(5)  # E: jdc-shape
    jnp.zeros(Width.BROAD.padded) + jnp.zeros(7)
    jnp.zeros(Width.BROAD.padded) + jnp.zeros(5)  # E: jdc-shape
    Width.WIDE.row() + jnp.zeros(5)
    Width.WIDE.row() + jnp.zeros(11)  # E: jdc-shape
    Width(5).row() + jnp.zeros(5)
    Width(3).row() + jnp.zeros(12)  # E: jdc-shape
    Width["BROAD"].row() + jnp.zeros(5)
    Width["NARROW"].row() + jnp.zeros(13)  # E: jdc-shape
    Width.usual().row() + jnp.zeros(3)
    jnp.zeros(len(Width.NARROW.name)) + jnp.zeros(6)
    jnp.zeros(len(Width.BROAD.name)) + jnp.zeros(4)
    jnp.concatenate([each.row() for each in Width]) + jnp.zeros(8)
    jnp.concatenate([each.row() for each in Width]) + jnp.zeros(13)  # E: jdc-shape
    rows(Width.BROAD) + jnp.zeros(5)
    rows(Width.BROAD) + jnp.zeros(14)  # E: jdc-shape
    jnp.zeros(SIZES[Width.BROAD]) + jnp.zeros(8)
    jnp.zeros(SIZES[Width.NARROW]) + jnp.zeros(8)  # E: jdc-shape
    x = jnp.zeros((2, 6))
    x.sum(axis=Axis.ROW) + jnp.zeros(6)
    x.sum(axis=Axis.COLUMN) + jnp.zeros(6)  # E: jdc-shape
    jnp.zeros(Axis.COLUMN + 3) + jnp.zeros(4)
    jnp.zeros(Axis.COLUMN.value + 3) + jnp.zeros(5)  # E: jdc-shape
    layers(Mode.TRAIN) + jnp.zeros(4)
    layers(Mode.TEST) + jnp.zeros(6)
    layers(Mode.TEST) + jnp.zeros(4)  # E: jdc-shape
    flattened(x, Name.FLAT) + jnp.zeros(12)
    flattened(x, Name.FLAT) @ jnp.zeros((6, 2))  # E: jdc-shape
    flattened(x, Name.DEEP) @ jnp.zeros((6, 2))
    flattened(x, "deep") + jnp.zeros((1, 2, 5))  # E: jdc-shape
    jnp.zeros(BY_NAME[Name.DEEP]) + jnp.zeros(6)
    jnp.zeros(BY_NAME["flat"]) + jnp.zeros(15)  # E: jdc-shape
    jnp.zeros(Sized.SMALL.size) + jnp.zeros(2)
    jnp.zeros((Part.ONE | Part.TWO).value) + jnp.zeros(3)
    jnp.zeros(Shifted.ONE + 1) + jnp.zeros(9)
    jnp.zeros(Lenient(9).value) + jnp.zeros(4)


main()
