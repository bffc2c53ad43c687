"""Columns are right whatever the line holds, with both parsers of mypy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mypy.errors import Errors
from mypy.options import Options
from mypy.parse import parse

import jdc_check.columns
from jdc_check.columns import _corrected_twice, _printed, _utf8_bytes, character_range, in_characters
from jdc_check.sourcefile import SourceFile
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
    assert in_characters(source, Span(1, first, 1, first)) == (1, start + 1, 1, start + 1)
