"""Dataclasses as pytrees: construct, read, flatten, unflatten, map, and dispatch of a jitted function."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import report
from peers import LIMIT, OURS, PEERS, VARIANTS, make_class, names
from timing import race

if TYPE_CHECKING:
    from collections.abc import Callable

    Thunk = Callable[[], object]

SIZES = (3, 10, 50)
FROZEN_PEERS = ("frozen register_dataclass", "jax_dataclasses", "flax.struct", "chex", "equinox")


def _compiled(lines: list[str], **values: Any) -> Thunk:
    """Return a function of its own code object, so that contenders do not share inline caches."""
    exec("\n ".join(["def run():", *lines]), values)
    run: Thunk = values["run"]
    return run


def construct_keywords(name: str, n: int) -> Thunk:
    """``C(f0=..., f1=...)``."""
    return _compiled([f"C({', '.join(f'{x}=1.0' for x in names(n))})"], C=make_class(name, n))


def construct_positional(name: str, n: int) -> Thunk:
    """``C(..., ...)``."""
    return _compiled([f"C({', '.join(['1.0'] * n)})"], C=make_class(name, n))


def _instance(name: str, n: int, leaf: object = 1.0) -> Any:
    return make_class(name, n)(**dict.fromkeys(names(n), leaf))


def read(name: str, n: int) -> Thunk:
    """Twelve reads of three attributes of each of sixteen objects."""
    cls = make_class(name, n)
    return _reader([cls(**dict.fromkeys(names(n), 1.0)) for _ in range(16)], n)


def read_unflattened(name: str, n: int) -> Thunk:
    """The same reads of objects that JAX made, as inside a transformed function."""
    leaves, treedef = jax.tree_util.tree_flatten(_instance(name, n))
    return _reader([treedef.unflatten(leaves) for _ in range(16)], n)


def _reader(nodes: list[Any], n: int) -> Thunk:
    reads = "; ".join(f"node.{x}" for x in (names(n)[0], names(n)[n // 2], names(n)[-1]) * 4)
    return _compiled(["for node in nodes:", f" {reads}"], nodes=nodes)


def flatten(name: str, n: int) -> Thunk:
    """Leaves and treedef of one object."""
    return partial(jax.tree_util.tree_flatten, _instance(name, n))


def unflatten(name: str, n: int) -> Thunk:
    """One object from its leaves."""
    leaves, treedef = jax.tree_util.tree_flatten(_instance(name, n))
    return partial(treedef.unflatten, leaves)


def tree_map(name: str, n: int) -> Thunk:
    """``jax.tree.map`` of a function that does nothing."""
    return partial(jax.tree.map, lambda leaf: leaf, _instance(name, n))


def dispatch(name: str, n: int) -> Thunk:
    """Call of a compiled function that takes the object and returns one array."""

    @jax.jit
    def function(node: Any) -> jax.Array:
        return jnp.asarray(node.f0) + 1.0

    # A static field wants a hashable value; an array in each other field makes the call a real one.
    node = _instance(name, n, jnp.float32(1.0)) if "static" not in name else _with_static(name, n)
    function(node)
    return partial(function, node)


def _with_static(name: str, n: int) -> Any:
    return make_class(name, n)(**{**dict.fromkeys(names(n), jnp.float32(1.0)), names(n)[-1]: 1})


OPERATIONS: dict[str, tuple[Callable[[str, int], Thunk], float | None]] = {
    "construct by keywords": (construct_keywords, 1.5),
    "construct by position": (construct_positional, 1.5),
    "unflatten": (unflatten, 1.5),
    "flatten": (flatten, 1.03),
    "jit dispatch": (dispatch, 1.03),
    "attribute read": (read, 1.03),
    "attribute read, unflattened": (read_unflattened, 1.03),
    "tree.map": (tree_map, None),
}
"""The timed operations, and how many times the limit each may take."""


def measure(*, quick: bool = False) -> report.Report:
    """Time each operation for each library and number of fields, then for the variants of jdc's class."""
    result = report.Report("dataclasses")
    peers: dict[str, dict[str, float]] = {}
    variants: dict[str, dict[str, float]] = {}
    for operation, (make, target) in OPERATIONS.items():
        for n in SIZES:
            what = f"{operation}, {n} fields"
            able = [name for name in PEERS if name != "chex" or make is not construct_positional]  # keywords only
            peers[what] = times = race({name: partial(make, name, n) for name in able}, quick=quick)
            if target is not None:
                result.verdicts.append(_verdict(what, times, target))
            if n == SIZES[1]:
                variants[what] = race({name: partial(make, name, n) for name in VARIANTS}, quick=quick)
    result.tables = [
        report.times_table("Libraries", peers, LIMIT),
        report.times_table("Variants of a jdc class", variants, LIMIT),
    ]
    return result


def _verdict(what: str, times: dict[str, float], target: float) -> report.Verdict:
    best = min((name for name in FROZEN_PEERS if name in times), key=times.__getitem__)
    note = f"best frozen peer {times[best] / times[LIMIT]:.2f} ({best})"
    return report.Verdict(what, times[OURS] / times[LIMIT], target, note=note)


if __name__ == "__main__":
    report.main(measure)
