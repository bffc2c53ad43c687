"""Construction of an object that checks the shapes and dtypes of its arrays."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np
import report
from timing import race

import jdc_runtime

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET = 3
LIBRARIES = {"jdc": jdc_runtime, "jax_dataclasses": jax_dataclasses}


def make_digits(library: Any) -> type[Any]:
    """Return a class of two annotated fields, with shapes and dtypes."""

    @library.pytree_dataclass
    class Digits(library.EnforcedAnnotationsMixin):
        image: Annotated[jax.Array, (..., 28, 28), jnp.floating]
        label: Annotated[jax.Array, (..., 10), jnp.uint8]

    return Digits


def jax_arrays(library: Any) -> "Callable[[], object]":
    """Two fields that hold arrays of JAX."""
    return partial(make_digits(library), jnp.zeros((5, 28, 28)), jnp.zeros((5, 10), jnp.uint8))


def numpy_arrays(library: Any) -> "Callable[[], object]":
    """Two fields that hold arrays of NumPy."""
    return partial(make_digits(library), np.zeros((5, 28, 28), np.float32), np.zeros((5, 10), np.uint8))


def nested(library: Any) -> "Callable[[], object]":
    """An annotated field, a plain one, and an object whose batch axes are compared."""
    digits = jax_arrays(library)()

    @library.pytree_dataclass
    class Sample(library.EnforcedAnnotationsMixin):
        weight: Annotated[jax.Array, (...,), jnp.float32]
        name: Any
        digits: Any

    return partial(Sample, jnp.zeros(5), "a", digits)


CASES = {"JAX arrays": jax_arrays, "NumPy arrays": numpy_arrays, "nested": nested}


def measure(*, quick: bool = False) -> report.Report:
    """Time each case with jdc and with jax_dataclasses."""
    rows = {
        what: race({name: partial(make, library) for name, library in LIBRARIES.items()}, quick=quick)
        for what, make in CASES.items()
    }
    verdicts = [
        report.Verdict(
            f"construct and check, {what}: times as fast as jax_dataclasses",
            times["jax_dataclasses"] / times["jdc"],
            TARGET,
            at_most=False,
        )
        for what, times in rows.items()
    ]
    return report.Report("annotations", [report.times_table("Enforced annotations", rows, "jdc")], verdicts)


if __name__ == "__main__":
    report.main(measure)
