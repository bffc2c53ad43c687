"""mypy's analysis of jax and of what is built on it, as ``jdc check`` asks for it: made once, copied for each test."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from jdc_check.mypy_process import CONFIGURATION, UNTYPED_LIBRARIES
from jdc_spec.environment import VARIABLE

ROOT: Final = Path(__file__).parents[1]
IMPORTED: Final = (
    "jax, jax.numpy, jax_dataclasses, jaxlie, numpy.typing, flax.struct, flax.serialization, flax.nnx, equinox, chex, "
    "simple_pytree, jdc_runtime, optax"
)
_FOLLOWED: Final = ",".join(f"{name},{name}.*" for name in UNTYPED_LIBRARIES)
AS_JDC_CHECK: Final = f"{CONFIGURATION}\n[mypy-{_FOLLOWED}]\nfollow_untyped_imports = True\n"
"""The configuration that ``jdc check`` gives mypy."""


def copy_to(cache: Path) -> None:
    """Make ``cache`` a cache directory of mypy in which jax is analysed, unless it is one with this plugin already.

    Runs that share it need the options of `CONFIGURATION` and this environment's packages, at whatever path.
    """
    stamp = cache / "sources"
    if stamp.exists() and stamp.read_text() == _sources():
        return
    shutil.rmtree(cache, ignore_errors=True)
    shutil.copytree(_warm(), cache)  # with times: mypy takes what is newer for changed
    stamp.write_text(_sources())


def folder() -> Path:
    """Return a folder for the caches of this checkout and this Python, which stays from one session to the next."""
    checkout = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    path = Path(tempfile.gettempdir()) / f"jdc-tests-{os.getuid()}-{checkout}-{sys.version_info[1]}"
    path.mkdir(exist_ok=True)
    return path


@functools.cache
def _warm() -> Path:
    """Fill the cache that is copied; other processes wait, and then find it full."""
    cache, configuration = folder() / "warm", folder() / "warm.ini"
    with (folder() / "warm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        configuration.write_text(AS_JDC_CHECK)
        options = ("--config-file", configuration, "--cache-dir", cache, "-c", f"import {IMPORTED}")
        environment = {**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: "1"}
        done = subprocess.run(
            [sys.executable, "-m", "mypy", *options],
            cwd=folder(),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return cache


@functools.cache
def _sources() -> str:
    """Return a digest of the plugin's source: mypy drops what it remembers when that changes."""
    files = sorted(file for room in ("jdc_mypy_plugin", "jdc_spec") for file in (ROOT / room).rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
