"""The tests of other projects, from the package registry or from clones. None of them is part of this repository."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from peers.suite import Checkout, Registry

if TYPE_CHECKING:
    from peers.suite import Suite


class AbsentError(Exception):
    """The tests of a suite cannot be had; the message says why, and what to do."""


def provide(suite: Suite, cache: Path, checkouts: Path | None) -> Path:
    """Return the folder with the tests of a suite, which later runs find again.

    Raises:
        AbsentError: the registry or the clone does not have them.
    """
    folder = cache / "sources" / f"{suite.name}-{suite.version}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            if isinstance(suite.source, Registry):
                unpacked = _download(suite.source, Path(scratch))
            else:
                unpacked = _extract(suite.source, checkouts, Path(scratch))
            shutil.move(unpacked, folder)
    return folder


def _download(source: Registry, scratch: Path) -> Path:
    name = source.requirement.partition("==")[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name]
    run = subprocess.run(
        [*command, "--dest", str(scratch), source.requirement], capture_output=True, text=True, check=False
    )
    archive = next(scratch.glob("*.tar.gz"), None)
    if archive is None:
        raise AbsentError(f"pip download {source.requirement}: {_last_line(run.stderr)}")
    with tarfile.open(archive) as opened:
        opened.extractall(scratch, filter="data")
    return next(path for path in scratch.iterdir() if path.is_dir())


def _extract(source: Checkout, checkouts: Path | None, scratch: Path) -> Path:
    if checkouts is None:
        raise AbsentError(
            f"not in the registry: clone {source.address} as DIR/{source.folder} and run make peers CHECKOUTS=DIR"
        )
    clone = checkouts / source.folder
    if not clone.is_dir():
        raise AbsentError(f"{checkouts} has no {source.folder}: clone {source.address} there")
    run = subprocess.run(
        ["git", "-C", str(clone), "archive", "--format=tar", source.ref, *source.paths],
        capture_output=True,
        check=False,
    )
    if run.returncode != 0:
        raise AbsentError(f"{clone} at {source.ref}: {_last_line(run.stderr.decode())}")
    folder = scratch / "unpacked"
    with tarfile.open(fileobj=io.BytesIO(run.stdout)) as opened:
        opened.extractall(folder, filter="data")
    return folder


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2] or "no reason given"
