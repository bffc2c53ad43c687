"""Exceptions of the command, with the exit code of each kind."""

from __future__ import annotations

from typing import Final

CLEAN: Final = 0
FINDINGS: Final = 1
TROUBLE: Final = 2
STOPPED_BY_SIGNAL: Final = 128
"""Plus the number of the signal, as a shell counts."""


class JdcError(Exception):
    """Trouble that is told in one message, without a traceback. The command exits with 2."""


class UsageError(JdcError):
    """An option, an argument or a setting that makes no sense."""


class InternalError(JdcError):
    """The analysis itself failed. ``detail`` is what ``--debug`` prints."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail
