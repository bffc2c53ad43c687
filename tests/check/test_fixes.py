"""Mends that a rule is certain of, from the rule to the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import STATE, Runner, write

DISCARDED = """\
from states import State


def f(größe: State, é: State) -> None:
    "é"; größe.replace(x=größe.x)
    größe.x.at[0].set(1)
    State(größe.x).replace(x=é.x)
    é.replace(x=é.x) if f else None
"""


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.splitlines()
    for edit in sorted(edits, key=lambda edit: (edit["line"], edit["column"]), reverse=True):
        assert edit["line"] == edit["end_line"]
        line = lines[edit["line"] - 1]
        lines[edit["line"] - 1] = line[: edit["column"] - 1] + edit["text"] + line[edit["end_column"] - 1 :]
    return "\n".join(lines) + "\n"


@pytest.mark.slow
def test_json_shows_them_cold_and_from_the_cache(jdc: Runner, tmp_path: Path) -> None:
    state = STATE.replace("import jax_dataclasses as jdc", "import jdc_runtime as jdc")
    write(tmp_path, {"states.py": state, "use.py": DISCARDED})
    first, second = (jdc(tmp_path, "check", "use.py", "-o", "json") for _ in range(2))
    assert first.stdout == second.stdout
    findings = json.loads(first.stdout)["findings"]
    assert [(finding["line"], finding["column"], finding["code"]) for finding in findings] == [
        (5, 10, "jdc-discarded"),
        (6, 5, "jdc-discarded"),
        (7, 5, "jdc-discarded"),
        (8, 5, "jdc-discarded"),
    ]
    assert [len(finding["fixes"]) for finding in findings] == [1, 0, 0, 0]
    assert findings[0]["fixes"][0]["title"] == 'Assign the result to "größe"'
    assert all(finding["hints"] == [] for finding in findings)
    mended = applied(DISCARDED, findings[0]["fixes"][0]["edits"])
    assert mended.splitlines()[4] == '    "é"; größe = größe.replace(x=größe.x)'
    write(tmp_path, {"use.py": mended})
    left = json.loads(jdc(tmp_path, "check", "use.py", "-o", "json").stdout)["findings"]
    assert [finding["line"] for finding in left] == [6, 7, 8]
