"""jdc-discarded for methods without annotations that are seen to make a new object."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Buffer:
    data: jax.Array
    ptr: int

    def add(self, x):
        data = self.data.at[self.ptr].set(x)
        return self.replace(data=data, ptr=self.ptr + 1)

    def emptied(self):
        if self.ptr == 0:
            return Buffer(self.data, 0)
        return Buffer(self.data * 0, 0)

    def logged(self, x):
        print(x)
        return self.replace(ptr=self.ptr + 1)

    def first(self):
        return self.data[0]

    def either(self, flag):
        return self if flag else self.replace(ptr=0)


@register_dataclass
@dataclasses.dataclass
class Counter:
    n: jax.Array

    def counted(self):
        return dataclasses.replace(self, n=self.n + 1)


buffer = Buffer(jnp.zeros(4), 0)
buffer.add(1.0)  # E: jdc-discarded
buffer.emptied()  # E: jdc-discarded
Counter(jnp.zeros(())).counted()  # E: jdc-discarded
buffer.logged(1.0)
buffer.first()
buffer.either(True)
buffer = buffer.add(1.0)
print(buffer.emptied())
