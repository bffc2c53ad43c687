"""Diagnostics that an editor asks for: those of ty behind the proxy, and what any server may answer."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from jdc_check.lsp.proxy.frames import Frame, framed
from jdc_check.lsp.proxy.mixed import Judgement, Mixed
from jdc_check.lsp.proxy.pulls import Pulls

from .conftest import COMMAND, Start, lines_and_codes, run, wait_until
from .test_diagnostics import STATE, USE

TY = Path(sys.executable).with_name("ty")


@pytest.mark.slow
@pytest.mark.thorough
def test_ty_is_asked(start: Start) -> None:
    """False reports go, a frozen write is told once, and the editor asks again after a change in another file."""

    async def session() -> None:
        command = (*COMMAND, "--proxy", shlex.join([str(TY), "server"]))
        text = USE + "    s.missing\n    print('🎉', s.replace(n=3))\n"
        async with start({"state.py": STATE, "use.py": text}, command=command, asks=True) as editor:
            asked_again = asyncio.Event()
            del editor.client.protocol.fm.features[types.WORKSPACE_DIAGNOSTIC_REFRESH]  # which does nothing
            editor.client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)(lambda _: asked_again.set())
            editor.open("state.py")
            editor.open("use.py")
            await wait_until(lambda: told_now(editor) == [(5, "jdc-frozen")])  # nothing has been asked for yet
            first = await pulled(editor)
            assert [each.range.start.line + 1 for each in first.items] == [5, 6]
            assert {each.source for each in first.items} == {"ty"}
            await wait_until(lambda: told_now(editor) == [])
            assert (await pulled(editor, first.result_id)).kind == "unchanged"
            asked_again.clear()  # a class that no library adds replace to: ty says of it what it has said
            plain = "import dataclasses\n" + STATE.replace(
                "jdc.pytree_dataclass", "dataclasses.dataclass(frozen=True)"
            )
            editor.change("state.py", plain)
            await asyncio.wait_for(asked_again.wait(), 60)
            last = await pulled(editor, first.result_id)
            assert (last.kind, last.result_id) == ("full", first.result_id)
            assert [each.range.start.line + 1 for each in last.items] == [5, 6, 7]

    run(session)


def told_now(editor: Any) -> list[tuple[int, str]]:
    return lines_and_codes(editor.published.get(editor.uri("use.py"), (None, []))[1])


async def pulled(editor: Any, previous: str | None = None) -> Any:
    document = types.TextDocumentIdentifier(editor.uri("use.py"))
    asked = types.DocumentDiagnosticParams(document, previous_result_id=previous)
    return await editor.client.text_document_diagnostic_async(asked)


RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}


def told(message: str) -> dict[str, Any]:
    return {"range": RANGE, "message": message}


class Between:
    """Pulls and Mixed as the proxy has them, with a jdc that takes for false what it has been told."""

    def __init__(self) -> None:
        self.false: set[str] | None = None
        self.written: list[bytes] = []
        self.pulls = Pulls(self.written.append)
        self.pulls.begin({"capabilities": {"workspace": {"diagnostics": {"refreshSupport": True}}}})
        self.mixed = Mixed(lambda _: None, lambda each: "?" in each["message"], self.judge, self.pulls.ask_again)

    async def judge(self, _uri: str, _version: int | None, asked: list[dict[str, Any]]) -> Judgement | None:
        await asyncio.sleep(0.001 if self.false is None else 0.02)
        if self.false is None:
            return None
        return Judgement(frozenset(n for n, each in enumerate(asked) if each["message"] in self.false), [])

    async def answer(self, result: dict[str, Any], **params: Any) -> dict[str, Any]:
        frame = as_frame({"id": 1, "result": result})
        await self.pulls.answer(frame, frame.message() or {}, params, self.mixed)
        return json.loads(self.written[-1].partition(b"\r\n\r\n")[2])["result"]


def as_frame(message: dict[str, Any]) -> Frame:
    raw = framed(message)
    return Frame(raw, raw.partition(b"\r\n\r\n")[2])


def test_what_is_known_later_is_asked_for_again() -> None:
    async def session() -> None:
        between, uri = Between(), {"uri": "file:///a.py"}
        full = {"kind": "full", "resultId": "1", "items": [told("?a"), told("b")]}
        assert await between.answer(full, textDocument=uri) == full  # jdc does not know yet
        between.false = {"?a"}
        between.mixed.ours({**uri, "diagnostics": []})
        await asyncio.sleep(0.2)
        assert b"workspace/diagnostic/refresh" in between.written[-1]
        assert between.pulls.is_answer(as_frame({"id": "jdc-refresh-1", "result": None}))
        assert not between.pulls.is_answer(as_frame({"id": 1, "result": "jdc-refresh-1"}))
        same = {"kind": "unchanged", "resultId": "1"}
        assert await between.answer(same, textDocument=uri) == {**full, "items": [told("b")]}
        assert await between.answer(same, textDocument=uri) == same
        assert await between.answer({**same, "resultId": "0"}, textDocument=uri) == {**same, "resultId": "0"}
        between.mixed.changed(uri["uri"])  # so that the editor asks by itself
        count, between.false = len(between.written), set()
        between.mixed.ours({**uri, "diagnostics": []})
        await asyncio.sleep(0.2)
        assert len(between.written) == count

    asyncio.run(session())


def test_a_workspace_is_answered_in_parts_and_in_order() -> None:
    async def session() -> None:
        between = Between()
        between.false = {"?a"}
        between.pulls.follow("workspace/diagnostic", {"partialResultToken": "t"})
        reports = [{"uri": f"file:///{n}.py", "kind": "full", "items": [told("?a"), told("?b")]} for n in range(3)]
        part = as_frame({"method": "$/progress", "params": {"token": "t", "value": {"items": reports}}})
        assert between.pulls.is_part(part)
        other = as_frame({"method": "$/progress", "params": {"token": "u", "value": {"items": reports}}})
        assert not between.pulls.is_part(other)
        parts = asyncio.ensure_future(between.pulls.part(part, between.mixed))
        await asyncio.sleep(0)
        assert await between.answer({"items": []}, partialResultToken="t") == {"items": []}
        await parts
        first = json.loads(between.written[0].partition(b"\r\n\r\n")[2])["params"]["value"]["items"]
        assert first == [{**each, "items": [told("?b")]} for each in reports]
        assert not between.pulls.is_part(part)
        related = {
            "kind": "full",
            "items": [],
            "relatedDocuments": {"file:///4.py": reports[0] | {"items": [told("?a")]}},
        }
        answer = await between.answer(related, textDocument={"uri": "file:///3.py"})
        assert answer["relatedDocuments"]["file:///4.py"]["items"] == []

    asyncio.run(session())
