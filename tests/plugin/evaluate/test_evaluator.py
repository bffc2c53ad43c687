"""The evaluator against NumPy and JAX themselves: whatever it says holds, with and without jax_enable_x64."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from plugin.runner import run

from jdc_spec.dtypes import covered

from .expressions import PRELUDE, Writer

COUNT = 100
PROBE = Path(__file__).with_name("mypy_with_probe.py")

EXECUTE = """
import json, sys, warnings
import jax
warnings.simplefilter("ignore")
jax.config.update("jax_enable_x64", sys.argv[2] == "1")
jax.config.update("jax_disable_most_optimizations", True)  # each runs once
prelude, *expressions = json.load(open(sys.argv[1]))
names = {}
exec(prelude, names)
def truth(expression):
    try:
        value = eval(expression, names)
    except Exception as error:
        return {"error": repr(error)}
    if isinstance(value, (bool, int, float, complex)) and not hasattr(value, "dtype"):
        return {"scalar": type(value).__name__}
    return {"shape": list(value.shape), "dtype": str(value.dtype)}
print(json.dumps([truth(expression) for expression in expressions]))
"""


@pytest.mark.slow
def test_evaluator_covers_the_truth(tmp_path: Path) -> None:
    expressions = list(Writer(Random(2024)).expressions(COUNT))
    evident = _evident(tmp_path, expressions)
    wrong: list[str] = []
    checked = 0
    for x64 in (False, True):
        for expression, said, truth in zip(expressions, evident, _truth(tmp_path, expressions, x64), strict=True):
            if "error" in truth:
                continue
            checked += 1
            if not _covers(said, truth):
                wrong.append(f"{expression}: said {said}, with jax_enable_x64={x64} it is {truth}")
    assert wrong == []
    shapes = sum(said["shape"] is not None for said in evident)
    dtypes = sum(said["dtype"] is not None for said in evident)
    print(f"{checked} of {2 * COUNT} evaluations executed; shape evident in {shapes}, dtype in {dtypes} of {COUNT}")
    assert checked > COUNT
    assert min(shapes, dtypes) > COUNT // 2


def _evident(folder: Path, expressions: list[str]) -> list[dict[str, Any]]:
    file = folder / "probe.py"
    file.write_text(PRELUDE + "".join(f"evident({expression})\n" for expression in expressions))
    first = PRELUDE.count("\n") + 1
    said = {
        finding.line: json.loads(finding.message.removeprefix("evident "))
        for finding in run([file], program=(str(PROBE),))
        if finding.message.startswith("evident ")
    }
    return [said[line] for line in range(first, first + len(expressions))]


def _truth(folder: Path, expressions: list[str], x64: bool) -> list[dict[str, Any]]:
    file = folder / "expressions.json"
    file.write_text(json.dumps([PRELUDE, *expressions]))
    command = [sys.executable, "-c", EXECUTE, str(file), "1" if x64 else "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    truths: list[dict[str, Any]] = json.loads(done.stdout)
    return truths


def _covers(said: dict[str, Any], truth: dict[str, Any]) -> bool:
    if "scalar" in truth:
        return said["origin"] in ("scalar", None) and (said["dtype"] in (truth["scalar"], None))
    if said["origin"] == "scalar":
        return False
    shape = said["shape"]
    if shape is not None and len(shape) != len(truth["shape"]):
        return False
    sizes = zip(shape or [], truth["shape"], strict=False)
    agrees = all(size is None or size == true for size, true in sizes)
    return agrees and (said["dtype"] is None or truth["dtype"] in covered(said["dtype"]))
