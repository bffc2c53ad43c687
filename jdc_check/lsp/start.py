"""``jdc lsp`` on standard input and output."""

from __future__ import annotations

from jdc_check.lsp import code_actions, false_reports, fields, sync
from jdc_check.lsp.server import JdcServer


def make_server() -> JdcServer:
    """Return a server with everything that it can do."""
    server = JdcServer()
    for part in (sync, code_actions, fields, false_reports):
        part.register(server)
    return server


def serve() -> None:
    """Serve until the editor says that it is done, or is gone."""
    make_server().start_io()
