"""Runs in the environment of the corpus: runs the probe of a package, and again with changed functions.

``python shape_trial.py cover PACKAGE PROBE`` prints which functions of the package each part of the probe runs;
``python shape_trial.py probe FILE`` reads changes as JSON and prints, for each, the parts of the probe in which JAX
raises for it. It imports nothing of jdc, so that the answers are those of JAX.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import signal
import sys
import traceback
import types
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
from absent import allow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_OPTIMIZED = 1
"""The flag of the code of a function, which that of a class body has not."""
_RAISING = tuple(f"{os.sep}{name}{os.sep}" for name in ("jax", "jaxlib", "numpy", "jaxtyping"))
_SECONDS = 60


def parts(probe: str) -> dict[str, Callable[[], object]]:
    """Return the parts of a probe, which are its functions without parameters."""
    spec = importlib.util.spec_from_file_location(Path(probe).stem, probe)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if name.startswith("test_")}


def cover(package: str, probe: str) -> dict[str, list[tuple[str, str]]]:
    """Return, for each part, the file and the outermost function of whatever it runs of a package."""
    root = str(Path(str(importlib.import_module(package).__file__)).parent)
    covered: dict[str, list[tuple[str, str]]] = {}
    for name, part in parts(probe).items():
        seen: set[types.CodeType] = set()

        def note(frame: types.FrameType, event: str, _: object, seen: set[types.CodeType] = seen) -> None:
            if event == "call":
                seen.add(frame.f_code)

        run = _quick(part)
        jax.clear_caches()
        sys.setprofile(note)
        try:
            run()
        finally:
            sys.setprofile(None)
        inside = [each for each in seen if each.co_filename.startswith(root + os.sep)]
        told = {(each.co_filename[len(root) + 1 :], each.co_qualname.partition(".<locals>")[0]) for each in inside}
        covered[name] = sorted(told)
    return covered


def outcomes(asked: dict[str, Any]) -> list[dict[str, str]]:
    """Return, for each change, the parts of the probe that fail with what JAX raises in them.

    No more of a kind are tried once enough of it have failed.
    """
    root = Path(str(importlib.import_module(asked["package"]).__file__)).parent
    running = {name: _quick(part) for name, part in parts(asked["probe"]).items()}
    failed: Counter[str] = Counter()
    told: list[dict[str, str]] = []
    for change in asked["changes"]:
        told.append(_outcome(change, root, running) if failed[change["kind"]] < asked["most"] else {})
        failed[change["kind"]] += bool(told[-1])
    return told


def _quick(part: Callable[[], object]) -> Callable[[], object]:
    """Return a part of a probe under a trace, which compiles nothing, unless it needs values."""

    def traced() -> None:
        jax.eval_shape(part)

    jax.clear_caches()
    try:
        traced()
    except Exception:
        return part
    return traced


def _outcome(change: dict[str, Any], root: Path, running: dict[str, Callable[[], object]]) -> dict[str, str]:
    file = str(root / change["path"])
    changed = dict(_functions(compile(change["text"], file, "exec")))
    live = [each for each in gc.get_objects() if isinstance(each, types.FunctionType)]
    live = [each for each in live if each.__code__.co_filename == file]
    swapped = [
        (each, each.__code__)
        for each in live
        if each.__code__.co_qualname == change["function"]
        and changed.get((change["function"], each.__code__.co_firstlineno)) is not None
    ]
    for function, code in swapped:
        function.__code__ = changed[change["function"], code.co_firstlineno]
    try:
        failing = {name: _failure(running[name]) for name in change["parts"]}
    finally:
        for function, code in swapped:
            function.__code__ = code
    return {name: text for name, text in failing.items() if text}


def _functions(code: types.CodeType) -> Iterator[tuple[tuple[str, int], types.CodeType]]:
    """Yield functions at the top level and methods."""
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            if each.co_flags & _OPTIMIZED:
                yield (each.co_qualname, each.co_firstlineno), each
            else:
                yield from _functions(each)


def _failure(part: Callable[[], object]) -> str:
    """Return what JAX raises for shapes or dtypes in a part of a probe, or an empty text."""
    jax.clear_caches()
    signal.alarm(_SECONDS)
    try:
        part()
    except (TypeError, ValueError, IndexError) as error:
        place = traceback.extract_tb(error.__traceback__)[-1].filename
        is_traced = isinstance(error, jax.errors.JAXTypeError | jax.errors.JAXIndexError)
        return repr(error)[:300] if not is_traced and any(each in place for each in _RAISING) else ""
    except Exception:
        return ""
    finally:
        signal.alarm(0)
    return ""


def _late(*_: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    allow("tensorflow_probability", "tensorflow", "matplotlib", "tqdm", "PIL", "viser")
    jax.config.update("jax_traceback_filtering", "off")
    signal.signal(signal.SIGALRM, _late)
    out = sys.stdout
    sys.stdout = sys.stderr
    match sys.argv[1:]:
        case ["cover", package, probe]:
            answer: object = cover(package, probe)
        case ["probe", file]:
            answer = outcomes(json.loads(Path(file).read_text()))
        case _:
            sys.exit(__doc__)
    print(json.dumps(answer), file=out)
