"""jdc-init: demands in functions and in a plain base of another module."""

import demanding_functions as checks
import flax.struct
import jax
import jax.numpy as jnp
from demanding_functions import Checked, CheckedIfArray
from demanding_functions import check_rows as rows_of


@flax.struct.dataclass
class Matrix:
    x: jax.Array

    def __post_init__(self) -> None:
        checks.check_matrix(self.x)  # E: jdc-init


@flax.struct.dataclass
class Rows:
    x: jax.Array

    def __post_init__(self) -> None:
        rows_of("x", self.x)  # E: jdc-init


@flax.struct.dataclass
class Below(Checked):  # E: jdc-init
    x: jax.Array


@flax.struct.dataclass
class BelowIfArray(CheckedIfArray):
    x: jax.Array


@flax.struct.dataclass
class Overriding(Checked):
    x: jax.Array

    def __post_init__(self) -> None:
        pass


@flax.struct.dataclass
class Fine:
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=2)

    def __post_init__(self) -> None:
        checks.check_if_array(self.x)
        checks.check_if_given(self.x)
        checks.check_quietly(self.x)
        checks.check_made(self.x)
        checks.check_later(self.x)
        checks.check_decorated(self.x)
        checks.check_other(self.x, jnp.zeros((2, 2)))


@flax.struct.dataclass
class Asking:
    x: jax.Array

    def __post_init__(self) -> None:
        if isinstance(self.x, jax.Array):
            checks.check_matrix(self.x)


kept = [jax.tree.map(lambda leaf: None, each(jnp.zeros((2, 2)))) for each in (Fine, Asking, BelowIfArray, Overriding)]
fine = jax.tree.map(lambda leaf: None, Fine(jnp.zeros((2, 2))))
asking = jax.tree.map(lambda leaf: None, Asking(jnp.zeros((2, 2))))
if_array = jax.tree.map(lambda leaf: None, BelowIfArray(jnp.zeros((2, 2))))
overriding = jax.tree.map(lambda leaf: None, Overriding(jnp.zeros((2, 2))))
matrix = jax.tree.map(lambda leaf: None, Matrix(jnp.zeros((2, 2))))
rows = jax.tree.map(lambda leaf: None, Rows(jnp.zeros(3)))
below = jax.tree.map(lambda leaf: None, Below(jnp.zeros((2, 2))))
