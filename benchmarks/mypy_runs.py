"""Runs of mypy without and with the plugin, and the processor time that each takes."""

from __future__ import annotations

import compileall
import importlib.util
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = "[mypy]\nignore_missing_imports = True\nfollow_imports = silent\n"


def compile_plugin() -> None:
    """Compile the plugin to bytecode, as pip does where it installs a package, and uv does not."""
    for package in ("jdc_mypy_plugin", "jdc_spec", "jdc_operations"):
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            compileall.compile_dir(folder, quiet=1)


def configurations(folder: Path) -> dict[str, Path]:
    """Write a configuration of mypy without the plugin and one with it, and return both by name."""
    texts = {"plain": SETTINGS, "plugin": SETTINGS + "plugins = jdc_mypy_plugin\n"}
    for name, text in texts.items():
        (folder / f"{name}.ini").write_text(text)
    return {name: folder / f"{name}.ini" for name in texts}


def seconds(configuration: Path, cache: Path, *what: str) -> float:
    """Run mypy, and return the seconds of processor time that it took."""
    command = [sys.executable, "-P", "-m", "mypy", f"--config-file={configuration}", f"--cache-dir={cache}"]
    before = _children_seconds()
    subprocess.run([*command, *what], check=False, capture_output=True)
    return _children_seconds() - before


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
