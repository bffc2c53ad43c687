"""jdc-init: changes in a method that __post_init__ calls, and changes after a check that raises."""

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
from flax.struct import PyTreeNode


@flax.struct.dataclass
class Scale:
    scale: jax.Array

    def __post_init__(self) -> None:
        self._to_log()

    def _to_log(self) -> None:
        object.__setattr__(self, "scale", jnp.log(self.scale))  # E: jdc-init


@jdc.pytree_dataclass
class Checked:
    gain: jax.Array
    bins: jdc.Static[int] = 3

    def __post_init__(self) -> None:
        if self.bins < 1:
            raise ValueError(self.bins)
        object.__setattr__(self, "gain", self.gain * 2)  # E: jdc-init


class Shifted(PyTreeNode):
    x: jax.Array
    is_shifted: bool = flax.struct.field(pytree_node=False, default=False)

    def __post_init__(self) -> None:
        self._shift()

    def _shift(self) -> None:
        if self.is_shifted:
            return
        object.__setattr__(self, "x", self.x + 1)
        object.__setattr__(self, "is_shifted", True)


class Counted(PyTreeNode):
    x: jax.Array
    start: jax.Array

    def __post_init__(self) -> None:
        self._wrap()

    def _wrap(self) -> None:
        object.__setattr__(self, "x", self.x % 360)

    def doubled(self) -> jax.Array:
        return self.x * 2


class Undone(PyTreeNode):
    x: jax.Array

    def __post_init__(self) -> None:
        self._up()
        self._down()

    def _up(self) -> None:
        object.__setattr__(self, "x", self.x + 1)

    def _down(self) -> None:
        object.__setattr__(self, "x", self.x - 1)


class Later(PyTreeNode):
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=1)

    def __post_init__(self) -> None:
        if self.n > 3:
            self._up()
        if self.n < 0:
            print("odd")
            return
        if self.n == 7:
            raise ValueError
        if self.n == 8:
            object.__setattr__(self, "x", self.x + 1)

    def _up(self) -> None:
        object.__setattr__(self, "x", self.x + 1)


class Overridden(PyTreeNode):
    x: jax.Array

    def __post_init__(self) -> None:
        self._prepare()

    def _prepare(self) -> None:
        object.__setattr__(self, "x", self.x * 3)


class Over(Overridden):
    def _prepare(self) -> None:
        pass
