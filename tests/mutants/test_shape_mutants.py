"""The parts of `make shape-mutants`: which places are changed, and which changes share a run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mutants.shape_changes import Change, changes
from mutants.shape_packages import HERE, OTHERS, PACKAGES, PROBES, Failing, ShapesJudged, _runs
from mutants.shape_tables import of_packages, of_programs
from mutants.sources import Source

CODE = """
import jax.numpy as jnp


class Layer:
    def __call__(self, x: tuple[3, 4], size=5):
        assert x.shape == (3, 4)
        scale = jnp.zeros((3, 1), jnp.float32)

        def inner(y):
            return jnp.dot(y, x) + jnp.sum(x, axis=-1, keepdims=2 ** 2)

        return inner(scale @ x.T)


x = jnp.concatenate([], axis=0)
"""
EXPECTED = [
    ("size", "4", "Layer.__call__", 8),
    ("size", "2", "Layer.__call__", 8),
    ("dtype", "jnp.int32", "Layer.__call__", 8),
    ("order of operands", "jnp.dot(x, y)", "Layer.__call__", 11),
    ("axis", "-2", "Layer.__call__", 11),
    ("order of operands", "(x.T) @ (scale)", "Layer.__call__", 13),
    ("transposition left out", "x", "Layer.__call__", 13),
    ("axis", "1", "", 16),
]


def _told(each: Change) -> tuple[str, str, str, int]:
    return each.kind, each.edit.text, each.function, each.line


def test_changes() -> None:
    found = list(changes(Source("a.py", CODE)))
    assert sorted(map(_told, found)) == sorted(EXPECTED)
    assert "jnp.zeros((4, 1), jnp.float32)" in next(each for each in found if each.kind == "size").text


def test_no_run_has_two_of_a_module_or_of_a_part() -> None:
    one, other, third = (list(changes(Source(f"{name}.py", CODE)))[:2] for name in "abc")
    first, beside = (Failing(each, {"test_a": "raises"}) for each in one)
    runs = _runs([first, beside, Failing(other[0], {"test_a": ""}), Failing(third[0], {"test_b": ""})])
    assert [len(run) for run in runs] == [2, 1, 1]


def test_tables() -> None:
    found, missed = (list(changes(Source("a.py", CODE)))[:1] for _ in range(2))
    assert of_programs(found, missed).splitlines()[-1] == "| all, 50 % | 1 | 2 |"
    failing = [Failing(each, {"test_a": "raises"}) for each in found]
    judged = [ShapesJudged("one", found=failing), ShapesJudged("two", missed=failing)]
    assert of_packages(judged).splitlines()[-1] == "| all, 50 % | 1 of 1 | 0 of 1 | 1 of 2 |"


def test_each_probe_is_of_a_package() -> None:
    assert {each.name for each in PROBES.glob("*.py")} == {f"probe_{name}.py" for name in (*PACKAGES, *OTHERS)}


PACKAGE = """
import jax.numpy as jnp


def total(x):
    return jnp.sum(x, axis=0)
"""


@pytest.mark.thorough
def test_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "small_package").mkdir()
    (tmp_path / "small_package/__init__.py").write_text(PACKAGE)
    probe = tmp_path / "probe_small.py"
    probe.write_text("import jax.numpy as jnp, small_package\n\ndef test_total(): small_package.total(jnp.ones(3))\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def told(*arguments: str) -> object:
        command = [sys.executable, str(HERE / "shape_trial.py"), *arguments]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert told("cover", "small_package", str(probe)) == {"test_total": [["__init__.py", "total"]]}
    change = {"kind": "axis", "path": "__init__.py", "function": "total", "parts": ["test_total"]}
    texts = [PACKAGE, PACKAGE.replace("axis=0", "axis=1"), PACKAGE.replace("axis=0", "axis=2")]
    asked = {
        "package": "small_package",
        "probe": str(probe),
        "most": 1,
        "changes": [{**change, "text": each} for each in texts],
    }
    (tmp_path / "changes.json").write_text(json.dumps(asked))
    outcomes = told("probe", str(tmp_path / "changes.json"))
    assert isinstance(outcomes, list)
    assert [list(each) for each in outcomes] == [[], ["test_total"], []]
