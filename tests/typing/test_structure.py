"""Functions over structure trees, as every checker sees them."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

import pytest
from checkers import CHECKERS, TARGETS, Diagnostic

from .conftest import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable


def test_the_file_runs() -> None:
    runpy.run_path(str(FUNCTIONS), run_name="__main__")


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("checker", CHECKERS)
def test_every_checker_accepts_it(
    diagnostics: Callable[[str, str], list[Diagnostic]], checker: str, target: str
) -> None:
    assert [found for found in diagnostics(checker, target) if found.file == FUNCTIONS.name] == []
