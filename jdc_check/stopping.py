"""Signals that ask the command to stop: they unwind it, so that it leaves no process and no file behind."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final, TypeVar

from jdc_check.errors import STOPPED_BY_SIGNAL

SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_T = TypeVar("_T")


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


async def unless_stopped(work: Coroutine[Any, Any, _T]) -> _T:
    """Await what an event loop runs; when a signal arrives, cancel it, and raise ``Stopped`` once it has unwound.

    A signal that raises, as in `stoppable`, is not enough for a loop: what is raised in a callback is only logged,
    and one that comes just before the loop waits for input is not looked at until there is some.
    """
    stop: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):  # on Windows, where the signal itself ends the loop
                asyncio.get_running_loop().add_signal_handler(number, _tell, stop, number)
    working = asyncio.ensure_future(work)
    await asyncio.wait((stop, working), return_when=asyncio.FIRST_COMPLETED)
    if not stop.done():
        return working.result()
    working.cancel()
    await asyncio.wait((working,))
    raise Stopped(stop.result())


def _tell(stop: asyncio.Future[int], number: int) -> None:
    if not stop.done():
        stop.set_result(number)


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
