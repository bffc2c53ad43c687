"""``jdc lsp`` on standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from threading import Event
from typing import NoReturn

from pygls.io_ import StdinAsyncReader, StdoutWriter, run_async

from jdc_check.errors import CLEAN, STOPPED_BY_SIGNAL
from jdc_check.lsp import code_actions, false_reports, fields, sync
from jdc_check.lsp.server import JdcServer
from jdc_check.stopping import Stopped, unless_stopped


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
        asyncio.run(unless_stopped(_answer(make_server())))
    except Stopped as stopped:
        code = STOPPED_BY_SIGNAL + stopped.number
    except (BrokenPipeError, SystemExit):  # the editor is gone, or says that it is done
        pass
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(code)  # Python would wait for the thread that reads, and that until the editor closes the pipe


async def _answer(server: JdcServer) -> None:
    """Answer what the editor says; not with ``start_io`` of pygls, whose loop a signal does not always wake."""
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    reader = StdinAsyncReader(sys.stdin.buffer, server.thread_pool)
    await run_async(Event(), reader, server.protocol, error_handler=server.report_server_error)
