"""Code actions: the edits of rules, those for a whole file, and what the analysis offers besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from jdc_check.findings import Edit, Finding, Fix
from jdc_check.lsp.diagnostics import diagnostic
from jdc_check.lsp.edits import text_edits
from jdc_check.lsp.notebooks import moved
from jdc_check.lsp.places import editor_range
from jdc_check.lsp.server import JdcServer
from jdc_check.mending import without_overlap

FIX_ALL: Final = "source.fixAll.jdc"
KINDS: Final = (types.CodeActionKind.QuickFix, FIX_ALL)


def register(server: JdcServer) -> None:
    """Let a server offer edits."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS)))
    async def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        path, above = server.located(params.text_document.uri)
        if path is None or not server.is_current(path):
            return []  # the findings are about a text that is no more
        return await _Offers(server, path, above).for_range(moved(params.range, above), params.context.only)


class _Offers:
    """The actions in one document, as it is now; in a notebook, in a cell with so many lines above it."""

    def __init__(self, server: JdcServer, path: str, above: int) -> None:
        self._server, self._path, self._above = server, path, above
        self._lines, self._findings = server.lines(path), server.findings.get(path, [])

    async def for_range(self, wanted: types.Range, only: Sequence[str] | None) -> list[types.CodeAction]:
        found: list[types.CodeAction] = []
        if _asked_for(types.CodeActionKind.QuickFix, only):
            for finding in self._findings:
                if _overlap(editor_range(self._lines, finding, self._server.codec), wanted):
                    found.extend(await self._of_finding(finding))
        if only and _asked_for(FIX_ALL, only):
            found.extend(self._all("Fix all that jdc can fix in this file", self._findings, FIX_ALL))
        return found

    async def _of_finding(self, finding: Finding) -> list[types.CodeAction]:
        actions = [self._action(fix, finding, preferred=True) for fix in finding.fixes[:1]]
        actions += [self._action(fix, finding) for fix in finding.fixes[1:]]
        same = [each for each in self._findings if each.code == finding.code and each.fixes]
        if len(same) > 1:
            title = f"Fix all {finding.code} in this file"
            actions += self._all(title, same, types.CodeActionKind.QuickFix, finding)
        titles = {action.title for action in actions}
        offered = [self._action(fix, finding) for fix in await self._asked(finding)]
        return [*actions, *(action for action in offered if action.title not in titles)]

    async def _asked(self, finding: Finding) -> list[Fix]:
        """Return what the analysis offers for a finding."""
        project = self._server.project_of(self._path)
        if project is None:
            return []
        place = [finding.line, finding.column, finding.end_line, finding.end_column]
        version = self._server.current.get(self._path)
        await project.flushed()
        told = await project.ask(self._path, "actions", code=finding.code, place=place)
        if not told or not self._server.is_current(self._path) or self._server.current.get(self._path) != version:
            return []
        return [Fix(each["title"], tuple(Edit(*edit) for edit in each["edits"])) for each in told]

    def _action(self, fix: Fix, finding: Finding, *, preferred: bool = False) -> types.CodeAction:
        return types.CodeAction(
            title=fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[self._diagnostic(finding)],
            edit=self._server.changes(self._path, text_edits(fix.edits, self._lines, self._server.codec)),
            is_preferred=preferred or None,
        )

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        told = diagnostic(finding, self._lines, self._server.lines, self._server.codec)
        told.range = moved(told.range, -self._above)
        return told

    def _all(
        self, title: str, findings: list[Finding], kind: str, shown_at: Finding | None = None
    ) -> list[types.CodeAction]:
        fixes = without_overlap(finding.fixes[0] for finding in findings if finding.fixes)
        if not fixes:
            return []
        edits = dict.fromkeys(edit for fix in fixes for edit in fix.edits)
        shown = [] if shown_at is None else [shown_at]
        return [
            types.CodeAction(
                title=title,
                kind=kind,
                diagnostics=[self._diagnostic(each) for each in shown] or None,
                edit=self._server.changes(self._path, text_edits(edits, self._lines, self._server.codec)),
            )
        ]


def _asked_for(kind: str, only: Sequence[str] | None) -> bool:
    """Return whether an editor wants a kind: it names it, or one that the kind is part of, or none."""
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _overlap(one: types.Range, other: types.Range) -> bool:
    first, second = ((each.start.line, each.start.character) for each in (one, other))
    first_end, second_end = ((each.end.line, each.end.character) for each in (one, other))
    return first <= second_end and second <= first_end
