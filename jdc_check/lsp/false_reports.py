"""The request of the proxy: which diagnostics of another server are false."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types

from jdc_check.lsp.places import path_of, place
from jdc_check.lsp.server import JdcServer

METHOD: Final = "jdc/falseReports"


def register(server: JdcServer) -> None:
    """Let a server answer the request."""

    @server.feature(METHOD)
    async def false_reports(params: Any) -> list[int]:
        """Return the numbers of the diagnostics that are false, if they are about the present text."""
        path = path_of(params.uri)
        project = None if path is None else server.project_of(path)
        if path is None or project is None:
            return []
        await project.flushed()
        document = project.documents.get(path)
        if document is None or (params.version is not None and document.version != params.version):
            return []
        reports = [_report(server, path, each) for each in params.diagnostics]
        return await project.ask(path, "false", checker=params.checker, reports=reports) or []


def _report(server: JdcServer, path: str, diagnostic: Any) -> dict[str, Any]:
    lines = server.lines(path)
    ends = (diagnostic.range.start, diagnostic.range.end)
    (line, column), (end_line, end_column) = (
        place(lines, types.Position(end.line, end.character), server.codec) for end in ends
    )
    rule = getattr(diagnostic, "code", None)
    return {"place": [line, column, end_line, end_column], "rule": str(rule or ""), "message": diagnostic.message}
