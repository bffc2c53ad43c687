"""jax, analysed once for all projects of a user.

Nearly all of the first analysis of a project is that of jax. So jax alone is analysed into a cache of the user's,
and the empty cache of a new project starts as a copy of it. mypy looks at each file that it takes from there: what
differs from what was analysed, in another environment say, is analysed anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import mypy.version
from platformdirs import user_cache_path

from jdc_check.cache import Cache
from jdc_check.mypy_process import Invocation, run_mypy
from jdc_mypy_plugin.host.digest import source_digest

PLACE: Final = "JDC_SHARED_CACHE"
"""The variable that says where the shared caches lie; empty for nowhere."""
KEPT: Final = 4
"""How many are kept: one for each combination of versions."""
_IMPORTED: Final = "import jax, jax.lax, jax.nn, jax.numpy, jax.random, jax.scipy, jax.tree_util, numpy\n"
_VERSIONS: Final = """
import sys
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.metadata import version
print("%d.%d" % sys.version_info[:2], version("jax"), version("jaxlib"), version("numpy"))
"""
_PYTHON: Final = re.compile(r"\d+\.\d+")


def fill(cache: Cache, executable: str, on_log: Callable[[str], None] | None, *, fine_grained: bool) -> None:
    """Let an empty cache start with what is known of jax. If anything is in the way, it stays empty.

    ``executable`` is the interpreter that has jax, ``fine_grained`` the kind of cache that is wanted.
    """
    with contextlib.suppress(OSError, subprocess.SubprocessError), cache.locked():
        home = _home()
        if home is None or cache.is_off or cache.is_temporary or _is_used(cache.directory):
            return
        versions = _versions(executable)
        if versions is not None:
            made = _shared(home, versions, executable, on_log, fine_grained=fine_grained)
            _copy(made, cache.directory)


def _home() -> Path | None:
    """Return where the shared caches lie, None for nowhere."""
    chosen = os.environ.get(PLACE)
    if chosen is None:
        return user_cache_path("jax-jdc", appauthor=False)
    return Path(chosen) if chosen else None


def _is_used(directory: Path) -> bool:
    return any(_PYTHON.fullmatch(entry.name) for entry in directory.iterdir())


def _versions(executable: str) -> str | None:
    """Return the versions of Python, jax and NumPy; None where one is missing."""
    done = subprocess.run(  # noqa: S603 - the interpreter of the project, which has been asked before
        [executable, "-c", _VERSIONS],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=60,
    )
    return done.stdout.strip() if done.returncode == 0 else None


def _shared(
    home: Path, versions: str, executable: str, on_log: Callable[[str], None] | None, *, fine_grained: bool
) -> Path:
    """Return the shared cache for some versions, made now if it is the first time."""
    kind = "fine-grained" if fine_grained else "coarse"
    key = "\n".join((mypy.version.__version__, source_digest(), versions, kind, _IMPORTED))
    made = home / hashlib.sha256(key.encode()).hexdigest()[:16]
    home.mkdir(parents=True, exist_ok=True)
    with Cache(home).locked():  # a second run that begins meanwhile waits, instead of doing the same
        if not made.is_dir():
            _make(made, executable, on_log, fine_grained=fine_grained)
            _drop_oldest(home)
        made.touch()
    return made


def _make(made: Path, executable: str, on_log: Callable[[str], None] | None, *, fine_grained: bool) -> None:
    with tempfile.TemporaryDirectory(dir=made.parent, prefix="new-") as folder:
        program, cache = Path(folder, "jdc_shared_cache.py"), Path(folder, "cache")
        program.write_text(_IMPORTED)
        output = run_mypy(
            Invocation(executable=executable, cache_dir=cache, files=[str(program)], fine_grained=fine_grained),
            on_log,
        )
        if output.status not in (0, 1) or not _is_used(cache):
            raise OSError("mypy did not get through jax")
        cache.rename(made)


def _drop_oldest(home: Path) -> None:
    kept = sorted((each for each in home.iterdir() if each.is_dir()), key=lambda each: each.stat().st_mtime)
    for old in kept[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def _copy(made: Path, directory: Path) -> None:
    """Copy with times, which mypy compares; a copy that is interrupted is not taken for a cache."""
    with tempfile.TemporaryDirectory(dir=directory, prefix="new-") as folder:
        for part in made.iterdir():
            if _PYTHON.fullmatch(part.name):
                whole = Path(folder, part.name)
                shutil.copytree(part, whole)
                whole.rename(directory / part.name)
