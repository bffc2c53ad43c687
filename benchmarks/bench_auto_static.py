"""The dispatch of functions under ``auto_static(jax.jit)``, beside `jax.jit` and equinox's ``filter_jit``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import equinox
import jax
import jax.numpy as jnp
import report
from timing import race

import jdc_runtime as jdc

if TYPE_CHECKING:
    from collections.abc import Callable

ARRAYS = {f"w{index}": jnp.ones(3) for index in range(20)}
MIXED = {**ARRAYS, **{f"s{index}": f"value {index}" for index in range(20)}}
LIMIT = "jax.jit"
WRAPPERS = {LIMIT: jax.jit, "jdc": jdc.auto_static(jax.jit), "equinox": equinox.filter_jit}
FUNCTIONS = {"returns one array": lambda tree: tree["w0"] + tree["w1"], "returns the tree": lambda tree: tree}
TARGETS = {"arrays": 1.5, "arrays and strings": 2.0}
_SAMPLE_SECONDS = 2e-3


def make_call(wrapper: Any, function: Callable[[Any], object], tree: Any) -> Callable[[], object]:
    """Return a call of the wrapped function that is compiled already."""
    wrapped = wrapper(function)
    wrapped(tree)
    return lambda: wrapped(tree)


def measure(*, quick: bool = False) -> report.Report:
    """Time 20 arrays in a dict, alone and with 20 strings, which `jax.jit` itself does not take."""
    made = report.Report("auto_static")
    rows: dict[str, dict[str, float]] = {}
    for what, function in FUNCTIONS.items():
        contenders = {
            (name, kind): partial(make_call, wrapper, function, tree)
            for name, wrapper in WRAPPERS.items()
            for kind, tree in (("arrays", ARRAYS), ("arrays and strings", MIXED))
            if (name, kind) != (LIMIT, "arrays and strings")
        }
        keys = {f"{name}, {kind}": (name, kind) for name, kind in contenders}
        times = race({key: contenders[pair] for key, pair in keys.items()}, quick=quick, sample=_SAMPLE_SECONDS)
        rows[what] = times
        for kind, target in TARGETS.items():
            limit = times[f"{LIMIT}, arrays"]
            peer = times[f"equinox, {kind}"] / limit
            ratio = times[f"jdc, {kind}"] / limit
            verdict = report.Verdict(f"auto_static, {kind}, {what}", ratio, target, note=f"equinox {peer:.2f}")
            made.verdicts.append(verdict)
    made.tables.append(report.times_table("dispatch of 20 arrays in a dict", rows, f"{LIMIT}, arrays"))
    return made


if __name__ == "__main__":
    report.main(measure)
