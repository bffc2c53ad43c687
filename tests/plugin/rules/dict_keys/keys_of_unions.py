"""Keys of a union of which a part has no order."""

from enum import Enum, IntEnum, auto

import flax.struct
import jax
import jax.numpy as jnp


class Phase(Enum):
    A = auto()
    B = auto()


class Leg(Enum):
    L = 1
    R = 2


class Num(IntEnum):
    L = 1
    R = 2


@flax.struct.dataclass
class D1:
    x: jax.Array
    d: dict[Phase | str, jax.Array]  # E: jdc-dict-keys
    e: dict[Phase | Leg, jax.Array]  # E: jdc-dict-keys


@flax.struct.dataclass
class D2:
    x: jax.Array
    d: dict[Phase | None, jax.Array]


@flax.struct.dataclass
class D3:
    x: jax.Array
    d: dict[Num | int, jax.Array]


@flax.struct.dataclass
class D4:
    x: jax.Array
    d: dict[Phase | str, jax.Array]


a = D1(jnp.ones(1), {Phase.A: jnp.ones(1), "x": jnp.ones(1)}, {})
b = D2(jnp.ones(1), {None: jnp.ones(1)})
c = D3(jnp.ones(1), {Num.L: jnp.ones(1), 3: jnp.ones(1)})
d = D4(jnp.ones(1), {Phase.A: jnp.ones(1)})
e = D4(jnp.ones(1), {"a": jnp.ones(1), "b": jnp.ones(2)})


@jax.jit
def f(d: dict[Phase | Leg, jax.Array]):  # E: jdc-dict-keys
    return d


@jax.jit
def g(d: dict[Phase | str, jax.Array]):
    return d


def by_name(table: dict[Phase, jax.Array]) -> dict[Phase | str, jax.Array]:
    return {key.name: value for key, value in table.items()}


@flax.struct.dataclass
class Computed:
    d: dict[Phase | str, jax.Array]


computed = Computed(by_name({Phase.A: jnp.ones(1), Phase.B: jnp.ones(1)}))
also_computed = Computed({"a": jnp.asarray({Phase.A: 1.0, Phase.B: 2.0}[Phase.A]), "b": jnp.ones(1)})
jax.jit(lambda c: c)(computed)
jax.jit(lambda c: c)(also_computed)
