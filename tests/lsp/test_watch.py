"""``jdc check --watch``: a report after each change, from one process that stays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from watchfiles import Change

from jdc_check import commands
from jdc_check.checking import Request
from jdc_check.errors import UsageError
from jdc_check.settings import Settings
from jdc_check.watch import Filter

from .conftest import HEAD

STATE = HEAD + "@jdc.pytree_dataclass\nclass State:\n    x: jax.Array\n    n: int = 0\n"
USE = "from state import State\n\ndef use(s: State) -> None:\n    s.n = 2\n"
CELLS = (
    '{"cells": [{"cell_type": "code", "source": "from state import State"}, {"cell_type": "code", "source": "%s"}]}'
)
END = "Watching for changes, until Ctrl-C\n"


class Watch:
    """The process, and its reports."""

    def __init__(self, process: subprocess.Popen[bytes], said: Path) -> None:
        self.process, self._said, self._read = process, said, 0

    def reported(self, *expected: str) -> float:
        """Wait until the last report speaks of these places and of no other; return the seconds that takes."""
        began = time.monotonic()

        def arrived() -> bool:
            said = self._said.read_text()
            if not said.endswith(END) or len(said) == self._read:
                return False
            lines = said.removesuffix(END).split(END)[-1].splitlines()[:-1]
            return [line.split(": ")[0] for line in lines if ": " in line] == list(expected)

        _wait(arrived)
        self._read = len(self._said.read_text())
        return time.monotonic() - began


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def watching(directory: Path, warm: Path, *options: str) -> Generator[Watch]:
    said = directory.with_name("said")
    cache = directory.with_name("cache")
    for process in ("live", "live-1"):
        shutil.copytree(warm, cache / process)
    command = (sys.executable, "-P", "-m", "jdc_check", "check", "--watch", "--cache-dir", str(cache), *options)
    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix}
    with (
        said.open("wb") as stream,
        subprocess.Popen(
            command, cwd=directory, env=environment, stdout=stream, stderr=stream, start_new_session=True
        ) as process,
    ):
        try:
            yield Watch(process, said)
        finally:
            process.kill()


@pytest.mark.thorough
def test_a_report_after_each_change(tmp_path: Path, warm: Path) -> None:
    root = tmp_path / "project"
    (root / "other").mkdir(parents=True)
    use, notebook, new = root / "use.py", root / "n.ipynb", root / "new.py"
    for name, text in {"state.py": STATE, "use.py": USE, "other/state.py": STATE, "other/more.py": USE}.items():
        (root / name).write_text(text)
    notebook.write_text(CELLS % "x = 1")
    with watching(root, warm, "-o", "concise") as watch:
        watch.reported("other/more.py:4:5", "use.py:4:5")
        below = psutil.Process(watch.process.pid).children(recursive=True)
        use.write_text(USE.replace("s.n = 2", "s.n = 2  # jdc: ignore"))
        watch.reported("other/more.py:4:5")
        (root / "other" / "more.py").write_text("x = 1\n")  # analysed apart, as it has a neighbour of the same name
        watch.reported()
        notebook.write_text(CELLS % "State(1).n = 2")
        watch.reported("n.ipynb:cell 2:1:1")
        new.write_text("\n" + USE)
        watch.reported("n.ipynb:cell 2:1:1", "new.py:5:5")
        new.write_text("def (")
        notebook.unlink()
        watch.reported("new.py:1")
        new.unlink()
        watch.reported()
        os.killpg(watch.process.pid, signal.SIGINT)  # as Ctrl-C in a terminal
        assert watch.process.wait(30) == 128 + signal.SIGINT
        assert not [child for child in below if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.thorough
def test_what_comes_goes_and_is_refused(tmp_path: Path, warm: Path) -> None:
    """As a cold check of the same state would say it."""
    root = tmp_path / "project"
    (root / "a").mkdir(parents=True)
    for name, text in {"state.py": STATE, "use.py": USE, "broken.py": "def (", "a/more.py": "x = 1\n"}.items():
        (root / name).write_text(text)
    with watching(root, warm, "-o", "concise") as watch:
        watch.reported("broken.py:1", "use.py:4:5")
        (root / "broken.py").write_text("\n" + USE)
        watch.reported("broken.py:5:5", "use.py:4:5")
        (root / "a" / "state.py").write_text(
            STATE + "State(1).n = 2\n"
        )  # of a name that is there: a process of its own
        watch.reported("a/state.py:11:1", "broken.py:5:5", "use.py:4:5")
        (root / "a").rename(root / "b")
        watch.reported("b/state.py:11:1", "broken.py:5:5", "use.py:4:5")
        (root / "broken.py").write_bytes(b"x = '\xff'\n")
        shutil.rmtree(root / "b")
        watch.reported("broken.py", "use.py:4:5")
        (root / "pyproject.toml").write_text("[tool.jdc\n")
        watch.reported("error")
        (root / "use.py").unlink()
        (root / "broken.py").unlink()
        watch.reported("error")  # it is not lost by the next change
        (root / "pyproject.toml").unlink()
        watch.reported()


@pytest.mark.parametrize(
    ("change", "path", "matters"),
    [
        (Change.modified, "a.py", True),
        (Change.added, "sub", True),
        (Change.added, "empty", False),
        (Change.deleted, "gone", True),
        (Change.modified, ".ipynb_checkpoints/n.ipynb", False),
        (Change.added, ".~n.ipynb", False),
        (Change.added, "node_modules/a.py", False),
        (Change.modified, "pyproject.toml", True),
        (Change.modified, "data.csv", False),
    ],
)
def test_what_may_matter(change: Change, path: str, matters: bool, tmp_path: Path) -> None:
    """The names of directories above are of no account."""
    root = tmp_path / ".hidden" / "node_modules"
    for name in ("sub", "empty"):
        (root / name).mkdir(parents=True)
    (root / "sub" / "a.py").touch()
    assert Filter([str(root)])(change, str(root / path)) is matters


@pytest.mark.thorough
def test_libraries_that_nothing_has_imported_before(tmp_path: Path, warm: Path) -> None:
    """mypy's engine alone would analyse them without its cache, for minutes."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "old.py").write_text("x = 1\n")
    with watching(root, warm, "-o", "concise") as watch:
        watch.reported()
        (root / "state.py").write_text(STATE)
        (root / "use.py").write_text(USE)
        assert watch.reported("use.py:4:5") < 40
        (root / "old.py").write_text("import flax.struct\n\n" + STATE + "State(1).n = 3\n")
        assert watch.reported("old.py:13:1", "use.py:4:5") < 40


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        (Request(watch=True, output="json"), "--output text or concise"),
        (Request(watch=True, fix=True), "--fix"),
        (Request(watch=True, diff=True), "--diff"),
        (Request(watch=True, write_baseline=Path("b")), "--write-baseline"),
        (Request(watch=True, checkers=("ty",)), "--with"),
    ],
)
def test_what_does_not_go_with_it(request_: Request, named: str, tmp_path: Path) -> None:
    settings = Settings((".",), (), tmp_path, frozenset(), (), tmp_path, None)
    with pytest.raises(UsageError, match=named):
        request_.refuse_contradictions(settings)


def test_what_it_needs_is_an_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "find_spec", lambda _name: None)
    result = CliRunner().invoke(commands.jdc, ["check", "--watch"])
    assert result.exit_code == 2
    assert 'error: --watch needs watchfiles. Install with: pip install "jax-jdc[watch]"' in result.output
