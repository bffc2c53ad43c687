"""pyright and mypy report what the pages on VS Code and optax say that they report."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from checkers import BIN, TARGETS, check, environment
from docs.pages import DOCS, blocks

VSCODE = (DOCS / "vscode.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"# (\d)$")


def pyright(source: str, mode: str, folder: Path) -> dict[int, set[str]]:
    """Return the rules that pyright reports, errors and warnings, by line."""
    (folder / "program.py").write_text(source, encoding="utf-8")
    settings = {"typeCheckingMode": mode, "pythonVersion": TARGETS[-1]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [BIN / "pyright", f"--pythonpath={sys.executable}", "--outputjson", "program.py"]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    found: dict[int, set[str]] = {}
    for item in json.loads(done.stdout)["generalDiagnostics"]:
        found.setdefault(item["range"]["start"]["line"] + 1, set()).add(item["rule"])
    return found


def claimed(column: int) -> set[str]:
    """Return the numbers of the lines that the page says are reported."""
    rows = [line.strip("| ").split(" | ") for line in VSCODE.splitlines() if re.match(r"\| \d: ", line)]
    return {row[0][0] for row in rows if row[column].strip() != "\u2013"}


def numbers(source: str, lines: set[int]) -> set[str]:
    """Return the numbers that the source gives to lines."""
    text = source.splitlines()
    return {match[1] if (match := NUMBER.search(text[line - 1])) else f"line {line}" for line in lines}


@pytest.mark.slow
@pytest.mark.parametrize(("column", "mode"), [(1, "off"), (2, "standard")])
def test_what_pylance_shows(column: int, mode: str, tmp_path: Path) -> None:
    (source,) = blocks(DOCS / "vscode.md")
    assert numbers(source, set(pyright(source, mode, tmp_path))) == claimed(column)


@pytest.mark.slow
def test_what_the_mypy_extension_shows(tmp_path: Path) -> None:
    (source,) = blocks(DOCS / "vscode.md")
    (tmp_path / "source").mkdir()
    file = tmp_path / "source" / "program.py"
    file.write_text(source, encoding="utf-8")
    lines = {found.line for found in check("mypy + plugin", [file], tmp_path)}
    assert numbers(source, lines) == claimed(3)


@pytest.mark.slow
def test_what_pyright_says_of_optax(tmp_path: Path) -> None:
    source = "\n".join(blocks(DOCS / "optax.md"))
    marks = {n: re.search(r"# error: (\w+)$", line) for n, line in enumerate(source.splitlines(), start=1)}
    assert pyright(source, "standard", tmp_path) == {n: {mark[1]} for n, mark in marks.items() if mark}
