"""The stubs as installed: they agree with the runtime, and leave nothing untyped."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
from checkers import BIN, environment
from stub_docstrings import STUB, with_docstrings

import jdc_runtime

ALLOWLIST = Path(__file__).with_name("stubtest_allowlist.txt")
STUBS = Path(jdc_runtime.__file__).parent.with_name("jdc_runtime-stubs")


def run(folder: Path, *command: object) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.thorough
def test_stubs_agree_with_the_runtime(tmp_path: Path) -> None:
    stubtest = (
        sys.executable,
        "-P",
        "-m",
        "mypy.stubtest",
        "jdc_runtime",
        f"--allowlist={ALLOWLIST}",
        "--ignore-unused-allowlist",
    )
    assert "no issues found" in run(tmp_path, *stubtest)


@pytest.mark.slow
def test_every_type_is_known(tmp_path: Path) -> None:
    report = json.loads(
        run(tmp_path, BIN / "pyright", "--verifytypes=jdc_runtime", "--ignoreexternal", "--outputjson")
    )
    completeness = report["typeCompleteness"]
    assert completeness["completenessScore"] == 1
    assert completeness["exportedSymbolCounts"]["withKnownType"] > 10


def test_stub_and_runtime_export_the_same_names() -> None:
    names: dict[str, object] = {}
    source = (STUBS / "__init__.pyi").read_text()
    exec(source[source.index("__all__") : source.index("]", source.index("__all__")) + 1], names)
    assert names["__all__"] == list(jdc_runtime.__all__)


def test_docstrings_are_those_of_the_runtime() -> None:
    source = STUB.read_text()
    assert source == with_docstrings(source), "run `python tests/stub_docstrings.py`"
    changed = source.replace("Make a class", "Makes a class")
    assert changed != source
    assert with_docstrings(changed) == source
    shown: dict[str, str | None] = {}
    for item in ast.parse(source).body:
        if isinstance(item, ast.FunctionDef | ast.ClassDef) and item.name in jdc_runtime.__all__:
            shown.setdefault(item.name, ast.get_docstring(item))
    assert shown.keys() > {"PyTreeNode", "copy_and_mutate", "jit", "pytree_dataclass"}
    assert shown == {name: inspect.getdoc(getattr(jdc_runtime, name)) for name in shown}
