"""A whole ``copy_and_mutate`` block, with validation: on a state of 100 dataclasses, and how its time grows."""

import gc
import time
import timeit
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
GROWTH_TARGET = 1.5
_FEW, _MANY = 1_000, 8_000
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


def make_changes(library: Any) -> "dict[str, Callable[[int], Callable[[], object]]]":
    """Return, by what they do, functions that make a block in which each of a number of children changes."""

    @library.pytree_dataclass
    class Holder:
        item: Any

    def block(make: "Callable[[], Any]", change: "Callable[[Any, int], None]") -> Any:
        def of_size(count: int) -> "Callable[[], object]":
            state = Holder([make() for _ in range(count)])

            def run() -> object:
                with library.copy_and_mutate(state) as copy:
                    for index in range(count):
                        change(copy.item, index)
                return copy

            return run

        return of_size

    def set_first(children: Any, index: int) -> None:
        children[index][0] = 2.0

    def set_item(children: Any, index: int) -> None:
        children[index].item = 2.0

    def set_list(children: Any, index: int) -> None:
        children[index].item = [2.0]

    return {
        "lists that change": block(lambda: [1.0], set_first),
        "dicts that change": block(lambda: {0: 1.0}, set_first),
        "dataclasses that change": block(lambda: Holder(1.0), set_item),
        "lists in dataclasses, replaced": block(lambda: Holder([1.0]), set_list),
    }


def growth(*, quick: bool) -> report.Report:
    """Time blocks that change 1,000 children and 8,000, as nanoseconds for each child."""
    made = report.Report("growth")
    rows: dict[str, dict[str, float]] = {}
    for name, library in LIBRARIES.items():
        for what, of_size in make_changes(library).items():
            few, many = (_fastest(of_size(count), quick=quick) / count for count in (_FEW, _MANY))
            rows.setdefault(what, {}).update({f"{name}, {_FEW:,}": few, f"{name}, {_MANY:,}": many})
            if library is jdc_runtime:
                made.verdicts.append(
                    report.Verdict(f"{what}: {_MANY:,}, each beside {_FEW:,}", many / few, GROWTH_TARGET)
                )
    made.tables.append(report.times_table("children that change, time for each", rows, f"jdc, {_FEW:,}"))
    return made


def _fastest(run: "Callable[[], object]", *, quick: bool) -> float:
    gc.collect()
    return min(timeit.repeat(run, timer=time.process_time, number=1, repeat=5 if quick else 15)) * 1e9


def measure(*, quick: bool = False) -> report.Report:
    """Time blocks with jdc and with jax_dataclasses."""
    contenders = {name: partial(make_block, library) for name, library in LIBRARIES.items()}
    times = race(contenders, quick=quick, sample=_SAMPLE_SECONDS)
    faster = times["jax_dataclasses"] / times["jdc"]
    verdict = report.Verdict("copy_and_mutate, times as fast as jax_dataclasses", faster, TARGET, at_most=False)
    table = report.times_table("100 dataclasses", {"copy_and_mutate": times}, "jdc")
    grown = growth(quick=quick)
    return report.Report("mutation", [table, *grown.tables], [verdict, *grown.verdicts])


if __name__ == "__main__":
    report.main(measure)
