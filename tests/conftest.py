"""The setup of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator

import pytest

os.environ["JDC_SHARED_CACHE"] = ""  # no test depends on what this machine has analysed before


@pytest.fixture(autouse=True, scope="session")
def signals_arrive() -> Generator[None]:
    """Undo what a shell does to jobs in the background, and ``nohup``: what the tests start would ignore signals too."""
    ends = [
        getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)
    ]  # Windows has one of them
    ignored = [each for each in ends if signal.getsignal(each) is signal.SIG_IGN]
    for each in ignored:
        signal.signal(each, signal.SIG_DFL)
    yield
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)
