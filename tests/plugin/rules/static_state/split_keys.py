"""Counts beside random keys, which keep their shape when they are split; methods that leak whoever else calls them."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Loop:
    key: jax.Array
    epoch: int = flax.struct.field(pytree_node=False, default=0)
    norm: Any = flax.struct.field(pytree_node=False, default=None)

    @jax.jit
    def advanced(self) -> "Loop":
        key, _ = jax.random.split(self.key)
        return self.replace(key=key, epoch=self.epoch + 1)  # E: jdc-static-state

    @jax.jit
    def many(self) -> "Loop":
        keys = jax.random.split(self.key, 3)
        return self.replace(key=keys, epoch=self.epoch + 1)

    @jax.jit
    def of_array(self) -> "Loop":
        key, _ = jnp.split(self.key, 2)
        return self.replace(key=key, epoch=self.epoch + 1)

    def normed(self) -> "Loop":
        return self.replace(norm=jnp.sum(self.epoch))  # E: jdc-static-state

    def counted(self) -> "Loop":
        return self.replace(epoch=self.epoch + 1)

    def shaped(self) -> "Loop":
        return self.replace(norm=self.key.shape[0])

    def on_host(self) -> "Loop":
        return self.replace(norm=jnp.sum(self.epoch))


def main(loop: Loop) -> None:
    print(loop.normed().norm, jax.jit(Loop.normed)(loop))
    print(loop.counted(), jax.jit(Loop.counted)(loop))
    print(loop.shaped(), jax.jit(Loop.shaped)(loop), loop.on_host())
