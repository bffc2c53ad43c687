"""The order of fields in classes of equinox: any order, where the class or a base writes the constructor."""

import enum
from typing import TYPE_CHECKING

import equinox as eqx
import jax
import jax.numpy as jnp


class Named(eqx.Module):
    name: str = "named"
    weight: jax.Array

    def __init__(self) -> None:
        self.weight = jnp.ones(2)


class Gained(Named):
    gain: jax.Array

    def __init__(self) -> None:
        super().__init__()
        self.gain = jnp.ones(2)


class Inherits(Gained):  # which is complete in a subclass
    shift: jax.Array
    name: str = "inherits"
    scale: jax.Array


class Complete(Inherits):
    def __init__(self) -> None:
        super().__init__()
        self.shift = self.scale = jnp.ones(2)  # E: jdc-aliased


class Made(eqx.Module):
    weight: jax.Array
    name: str = "made"


class Written(Made):
    gain: jax.Array

    def __init__(self) -> None:
        self.weight = self.gain = jnp.ones(2)  # E: jdc-aliased


class Refused(Made):
    gain: jax.Array  # E: misc


def inside() -> eqx.Module:
    class Local(Made):
        gain: jax.Array

        def __init__(self) -> None:
            self.weight = self.gain = jnp.ones(2)  # E: jdc-aliased

    return Local()


def change(complete: Complete, written: Written) -> None:
    complete.shift = written.gain  # E: jdc-frozen


class Sized(type):
    def __len__(cls) -> int:
        return 1


if TYPE_CHECKING:

    class Enumeration(enum.Enum, Named, metaclass=Sized):  # E: override
        """One that checkers alone see, as equinox declares its own."""
