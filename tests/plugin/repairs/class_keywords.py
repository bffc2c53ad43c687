"""Keywords of classes whose bases mypy cannot read."""

import jax
import jax.numpy as jnp
import unknown_library  # type: ignore[import-not-found]
from simple_pytree import Pytree  # type: ignore[import-untyped]


class Counter(Pytree, mutable=True):  # type: ignore[misc]
    count: jax.Array

    def __init__(self) -> None:
        self.count = jnp.zeros(())


class Layer(unknown_library.Layer, kind="dense"):  # type: ignore[misc]
    pass


class Plain:
    pass


class Wrong(Plain, kind="dense"):  # E: call-arg
    pass


class Kind:
    def __init_subclass__(cls, kind: int) -> None:
        print(kind)


class OfText(Kind, kind="dense"):  # E: arg-type
    pass
