"""Constants, a function and a class that another module imports and binds again."""

import flax.struct
import jax

COLOURS = (64, 64, 64)
SIZES = [1, 2, 3]
MOVES = {0: 1}
WEIGHTS = (0.1, 0.2)


def scaled(x: float) -> tuple[float, float]:
    return x, 2 * x


def stepped(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x


@flax.struct.dataclass
class Settings:
    name: str
    rate: float


@jax.jit
def coloured(i: jax.Array) -> jax.Array:
    return i + COLOURS[i]  # E: jdc-concrete
