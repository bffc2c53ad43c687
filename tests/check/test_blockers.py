"""The file that stops mypy is told from those that only import what is not installed."""

from __future__ import annotations

from typing import Any

import pytest

from jdc_check.blockers import find_blocker
from jdc_check.mypy_process import Output

MISSING = 'Cannot find implementation or library stub for module named "lib"'
TWICE = 'Source file found twice under different module names: "agent" and "examples.agent"'


def _error(file: str, line: int, message: str, code: str | None) -> dict[str, Any]:
    return {"file": file, "line": line, "message": message, "code": code, "severity": "error"}


@pytest.mark.parametrize("code", [None, "syntax"])
def test_blocker_among_other_errors(code: str | None) -> None:
    imports = [_error(file, 3, MISSING, "import-not-found") for file in ("a.py", "agent.py", "train.py")]
    records = [*imports[:2], _error("agent.py", -1, TWICE, code), imports[2]]
    blocker = find_blocker(Output(records, status=2))
    assert blocker is not None
    assert (blocker.path, blocker.line) == ("agent.py", None)
    assert TWICE in blocker.message


def test_error_that_has_a_code() -> None:
    records = [_error("a.py", 3, MISSING, "import-not-found"), _error("b.py", 4, "no", "misc")]
    blocker = find_blocker(Output(records, status=2))
    assert blocker is not None
    assert (blocker.path, blocker.line) == ("b.py", 4)


def test_names_of_a_directory() -> None:
    blocker = find_blocker(Output([_error("pkg/nets", -1, TWICE, None)], status=2))
    assert blocker is not None
    assert blocker.is_source
    assert blocker.names == ("agent", "examples.agent")
