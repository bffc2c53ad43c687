"""``jdc lsp`` on standard input and output."""

from __future__ import annotations

from jdc_check.lsp import sync
from jdc_check.lsp.server import JdcServer


def make_server() -> JdcServer:
    """Return a server with everything that it can do."""
    server = JdcServer()
    sync.register(server)
    return server


def serve() -> None:
    """Serve until the editor says that it is done, or is gone."""
    make_server().start_io()
