"""Output for a person: a real pseudo-terminal on stdout and stderr."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import JDC, Runner, write


def on_terminal(cwd: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run ``jdc`` on a terminal; return its exit code and everything that reached the screen."""
    ours, theirs = pty.openpty()
    variables = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "VIRTUAL_ENV": sys.prefix, **environment}
    with subprocess.Popen([*JDC, *arguments], cwd=cwd, env=variables, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # how Linux ends a pseudo-terminal
                break
            if not chunk:
                break
            shown += chunk
    os.close(ours)
    return process.returncode, shown.decode()


@pytest.mark.slow
def test_colour_progress_and_link(jdc: Runner, tmp_path: Path) -> None:
    lines = ["import jax", "import jax_dataclasses as jdc", "@jdc.pytree_dataclass", "class A:", "    x: jax.Array"]
    write(tmp_path, {"m.py": "\n".join([*lines, "A(1).x = 2", ""])})
    status, shown = on_terminal(tmp_path, "check", "--cache-dir", str(jdc.cache))
    assert status == 1
    assert "Looking for sources" in shown
    assert "\x1b[1;31m^^^^^^" in shown or "\x1b[1m\x1b[31m^^^^^^" in shown
    assert "docs/rules/jdc-frozen.md" in shown or "jdc_check/cards/jdc-frozen.md" in shown
    last = shown[shown.rindex("m.py") :]
    assert "Found 1 problem in 1 file" in last
    status, shown = on_terminal(tmp_path, "check", "--cache-dir", str(jdc.cache), "--no-color")
    assert "\x1b[31m" not in shown
    assert "\x1b[1;31m" not in shown
    status, shown = on_terminal(tmp_path, "check", "--cache-dir", str(jdc.cache), NO_COLOR="1")
    assert "31m" not in shown


def test_nothing_but_the_report_reaches_a_pipe(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    done = jdc(tmp_path, "check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "No problems found (checked 1 file)\n", "")
    coloured = jdc(tmp_path, "check", "--color")
    assert "\x1b[32mNo problems found\x1b[0m" in coloured.stdout
    assert coloured.stderr == ""
    assert jdc(tmp_path, "check", FORCE_COLOR="1").stderr == ""


def test_a_locale_without_unicode_does_not_stop_the_report(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"é日.py": "x = = 1\n"})
    done = jdc(tmp_path, "check", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert "cannot be parsed" in done.stderr
    assert "Traceback" not in done.stderr
