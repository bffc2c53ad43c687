"""More functions of `math`, which ask a tracer for its value."""

import math

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Grid:
    x: jax.Array
    rows: int
    columns: int = flax.struct.field(pytree_node=False, default=4)

    def common(self) -> jax.Array:
        return self.x * math.gcd(self.rows, self.columns)  # E: jdc-concrete

    def is_near(self) -> jax.Array:
        return self.x if math.isclose(self.rows, 4.0) else -self.x  # E: jdc-concrete

    def rest(self) -> jax.Array:
        return self.x + math.fmod(self.rows, 3)  # E: jdc-concrete

    def static(self) -> jax.Array:
        return self.x * math.gcd(self.columns, 6) * math.prod((2, 3)) * math.lcm(2, self.columns)

    def of_jax(self) -> jax.Array:
        return self.x * jnp.gcd(self.rows, self.columns) * math.prod((self.rows, 2))

    def on_host(self) -> int:
        return math.gcd(self.rows, self.columns)


grid = Grid(jnp.ones(3), 2)
jax.jit(Grid.common)(grid)
jax.jit(Grid.is_near)(grid)
jax.jit(Grid.rest)(grid)
jax.jit(Grid.static)(grid)
jax.jit(Grid.of_jax)(grid)
grid.on_host()
