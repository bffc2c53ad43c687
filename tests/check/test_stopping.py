"""Signals: whatever runs is ended, and nothing stays behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from .conftest import JDC, write


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_at_work(process: psutil.Process) -> bool:
    """Return whether mypy runs below ``process``, and is past its start."""
    with contextlib.suppress(psutil.Error):  # a child that ends while it is looked at
        children = process.children(recursive=True)
        return any("mypy" in " ".join(child.cmdline()) and child.cpu_times().user > 0.3 for child in children)
    return False


def lives(process: psutil.Process) -> bool:
    """Return whether a process has not ended; one whose parent ended first waits for init to take note of it."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.parametrize(
    ("number", "beside"),
    [(signal.SIGINT, ()), (signal.SIGTERM, ()), (signal.SIGHUP, ()), (signal.SIGTERM, ("--with", "pyright"))],
)
def test_signal_leaves_nothing_behind(tmp_path: Path, number: signal.Signals, beside: tuple[str, ...]) -> None:
    write(tmp_path, {"project/m.py": "import jax\n", "temporary/keep": ""})
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary"), "VIRTUAL_ENV": sys.prefix}
    command = [*JDC, "check", "--cache-dir", str(tmp_path / "cache"), *beside]
    with subprocess.Popen(
        command, cwd=tmp_path / "project", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        ours = psutil.Process(process.pid)
        wait_for(lambda: is_at_work(ours))
        below = ours.children(recursive=True)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert not [child for child in below if lives(child)]
    assert [entry.name for entry in (tmp_path / "temporary").iterdir()] == ["keep"]


START = """
import os, signal, sys
from jdc_check import cli


class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "jdc_check.commands":
            os.kill(os.getpid(), signal.SIGINT)


sys.meta_path.insert(0, Interrupted())
cli.main()
"""


def test_signal_while_it_starts(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", START, "check"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "")


IN_A_LOOP = """
import asyncio, os, signal
from jdc_check.stopping import Stopped, stoppable, unless_stopped


async def work():
    try:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)
    finally:
        print("unwound")


with stoppable():
    try:
        asyncio.run(unless_stopped(work()))
    except Stopped as stopped:
        print(stopped.number)
"""


def test_signal_in_a_callback_of_an_event_loop() -> None:
    """An exception that the signal raised there would only be logged."""
    command = [sys.executable, "-P", "-c", IN_A_LOOP]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"unwound\n{int(signal.SIGTERM)}\n", "")


def test_ignored_signal_stays_ignored(tmp_path: Path) -> None:
    """As under ``nohup``."""
    write(tmp_path, {"m.py": "x = 1\n"})
    command = [*JDC, "check", "--cache-dir", str(tmp_path / "cache")]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    ) as process:
        ours = psutil.Process(process.pid)
        wait_for(lambda: is_at_work(ours))
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, "No problems found (checked 1 file)\n")
