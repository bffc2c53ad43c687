"""Waiting for a library that is imported at the same time, by another thread or by the same one."""

import contextlib
import importlib
import importlib.machinery
import itertools
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from jdc_runtime._serialization import when_imported as module
from jdc_runtime._serialization.when_imported import expect, when_imported

PLAIN = "import gates\ngates.enter('{name}')\nready = True\n"
CIRCULAR = "import gates\nfrom jdc_runtime._serialization.when_imported import when_imported\nwhen_imported(__name__, gates.note)\nready = True\n"
FAILING = "import gates\ngates.enter('{name}')\nif gates.failing: raise RuntimeError('no')\nready = True\n"


NUMBERS = itertools.count()


class Gates:
    """The state that the modules of these tests find while they are imported."""

    def __init__(self) -> None:
        self.entered, self.leave = threading.Event(), threading.Event()
        self.failing = False
        self.noted: list[bool] = []

    def enter(self, name: str) -> None:
        self.entered.set()
        assert self.leave.wait(30), name

    def note(self, module: Any) -> None:
        self.noted.append(module.ready)


@pytest.fixture
def gates(monkeypatch: pytest.MonkeyPatch) -> Gates:
    made = Gates()
    monkeypatch.setitem(sys.modules, "gates", made)
    return made


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    name = f"library_{next(NUMBERS)}"
    (tmp_path / f"{name}.py").write_text(request.param.format(name=name))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name
    sys.modules.pop(name, None)


def importing(name: str) -> threading.Thread:
    def run() -> None:
        with contextlib.suppress(RuntimeError):
            importlib.import_module(name)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("library", [PLAIN], indirect=True)
@pytest.mark.parametrize("awaited_before", [False, True])
def test_import_in_another_thread_that_has_begun(library: str, gates: Gates, awaited_before: bool) -> None:
    if awaited_before:
        expect(library)
    thread = importing(library)
    assert gates.entered.wait(30)
    when_imported(library, gates.note)
    when_imported(library, gates.note)
    assert gates.noted == []
    gates.leave.set()
    thread.join()
    assert gates.noted == [True, True]
    when_imported(library, gates.note)
    assert gates.noted == [True] * 3
    assert library not in str(sys.meta_path)
    spec = sys.modules[library].__spec__
    assert type(spec) is importlib.machinery.ModuleSpec
    assert type(spec.loader).__module__ == "_frozen_importlib_external"


@pytest.mark.parametrize("library", [CIRCULAR], indirect=True)
@pytest.mark.parametrize("awaited_before", [False, True])
def test_import_in_this_thread_that_has_begun(library: str, gates: Gates, awaited_before: bool) -> None:
    if awaited_before:
        when_imported(library, gates.note)
    importlib.import_module(library)
    assert gates.noted == [True] * (1 + awaited_before)


@pytest.mark.parametrize("library", [PLAIN], indirect=True)
def test_module_that_importlib_takes_out_of_the_loaded_ones_for_a_moment(library: str, gates: Gates) -> None:
    taken_out: list[int] = []

    def look(frame: FrameType, event: str, argument: object) -> Any:
        loading = frame.f_code.co_name == "_load_unlocked" and event == "line"
        if loading and gates.entered.is_set() and library not in sys.modules and not taken_out:
            taken_out.append(frame.f_lineno)
            when_imported(library, gates.note)
        return look

    gates.leave.set()
    expect(library)
    former = sys.gettrace()
    sys.settrace(look)
    try:
        importlib.import_module(library)
    finally:
        sys.settrace(former)
    assert len(taken_out) == 1
    assert gates.noted == [True]


@pytest.mark.parametrize("library", [FAILING], indirect=True)
@pytest.mark.parametrize("awaited_before", [False, True])
def test_import_that_fails_and_is_tried_again(library: str, gates: Gates, awaited_before: bool) -> None:
    gates.failing = True
    if awaited_before:
        expect(library)
    thread = importing(library)
    assert gates.entered.wait(30)
    when_imported(library, gates.note)
    gates.leave.set()
    thread.join()
    assert gates.noted == []
    gates.failing = False
    importlib.import_module(library)
    assert gates.noted == [True]


@pytest.mark.parametrize("library", [PLAIN], indirect=True)
def test_other_threads_that_look_for_modules_miss_no_finder(
    library: str, gates: Gates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_waiting", {})
    finders = [finder for finder in sys.meta_path if finder is not module._finder]
    monkeypatch.setattr(sys, "meta_path", finders)
    gates.leave.set()
    looking = iter(sys.meta_path)
    next(looking)
    when_imported(library, gates.note)
    assert list(looking) == finders[1:]
    looking = iter(sys.meta_path)
    assert next(looking) is module._finder
    importlib.import_module(library)
    assert sys.meta_path == list(looking) == finders


PROGRAM = """
    import importlib, sys, threading
    import jax
    import jdc_runtime as jdc

    def define():
        @jdc.pytree_dataclass
        class A:
            x: float
        return A

    made = [define() for _ in range({count})]
    thread = threading.Thread(target=importlib.import_module, args=("flax.serialization",))
    thread.start()
    while thread.is_alive():
        made.append(define())
    thread.join()
    from flax import serialization
    assert made
    for cls in made:
        assert serialization.to_state_dict(cls(1.0)) == {{"x": 1.0}}, made.index(cls)
    print("done")
"""


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1])
def test_classes_defined_while_flax_is_imported(count: int) -> None:
    pytest.importorskip("flax")
    program = textwrap.dedent(PROGRAM.format(count=count))
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert finished.stdout == "done\n", finished.stderr
