"""Classes below a base that mypy cannot read, as ``--strict`` checks them."""

# mypy: disallow-subclassing-any

import jax
import simple_pytree  # type: ignore[import-untyped]
import unknown_library  # type: ignore[import-not-found]
from simple_pytree import Pytree


class Counter(Pytree, mutable=True):
    value: jax.Array


class Other(
    simple_pytree.Pytree,
):
    value: jax.Array


class Unknown(unknown_library.Base):  # E: misc
    pass


class Both(Pytree, unknown_library.Base):  # E: misc
    pass
