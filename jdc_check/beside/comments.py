"""Comments for a checker that silence jdc in its report: ``# pyright: ignore``, with or without a rule."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from jdc_check.findings import Finding
from jdc_check.sourcefile import source_file

_WORDS: Final[Mapping[str, str]] = {"basedpyright": "pyright"}
"""The names that checkers have in comments, where those are not their own."""


def is_silenced(finding: Finding, checker: str, rules: Collection[str] = ()) -> bool:
    """Return whether a comment for this checker silences a finding, by its code or without any.

    ``rules`` are those of the checker that say the same.
    """
    source = source_file(finding.path)
    if not source.comments:
        return False
    lines = {finding.line, finding.end_line, source.end_of_statement(finding.end_line)} & source.comments.keys()
    codes, word = {finding.code, *rules}, _WORDS.get(checker, checker)
    return any(_silences(source.comments[line], codes, word) for line in lines)


def _silences(comment: str, codes: Collection[str], word: str) -> bool:
    for match in _pattern(word).finditer(comment):
        if match["codes"] is None or not {name.strip() for name in match["codes"].split(",")}.isdisjoint(codes):
            return True
    return False


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"#\s*(?:type|{word})\s*:\s*ignore\b(?:\s*\[(?P<codes>[^\]#]*)\])?")
