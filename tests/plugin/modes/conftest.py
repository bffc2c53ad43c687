"""Cases of pytest-mypy-plugins, each in three modes: the parser in Rust, the one in Python, and worker processes."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from mypy.options import Options
from mypy.version import __version__
from pytest_mypy_plugins.item import MypyExecutor, YamlTestItem

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
Answer = tuple[int, tuple[str, str]]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give a case the plugin, small stubs of jax, and a cache that no run with other options shares."""
    if not isinstance(item, YamlTestItem):
        return
    folder = _folder()
    options = hashlib.sha256(item.additional_mypy_config.encode()).hexdigest()[:8]
    item.additional_mypy_config = _known(item.additional_mypy_config)
    item.root_directory = str(folder)
    item.base_ini_fpath = str(HERE / "mypy.ini")
    item.incremental_cache_dir = str(folder / f"cache-{options}")
    item.environment_variables |= {
        "JDC_PLUGIN_RAISE": "1",
        "MYPYPATH": str(folder / "stubs"),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    item.funcargs = {}  # pytest-lsp looks for it in every item and stops at one that has none


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Let pytest-mypy-plugins find the mypy of this environment, and wait for its workers on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MypyExecutor, "execute", functools.partialmethod(_patiently, MypyExecutor.execute))
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        return (yield)


def _patiently(executor: MypyExecutor, execute: Callable[..., Answer], options: list[str]) -> Answer:
    """Run mypy again where it gave its workers too little time to start: it has three seconds for that."""
    for _ in range(4):
        answer = execute(executor, options)
        if "Failed to establish connection with worker" not in answer[1][0]:
            break
    status, (out, err) = answer
    return status, (_as_newer(out), err)


def _as_newer(out: str) -> str:
    """Say in mypy's newer words what an older one says with more of them."""
    out = re.sub(r'^.+: note: ".+" defined here\n', "", out, flags=re.MULTILINE)
    return re.sub(r'(?<=note: Revealed type is ").+(?="$)', _without_builtins, out, flags=re.MULTILINE)


def _without_builtins(kind: re.Match[str]) -> str:
    return kind[0].replace("builtins.", "")


def _known(config: str) -> str:
    """Return the options that this mypy has; skip a mode that needs one of the others."""
    lines: list[str] = []
    for line in config.splitlines():
        name, _, value = (part.strip() for part in line.partition("="))
        if not value or hasattr(Options(), name):
            lines.append(line)
        elif value not in ("False", "0"):
            pytest.skip(f"mypy {__version__} has no {name}")
    return "\n".join(lines)


@functools.cache
def _folder() -> Path:
    """Return a folder for this process, with the stubs of jdc_runtime and small ones of what they import."""
    folder = Path(tempfile.mkdtemp(prefix="jdc-modes-"))
    shutil.copytree(HERE.parent / "light", folder / "stubs")
    stub = ROOT / "typestubs" / "jdc_runtime-stubs" / "__init__.pyi"
    (folder / "stubs" / "jdc_runtime" / stub.name).symlink_to(stub)
    return folder


def pytest_sessionfinish() -> None:
    """Remove the folder."""
    if _folder.cache_info().currsize:
        shutil.rmtree(_folder(), ignore_errors=True)
