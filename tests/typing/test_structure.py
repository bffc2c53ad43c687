"""Functions over structure trees, as every checker sees them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from checkers import CHECKERS, check

FILE = Path(__file__).with_name("structure_functions.py")


def test_the_file_runs() -> None:
    runpy.run_path(str(FILE), run_name="__main__")


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_every_checker_accepts_it(checker: str, tmp_path: Path) -> None:
    assert check(checker, [FILE], tmp_path) == []
