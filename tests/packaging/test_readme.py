"""The README tells the truth: its opening table, its examples, its list of rules."""

import re
from pathlib import Path

import pytest
from checkers import check

from jdc_spec.rules import RULES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COLUMNS = {
    "today: mypy": ("mypy", "jax_dataclasses"),
    "today: pyright": ("pyright", "jax_dataclasses"),
    "jdc: mypy + plugin": ("mypy + plugin", "jdc_runtime"),
    "jdc: pyright": ("pyright", "jdc_runtime"),
}


def opening_table() -> dict[str, set[str]]:
    """Return, for each checker column of the opening table, the numbers of the lines that it says are reported."""
    rows = [line.strip("|").split("|") for line in README.splitlines() if re.match(r"\| (line|\d) \|", line)]
    header, *cells = [[cell.strip() for cell in row] for row in rows]
    return {
        name: {row[0] for row in cells if row[column] != "\u2013"}
        for column, name in enumerate(header)
        if name in COLUMNS
    }


def reported_numbers(source: str, checker: str, folder: Path) -> set[str]:
    folder.mkdir(parents=True)
    file = folder / "source" / "program.py"
    file.parent.mkdir()
    file.write_text(source, encoding="utf-8")
    numbers = dict(enumerate((re.search(r"# (\d)$", line) for line in source.splitlines()), start=1))
    lines = {diagnostic.line for diagnostic in check(checker, [file], folder)}
    return {match[1] if (match := numbers[line]) else f"line {line}" for line in lines}


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_opening_table_is_what_the_checkers_say(column: str, tmp_path: Path) -> None:
    checker, library = COLUMNS[column]
    source = BLOCKS[0].replace("import jdc_runtime as jdc", f"import {library} as jdc")
    assert reported_numbers(source, checker, tmp_path / "run") == opening_table()[column]


def test_runtime_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, example = BLOCKS
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})


def test_every_rule_is_listed() -> None:
    listed = re.findall(r"\[`(jdc-[a-z-]+)`\]\(docs/rules/", README)
    assert sorted(listed) == sorted(rule.code for rule in RULES)
    for rule in RULES:
        assert (ROOT / f"docs/rules/{rule.code}.md").is_file()
