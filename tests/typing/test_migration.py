"""Programs that move to jdc get no new error from any checker, but where something is wrong in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from checkers import CHECKERS, TARGETS, Diagnostic

from .conftest import MIGRATED, PAIRS, programs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from migrating.pages import Pair

WRONG: Final = re.compile(r"^ *(?P<line>.+?) *# (?:error|raises):? .*$", re.MULTILINE)


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
def test_no_new_error(diagnostics: Callable[[str, str], list[Diagnostic]], checker: str, target: str) -> None:
    found = diagnostics(checker, target)
    new: set[tuple[str, str]] = set()
    for pair in PAIRS:
        before = lines(pair.old.name, pair.old.code, found)
        for name in programs(pair).keys() - {pair.old.name}:
            reported = lines(name, MIGRATED[name], found) - before
            new |= {(name, line) for line in reported if not may_be_reported(pair, line)}
    assert sum(name.endswith("_moved") for name in MIGRATED) > 5
    assert sorted(new) == []
