"""Signals that ask the command to stop: they unwind it, so that it leaves no process and no file behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from jdc_check.errors import STOPPED_BY_SIGNAL

SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stopped(BaseException):
    """A signal asked the command to stop. As with KeyboardInterrupt, ``except Exception`` lets it through."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Gate:
    """Keeps a signal that comes while ``held`` is at work."""

    closed = False
    waiting: int | None = None


def _stop(number: int, _: FrameType | None) -> None:
    if _Gate.closed:
        _Gate.waiting = number
        return
    for other in SIGNALS:  # a second one must not interrupt the cleaning up
        signal.signal(other, signal.SIG_IGN)
    raise Stopped(number)


def stop_quietly() -> None:
    """From now on, let a signal end the process at once, outside of what is `stoppable`."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: os._exit(STOPPED_BY_SIGNAL + number))


@contextmanager
def stoppable() -> Generator[None]:
    """Raise ``Stopped`` in the block when a signal arrives; one that the caller ignores (nohup) stays ignored."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def held() -> Generator[None]:
    """Let signals wait until the block is through, where one in the middle would lose what it starts."""
    _Gate.closed = True
    try:
        yield
    finally:
        _Gate.closed = False
        waiting, _Gate.waiting = _Gate.waiting, None
    if waiting is not None:
        _stop(waiting, None)
