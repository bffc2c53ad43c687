"""Programs that move to jdc get no new error from any checker, but where something is wrong in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from checkers import CHECKERS, TARGETS, Diagnostic, check
from migrating.pages import PAGES, Pair, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

OLD: Final = "import jax_dataclasses as jdc"
NEW: Final = "import jdc_runtime as jdc"
PAIRS: Final = tuple(pair for page in PAGES for pair in pairs(page) if pair.runs_here)
WRONG: Final = re.compile(r"^ *(?P<line>.+?) *# (?:error|raises):? .*$", re.MULTILINE)


def programs(pair: Pair) -> Mapping[str, str]:
    """Return the old program of a pair and what becomes of it."""
    found = {pair.old.name: pair.old.code, pair.new.name: pair.new.code}
    if OLD in pair.old.code:
        found[f"{pair.old.name}_moved"] = pair.old.code.replace(OLD, NEW)
    return found


def may_be_reported(pair: Pair, line: str) -> bool:
    """Return whether a line is wrong, or calls `.replace` of a decorated class, which only the plugin knows."""
    wrong = {match["line"] for block in (pair.old, pair.new) for match in WRONG.finditer(block.code)}
    return ".replace(" in line or any(line.startswith(each) for each in wrong)


def lines(name: str, source: str, diagnostics: Iterable[Diagnostic]) -> set[str]:
    """Return the lines of a program that are reported, leaving out what README says of `mypy --strict`."""
    written = source.splitlines()
    return {
        written[found.line - 1].strip()
        for found in diagnostics
        if found.file == f"{name}.py" and "[no-any-return]" not in found.text
    }


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("checker", CHECKERS)
def test_no_new_error(checker: str, target: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    sources = {name: code for pair in PAIRS for name, code in programs(pair).items()}
    for name, code in sources.items():
        (source / f"{name}.py").write_text(code, encoding="utf-8")
    found = check(checker, sorted(source.glob("*.py")), tmp_path, target)
    new: set[tuple[str, str]] = set()
    for pair in PAIRS:
        before = lines(pair.old.name, pair.old.code, found)
        for name in programs(pair).keys() - {pair.old.name}:
            reported = lines(name, sources[name], found) - before
            new |= {(name, line) for line in reported if not may_be_reported(pair, line)}
    assert sum(name.endswith("_moved") for name in sources) > 5
    assert sorted(new) == []
