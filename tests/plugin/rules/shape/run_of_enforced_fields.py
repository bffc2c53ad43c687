import dataclasses
import itertools
from typing import Annotated

import jax
import jax.numpy as jnp
import jax_dataclasses
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Batch(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 6, 5)]
    label: Annotated[jax.Array | None, (...,)]

    def flat(self):
        return self.image.reshape(*self.image.shape[:-2], 30)


@jax_dataclasses.pytree_dataclass
class Layer(jax_dataclasses.EnforcedAnnotationsMixin):
    kernel: Annotated[jax.Array, (4, 2)]
    bias: Annotated[jax.Array, (2,)]


@jdc.pytree_dataclass
class Pair(jdc.EnforcedAnnotationsMixin):
    x: Float[Array, "n d"]
    y: Float[Array, "n"]


@jdc.pytree_dataclass
class Plain:
    x: Annotated[jax.Array, (3,)]


@jdc.pytree_dataclass
class Own(jdc.EnforcedAnnotationsMixin):
    x: Annotated[jax.Array, (3,)]

    def __post_init__(self):
        pass


def many(count):
    images = [jnp.zeros((6, 5)) for _ in range(count)]
    return Batch(jnp.stack(images), jnp.zeros(count))


def layer(sizes):
    for n, m in itertools.pairwise(sizes):
        made = Layer(jnp.zeros((n, m)), jnp.zeros(m))
    return made


def pair(counts):
    arrays = [jnp.ones((n, 3)) for n in counts]
    return Pair(x=arrays[0], y=arrays[1][:, 0])


def first(boxes):
    arrays = [jnp.ones(n) for n in boxes]
    return Plain(arrays[0]), Own(arrays[0])


def wrong_image():
    batch = many(3)
    return dataclasses.replace(batch, image=batch.flat())  # E: jdc-shape


def wrong_method():
    batch = many(2)
    return batch.replace(image=batch.image[..., 0])  # E: jdc-shape


def wrong_kept():
    one = pair([3, 3])
    return one.replace(y=jnp.concatenate([one.y, one.y]))  # E: jdc-shape


def right():
    batch = many(5)
    other = dataclasses.replace(batch, image=batch.flat().reshape(-1, 6, 5))
    layer([9, 4, 2][1:])
    pair([4, 4])
    first([4])
    one = dataclasses.replace(pair([3, 3]), y=pair([3, 3]).x[:, 0])
    shrunk = jax.tree.map(lambda a: a[0], pair([4, 4]))
    stacked = jax.tree.map(lambda *a: jnp.stack(a), layer([4, 2]), layer([4, 2]))
    empty = dataclasses.replace(batch, image=None, label=None)
    jax.vmap(lambda b: b.replace(image=b.image + 1))(other)
    jax.vmap(lambda p: p.kernel @ p.bias)(stacked)
    try:
        batch.replace(image=batch.flat())
    except jdc.AnnotationError:
        pass
    return one, shrunk, empty


right()
