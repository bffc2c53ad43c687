"""Functions without annotations that make objects, for modules that call methods of these."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

LOG: list[object] = []
KEPT = None


class Copied:
    def replace(self, **changes):
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Lattice(Copied):
    sites: jax.Array
    cache: jax.Array | None = None
    step: int = dataclasses.field(metadata={"static": True}, default=0)

    def cooled(self):
        return self.replace(sites=self.sites * 0.5)

    def logged(self):
        LOG.append(self)
        return self.replace(sites=self.sites * 0.5)


@flax.struct.dataclass
class Model:
    w: jax.Array
    scale: float = flax.struct.field(pytree_node=False, default=1.0)
    steps: int = 0

    def scaled(self, by):
        return self.replace(w=self.w * by)

    def halved(self) -> "Model":
        return self.replace(w=self.w / 2)

    def total(self):
        return self.w.sum()


def lattice(n):
    return Lattice(sites=jnp.zeros(n))


def lattice_again(n):
    size = n + 1
    return lattice(size)


def model(n):
    return Model(w=jnp.ones(n))


def either(n):
    if n:
        return Model(w=jnp.ones(n))
    return lattice(n)


def model_in_steps(n, scale=None):
    print("making a model")
    if n < 0:
        raise ValueError(n)
    made = Model(w=jnp.ones(n))
    if scale is not None:
        made = made.replace(w=made.w * scale)
    for _ in range(3):
        print(made)
    return made


def model_of_two(n, other=False):
    if other:
        return Model(w=jnp.zeros(n), steps=1)
    if n:
        return model(n)
    return None


def model_or_given(n, given=None):
    made = Model(w=jnp.ones(n))
    if given is not None:
        made = given
    return made


def kept_model(n):
    global KEPT
    if KEPT is None:
        KEPT = Model(w=jnp.ones(n))
    return KEPT


def model_of_inner(n, others):
    made = Model(w=jnp.ones(n))

    def exchange():
        nonlocal made
        made = others[0]

    exchange()
    return made


def imported_model(n):
    from stepping_functions import State as Model

    if n:
        return Model(jnp.ones(n))
    return Model(jnp.zeros(n))


def models(n):
    for each in range(n):
        yield Model(w=jnp.ones(each))


def model_of_loop(n, rows):
    made = Model(w=jnp.ones(n))
    for made in rows:
        print(made)
    return made


@jax.jit
def jitted_model(n):
    return Model(w=jnp.ones(3) * n)


def loss(given):
    return (given.w * given.scale).sum()


def annotated_loss(given: Model) -> jax.Array:
    return (given.w * given.scale).sum()


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
