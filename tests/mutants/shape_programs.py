"""Changes every size, axis, dtype and order of operands in the programs of ``tests/mutants/shapes``.

A change counts where the changed program raises while it runs; it is found where ``jdc check`` reports anything of the
changed file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mutants.shape_changes import Change, changes
from mutants.sources import Source

os.environ.setdefault("JAX_PLATFORMS", "cpu")

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAMS: Final = Path(__file__).parent / "shapes"


def judge() -> tuple[list[Change], list[Change]]:
    """Return the changes that are found, and those that are missed."""
    planted: dict[str, Change] = {}
    for file in sorted(PROGRAMS.glob("*.py")):
        source = Source(file.name, file.read_text(encoding="utf-8"))
        assert not _fails(source.text), f"{file.name} fails as it is"
        for number, change in enumerate(changes(source)):
            if _fails(change.text):
                planted[f"{file.stem}_{number}"] = change
    found = _reported({name: change.text for name, change in planted.items()})
    return (
        [change for name, change in planted.items() if name in found],
        [change for name, change in planted.items() if name not in found],
    )


def _fails(program: str) -> bool:
    """Return whether a program raises while it runs."""
    module = sys.modules["program"] = types.ModuleType("program")
    try:
        exec(compile(program, "program", "exec"), vars(module))
    except Exception:
        return True
    return False


def _reported(programs: Mapping[str, str]) -> set[str]:
    """Return the names of the programs of which ``jdc check`` reports something."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs.items():
            Path(folder, f"{name}.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "jdc_check", "check", "--output", "json", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout + done.stderr)
    return {Path(each).stem for each in re.findall(r'"([^"]*\.py)"', done.stdout)}
