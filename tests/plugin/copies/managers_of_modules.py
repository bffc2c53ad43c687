"""A context manager of a module opens nothing: a module is not an object that could be made writable."""

import contextlib
from collections.abc import Iterator

import equinox
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


class Operator(equinox.Module):
    x: jax.Array

    def mv(self, vector: jax.Array) -> jax.Array:
        self.x = self.x + 1  # E: jdc-frozen
        return self.x @ vector


def diagonal(operator: Operator) -> jax.Array:
    with jax.ensure_compile_time_eval():
        basis = jnp.eye(3)
        basis = jax.vmap(jnp.sin)(basis)
        return jax.vmap(operator.mv)(basis)


@jdc.pytree_dataclass
class Opened:
    x: jax.Array

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        with jdc.copy_and_mutate(self):
            yield


def through_an_object(given: Opened) -> None:
    with given.opened():
        given.x = given.x + 1
