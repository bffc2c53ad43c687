"""The process that analyses: asked directly."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from warm_cache import ROOT

from jdc_check.live.answers import from_json
from jdc_check.live.libraries import imported
from jdc_check.live.parsing import problem_of
from jdc_check.lsp.worker import Start, Worker, WorkerDiedError
from jdc_spec.environment import VARIABLE
from jdc_spec.project import DEFAULT

from .conftest import HEAD, run
from .test_diagnostics import STATE, USE

PARTS = "import jax.numpy as jnp\n\n\ndef sized():\n    return jnp.zeros({size})\n"
SIZED = """\
from typing import Annotated

import jax.numpy as jnp
import jdc_runtime as jdc


@jdc.pytree_dataclass
class State(jdc.EnforcedAnnotationsMixin):
    x: Annotated[jnp.ndarray, (2 + {more},), jnp.float32]


State(jnp.zeros(3))
"""
DEEP = "x = " + "(" * 300 + ")" * 300


@pytest.mark.thorough
@pytest.mark.slow
def test_two_of_one_name_and_a_slow_answer(warm: Path, tmp_path: Path) -> None:
    """Files of one name are analysed by a process each; an analysis from the start says the same."""

    async def session() -> None:
        for name in ("cache", "cache-1"):
            shutil.copytree(warm, tmp_path / name)
        for name in ("a", "b"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "use.py").write_text(USE)
            (tmp_path / name / "state.py").write_text(STATE)
        start = Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable)
        first = Worker(start)
        try:
            answer = from_json(await first.ask(do="start"))
            assert [len(batch) for batch in answer.batches] == [2, 2]
            found = {path: [each.line for each in findings] for path, findings in answer.findings.items() if findings}
            assert found == {str(tmp_path / name / "use.py"): [5] for name in ("a", "b")}
            changes = {str(tmp_path / "a" / "use.py"): USE + "    s.n = 3\n"}
            quick = from_json(await first.ask(do="update", changes=changes, look=False))
            slow = from_json(await first.ask(do="slow", buffers=changes))
            path = str(tmp_path / "a" / "use.py")
            assert quick.findings[path] == slow.findings[path]
            assert [each.line for each in slow.findings[path]] == [5, 6]
        finally:
            await first.close()

    run(session)


@pytest.mark.slow
def test_a_run_follows_what_is_not_saved(warm: Path, tmp_path: Path) -> None:
    """A run of one module reads another as the editor has it, not as it is on the disk."""

    async def session() -> None:
        shutil.copytree(warm, tmp_path / "cache")
        parts, use = tmp_path / "parts.py", tmp_path / "use.py"
        parts.write_text(PARTS.format(size=3))
        use.write_text("import jax.numpy as jnp\nfrom parts import sized\n\nsized() + jnp.zeros(4)\n")
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            answer = from_json(await worker.ask(do="start"))
            assert [each.line for each in answer.findings[str(use)]] == [4]
            for size, lines in ((4, []), (5, [4])):
                changes = {str(parts): PARTS.format(size=size)}
                answer = from_json(await worker.ask(do="update", changes=changes, look=False))
                assert [each.line for each in answer.findings[str(use)]] == lines
        finally:
            await worker.close()

    run(session)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_calculated_size_that_is_not_saved(warm: Path, tmp_path: Path) -> None:
    """The sizes that an annotation calculates are those of the editor's text."""

    async def session() -> None:
        shutil.copytree(warm, tmp_path / "cache")
        path = tmp_path / "state.py"
        path.write_text(SIZED.format(more=1))
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            answer = from_json(await worker.ask(do="start"))
            assert not answer.findings[str(path)]
            for more, lines in ((2, [12]), (1, [])):
                changes = {str(path): SIZED.format(more=more)}
                answer = from_json(await worker.ask(do="update", changes=changes, look=False))
                assert [each.line for each in answer.findings[str(path)]] == lines
        finally:
            await worker.close()

    run(session)


@pytest.mark.thorough
@pytest.mark.slow
def test_own_field_functions_are_read_again(warm: Path, tmp_path: Path) -> None:
    """A module that mypy analyses again without parsing it gets no names while mypy goes through them."""

    async def session() -> None:
        shutil.copytree(warm, tmp_path / "cache")
        texts: dict[str, str] = {}
        for name, fixture in (("first", "default/default.py"), ("second", "data_leaf/recursive_types.py")):
            text = (ROOT / "tests/plugin/rules" / fixture).read_text()
            (tmp_path / f"{name}.py").write_text(text)
            texts[str(tmp_path / f"{name}.py")] = text
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            (path, text), second = texts.items()
            found = from_json(await worker.ask(do="start")).findings[path]
            for changes in ({path: text}, dict([second]), {path: f"{text}\n"}):
                answer = from_json(await worker.ask(do="update", changes=changes, look=False))
                assert [each.line for each in answer.findings[path]] == [each.line for each in found] != []
        finally:
            await worker.close()

    run(session)


@pytest.mark.slow
def test_a_changed_class_is_followed_to_those_who_use_it(warm: Path, tmp_path: Path) -> None:
    """In a process of its own: the plugin finds out when it is imported that a command runs it."""
    shutil.copytree(warm, tmp_path / "cache")
    files = {"m0": STATE}
    for number in range(1, 6):
        own = f"\n\n@jdc.pytree_dataclass\nclass State{number}:\n    x: jax.Array\n\n\ndef use{number}(x: jax.Array) -> object:\n"
        above = "State" if number == 1 else f"State{number - 1}"
        files[f"m{number}"] = HEAD + f"from m{number - 1} import {above}\n" + own + f"    return {above}(x)\n"
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-P", Path(__file__).parent / "changed_class.py"],
        cwd=tmp_path,
        env={**os.environ, VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_a_folder_that_was_empty(warm: Path, tmp_path: Path) -> None:
    """The process has nothing to go on from once a file comes; one that begins then has."""

    async def session() -> None:
        shutil.copytree(warm, tmp_path / "cache")
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            assert from_json(await worker.ask(do="start")).findings == {}
            (tmp_path / "state.py").write_text(STATE + "State(1).n = 3\n")
            assert from_json(await worker.ask(do="update", changes={}, look=True)).again
        finally:
            await worker.close()
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            await worker.ask(do="start")
            answer = from_json(await worker.ask(do="update", changes={}, look=True))
            assert not answer.again
            assert [each.code for findings in answer.findings.values() for each in findings] == ["jdc-frozen"]
        finally:
            await worker.close()

    run(session)


def test_imports_under_no_condition() -> None:
    text = "import a.b, c\nfrom d.e import f\nfrom . import g\nif x:\n    import h\ndef i():\n    import j\n"
    assert list(imported(text)) == [("a.b", ""), ("c", ""), ("d.e", "f"), ("j", "")]
    assert not list(imported("import ("))


def test_what_is_not_analysed() -> None:
    assert problem_of(STATE) is None
    assert problem_of("return 1") is None  # to mypy, with which `jdc check` goes on
    assert problem_of("type X = int\n") is None  # of Python 3.12, also under 3.11
    assert problem_of("def f(a, a): ...") is not None
    assert problem_of("x = 1\0") is not None
    assert problem_of(DEEP) is not None
    assert problem_of("x = 1\n" * 200_000) is not None
    assert problem_of("def f():\n  x = (1").line == 2


def test_a_process_that_cannot_start(tmp_path: Path) -> None:
    async def session() -> None:
        worker = Worker(Start(tmp_path, DEFAULT, ("[",), tmp_path / "cache", "/no/python"))
        with pytest.raises(WorkerDiedError):
            await worker.ask(do="start")
        assert not worker.is_running

    asyncio.run(session())
