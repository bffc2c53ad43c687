"""The request of the proxy: which diagnostics of another server are false, what is missing, and what is twice."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types

from jdc_check.live.answers import finding_from_json
from jdc_check.lsp.diagnostics import diagnostic
from jdc_check.lsp.places import path_of, place
from jdc_check.lsp.server import JdcServer

METHOD: Final = "jdc/judged"
_ERROR: Final = types.DiagnosticSeverity.Error.value


def register(server: JdcServer) -> None:
    """Let a server answer the request."""

    @server.feature(METHOD)
    async def judged(params: Any) -> dict[str, Any] | None:
        """Return what `jdc_check.live.questions.false_reports` says, the findings as the editor knows them.

        None where the present text is another one, or is not analysed.
        """
        path = path_of(params.uri)
        project = None if path is None else server.project_of(path)
        if path is None or project is None:
            return {"false": [], "carried": [], "silent": []}
        await project.flushed()
        document = project.documents.get(path)
        if document is None and server.options.openFilesOnly:
            return {"false": [], "carried": [], "silent": []}
        if document is not None and params.version is not None and document.version != params.version:
            return None
        reports = [_report(server, path, each) for each in params.diagnostics]
        told = await project.ask(path, "judged", checker=params.checker, reports=reports)
        if told is None:
            return None
        lines = server.lines(path)
        carried, silent = (
            [diagnostic(each, lines, server.lines, server.codec) for each in map(finding_from_json, told[name])]
            for name in ("carried", "silent")
        )
        return {"false": told["false"], "carried": carried, "silent": silent}


def _report(server: JdcServer, path: str, diagnostic: Any) -> dict[str, Any]:
    lines = server.lines(path)
    ends = (diagnostic.range.start, diagnostic.range.end)
    (line, column), (end_line, end_column) = (
        place(lines, types.Position(end.line, end.character), server.codec) for end in ends
    )
    return {
        "place": [line, column, end_line, end_column],
        "rule": str(getattr(diagnostic, "code", None) or ""),
        "message": diagnostic.message,
        "is_error": getattr(diagnostic, "severity", _ERROR) == _ERROR,
    }
