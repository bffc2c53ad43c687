"""Columns are right whatever the line holds, with both parsers of mypy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mypy.errors import Errors
from mypy.options import Options
from mypy.parse import parse

import jdc_check.columns
from jdc_check.columns import _corrected_twice, _printed, _utf8_bytes, character_range, edited_range, in_characters
from jdc_check.findings import Edit, Fix
from jdc_check.records import _fix
from jdc_check.sourcefile import SourceFile
from jdc_spec.facts import Edit as EditFacts
from jdc_spec.facts import Fix as FixFacts
from jdc_spec.facts import Span

TEXTS = st.text(alphabet="abc éñ日😀\t", max_size=8)
NAMES = st.sampled_from(["s.x", "größe.x", "日.x", "s.日", "s.x[0]"])


def positions(line: str, *, native: bool) -> list[tuple[int, int]]:
    options = Options()
    options.native_parser = native
    tree = parse(line, "probe.py", "probe", Errors(options), options, eager=True)
    return [(statement.expr.column, statement.expr.end_column) for statement in tree.defs]  # type: ignore


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.tuples(TEXTS, NAMES), min_size=1, max_size=3))
@pytest.mark.parametrize(("native", "printed"), [(True, _corrected_twice), (False, _utf8_bytes)])
def test_inverts_what_mypy_prints(
    tmp_path: Path, parts: list[tuple[str, str]], native: bool, printed: jdc_check.columns.Printed
) -> None:
    pieces = [piece for text, name in parts for piece in (f'"{text}"', name)]
    line = "; ".join(pieces)
    file = tmp_path / "line.py"
    file.write_text(line + "\n", encoding="utf-8")
    source = SourceFile(str(file))
    exact = [(line[:start], line[start:end]) for start, end in source.expressions(1, 1)]
    for piece, (column, end) in zip(pieces, positions(line, native=native), strict=True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jdc_check.columns, "_printed", lambda: printed)
            found = character_range(source, 1, column, 1, end)
        assert (line[: found[0]], line[slice(*found)]) in exact
        start = len("; ".join(pieces[: pieces.index(piece)]))
        assert printed(line, found[0]) == column or start == found[0]


def test_knows_the_installed_mypy() -> None:
    """The parser that mypy uses by default counts in one of the ways that are known."""
    printed = _printed()
    line = '"日é😀"; größe; x'
    starts = [line.index(piece) for piece in ('"', "größe", "x")]
    expected = [printed(line, start) for start in starts]
    assert [column for column, _ in positions(line, native=Options().native_parser)] == expected


@pytest.mark.parametrize("line", ["s.x = 1", "if x:", "", "é"])
def test_never_fails(tmp_path: Path, line: str) -> None:
    file = tmp_path / "line.py"
    file.write_text(line, encoding="utf-8")
    for source in (SourceFile(str(file)), SourceFile(str(tmp_path / "missing.py"))):
        for number, column, end in [(1, 0, 1), (1, -1, -1), (7, 3, 2), (1, 99, 100)]:
            start, stop = character_range(source, number, column, number, end)
            assert 0 <= start < stop


@pytest.mark.parametrize(("text", "start", "stop"), [("state.x = 2", 0, 7), ("größe = é.x", 8, 11), ("x", 0, 1)])
def test_ranges_and_places_of_mypy_in_characters(tmp_path: Path, text: str, start: int, stop: int) -> None:
    file = tmp_path / "line.py"
    file.write_text(text, encoding="utf-8")
    source, printed = SourceFile(str(file)), _printed()
    first, last = printed(text, start), printed(text, stop)
    assert in_characters(source, Span(1, first, 1, last)) == (1, start + 1, 1, stop + 1)
    node = Span(1, first, 1, last)
    assert edited_range(source, Span(1, first, 1, first), node) == (1, start + 1, 1, start + 1)
    assert edited_range(source, node, node) == (1, start + 1, 1, stop + 1)


@pytest.mark.parametrize(("native", "printed"), [(True, _corrected_twice), (False, _utf8_bytes)])
@pytest.mark.parametrize("letter", ["é", "日", "😀", "日é"])
def test_edits_are_in_their_place_or_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letter: str, native: bool, printed: jdc_check.columns.Printed
) -> None:
    monkeypatch.setattr(jdc_check.columns, "_printed", lambda: printed)
    for count in range(1, 31):
        line = f'x = "{letter * count}"; v[i] = y'
        file = tmp_path / f"{count}.py"
        file.write_text(line + "\n", encoding="utf-8")
        source = SourceFile(str(file))
        statement = _statement(line, native=native)
        target, value = statement.lvalues[0], statement.rvalue
        true = [line.index("v["), line.index("["), line.index("]") + 1, line.index(" = y") + 3, len(line)]
        columns = [target.column, target.base.end_column, target.end_column, value.column, value.end_column]
        node = Span(1, columns[0], 1, columns[2])
        one = _fix(source, FixFacts("", (_edit(columns[0], columns[0], "a"),)), node)
        assert one == Fix("", (Edit(1, true[0] + 1, 1, true[0] + 1, "a"),))
        several = FixFacts(
            "", tuple(_edit(columns[first], columns[last], "a") for first, last in [(0, 0), (1, 1), (2, 3), (4, 4)])
        )
        right = [Edit(1, true[at] + 1, 1, true[end] + 1, "a") for at, end in [(0, 0), (1, 1), (2, 3), (4, 4)]]
        assert _fix(source, several, node) in (None, Fix("", tuple(right)))


def _edit(first: int, last: int, text: str) -> EditFacts:
    return EditFacts(Span(1, first, 1, last), text)


def _statement(line: str, *, native: bool) -> Any:
    options = Options()
    options.native_parser = native
    return parse(line, "probe.py", "probe", Errors(options), options, eager=True).defs[-1]
