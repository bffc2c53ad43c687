"""``jdc lsp`` on standard input and output."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn

from jdc_check.errors import CLEAN, STOPPED_BY_SIGNAL
from jdc_check.lsp import code_actions, false_reports, fields, sync
from jdc_check.lsp.server import JdcServer
from jdc_check.stopping import Stopped


def make_server() -> JdcServer:
    """Return a server with everything that it can do."""
    server = JdcServer()
    for part in (sync, code_actions, fields, false_reports):
        part.register(server)
    return server


def serve() -> NoReturn:
    """Serve until the editor says that it is done, or is gone, or until a signal comes; then end the process."""
    code = CLEAN
    try:
        make_server().start_io()  # pyright: ignore[reportUnknownMemberType] - pygls leaves types out
    except Stopped as stopped:
        code = STOPPED_BY_SIGNAL + stopped.number
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(code)  # Python would wait for the thread that reads, and that until the editor closes the pipe
