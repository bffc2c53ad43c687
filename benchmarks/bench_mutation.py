"""A whole ``copy_and_mutate`` block, with validation, on a state of 100 dataclasses."""

from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import jax_dataclasses
import report
from timing import race

import jdc_runtime

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET = 5
_SAMPLE_SECONDS = 1e-3
LIBRARIES = {"jdc": jdc_runtime, "jax_dataclasses": jax_dataclasses}


def make_block(library: Any) -> "Callable[[], object]":
    """Return a function that copies a state of 100 dataclasses, sets one leaf and validates."""

    @library.pytree_dataclass
    class Layer:
        weight: jax.Array
        bias: jax.Array
        width: library.Static[int]

    @library.pytree_dataclass
    class Block:
        children: list[Any]
        extra: dict[str, jax.Array]
        scale: jax.Array

    x, new = jnp.zeros(3), jnp.ones(3)
    blocks = [Block([Layer(x, x, 3) for _ in range(8)], {"a": x}, x) for _ in range(11)]
    state = Block(blocks, {}, x)

    def block() -> object:
        with library.copy_and_mutate(state) as copy:
            copy.children[3].children[2].weight = new
        return copy

    return block


def measure(*, quick: bool = False) -> report.Report:
    """Time the block with jdc and with jax_dataclasses."""
    contenders = {name: partial(make_block, library) for name, library in LIBRARIES.items()}
    times = race(contenders, quick=quick, sample=_SAMPLE_SECONDS)
    faster = times["jax_dataclasses"] / times["jdc"]
    verdict = report.Verdict("copy_and_mutate, times as fast as jax_dataclasses", faster, TARGET, at_most=False)
    table = report.times_table("100 dataclasses", {"copy_and_mutate": times}, "jdc")
    return report.Report("mutation", [table], [verdict])


if __name__ == "__main__":
    report.main(measure)
