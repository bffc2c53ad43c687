"""jdc-concrete: methods with functions inside, which return something of their own."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Queue:
    data: jax.Array
    chunk: int = 2
    skips: bool = False
    rows: int = flax.struct.field(pytree_node=False, default=2)

    def taken(self) -> jax.Array:
        def body(total: jax.Array, _: None) -> tuple[jax.Array, None]:
            return total + self.data[0], None

        out, _ = jax.lax.scan(body, jnp.zeros(()), None, length=self.chunk)  # E: jdc-concrete
        return out

    def looked_at_inside(self) -> jax.Array:
        def body(total: jax.Array, _: None) -> tuple[jax.Array, None]:
            if self.skips:  # E: jdc-concrete
                return total, None
            return total + self.data[0], None

        return jax.lax.scan(body, jnp.zeros(()), None, length=self.rows)[0]

    def never_called(self) -> jax.Array:
        def later(n: jax.Array) -> jax.Array:
            return n if self.skips else -n

        self.keep(later)
        return jnp.tile(self.data, self.rows)

    def keep(self, function: object) -> None: ...


@jax.jit
def run(queue: Queue) -> jax.Array:
    return queue.taken() + queue.looked_at_inside() + queue.never_called().sum()
