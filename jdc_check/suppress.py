"""``# jdc: ignore`` and ``# jdc: ignore[code, ...]``.

mypy itself honours ``# type: ignore[code]``. This comment is for code whose other checker is not mypy: it
means nothing to pyright, which would take a ``type: ignore`` for its own. ``# pyright: ignore[jdc-frozen]`` works
too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from jdc_check.findings import Edit, Finding, UnusedComment, WrongComment
from jdc_check.sourcefile import source_file
from jdc_spec.project import DEFAULT
from jdc_spec.rule_names import full_code, no_such_rule
from jdc_spec.rules import BY_CODE

IGNORE: Final = re.compile(r"#\s*jdc:\s*ignore\b(?P<list>\s*\[(?P<codes>[^\]#]*)(?P<end>\])?)?")
WITHOUT_BRACKETS: Final = re.compile(
    r"#\s*jdc:\s*ignore\s*[:=({<]?\s*(?P<name>jdc-[\w-]+)|#\s*jdc:\s*ignore\s*[:=({<]\s*(?P<short>[\w-]+)"
)
OTHER_WORD: Final = re.compile(r"#\s*jdc:\s*(?!ignore\s*\[)(?P<word>\w+)\s*\[")
FOR_CHECKERS: Final = re.compile(
    r"#\s*(?:type|pyright|basedpyright|ty|pyrefly|zuban)\s*:\s*ignore\s*\[(?P<codes>[^\]#]*)\]"
)
CARRIED: Final = frozenset(
    f"jdc-{code}"
    for code in (
        *(
            "call-arg",
            "arg-type",
            "call-overload",
            "misc",
            "assignment",
            "return-value",
            "attr-defined",
            "union-attr",
        ),
        *("operator", "index", "list-item", "dict-item"),
    )
)
"""The codes of what mypy says of a call that another checker cannot see, where that checker runs beside jdc."""


class Suppressions:
    """The comments that silence findings, and those that do so for none."""

    def __init__(self) -> None:
        self._used: set[tuple[str, int]] = set()

    def silence(self, finding: Finding) -> bool:
        """Return whether a comment where a finding begins or ends, or at the end of its statement, silences it."""
        source = source_file(finding.path)
        comments = source.comments if source.mentions_rules else {}
        if not comments:
            return False
        lines = {finding.line, finding.end_line, source.end_of_statement(finding.end_line)} & comments.keys()
        used = {(finding.path, line) for line in lines if _silences(comments[line], finding.code)}
        self._used |= used
        return bool(used)

    def unused(self, paths: Iterable[str], codes: Collection[str]) -> list[UnusedComment]:
        """Return the comments in these files that silence nothing, though all they name is checked."""
        return [
            UnusedComment(path, line, comment)
            for path in paths
            if source_file(path).mentions_rules
            for line, comment in source_file(path).comments.items()
            if (path, line) not in self._used and _speaks_of(comment, codes)
        ]


def _speaks_of(comment: str, codes: Collection[str]) -> bool:
    match = IGNORE.search(comment)
    if match is None or _mistakes(comment):
        return False
    named = {full_code(name) for name in _names(match)} or DEFAULT
    return named.issubset(codes)


def _silences(comment: str, code: str) -> bool:
    if any(code in _names(match) for match in FOR_CHECKERS.finditer(comment)):
        return True
    match = IGNORE.search(comment)
    if match is None:
        return False
    return match["list"] is None or code in {full_code(name) for name in _names(match)}


def ignoring(lines: Sequence[str], line: int, code: str) -> Edit | None:
    """Return the edit that silences a rule on a line; None where the comment there cannot take it."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    match = IGNORE.search(text)
    if text.endswith("\\") or (match is not None and match["end"] is None):
        return None
    if match is not None:
        column = match.end("codes") + 1
        return Edit(line, column, line, column, f", {code}" if _names(match) else code)
    column = len(text.rstrip()) + 1
    return Edit(line, column, line, len(text) + 1, f"  # jdc: ignore[{code}]")


def wrong_comments(paths: Iterable[str]) -> list[WrongComment]:
    """Return the comments in these files that were written to silence something and silence nothing."""
    found: list[WrongComment] = []
    for path in paths:
        if source_file(path).mentions_rules:
            for line, comment in source_file(path).comments.items():
                found.extend(WrongComment(path, line, message) for message in _mistakes(comment))
    return found


def _mistakes(comment: str) -> list[str]:
    mistakes: list[str] = []
    if match := IGNORE.search(comment):
        mistakes = [no_such_rule(name) for name in _names(match) if not _is_code(full_code(name))]
        if match["list"] is not None and (match["end"] is None or not _names(match)):
            mistakes.append("This comment names no rule. Write: # jdc: ignore[jdc-frozen]")
        if named := WITHOUT_BRACKETS.search(comment):
            mistakes.extend(_unbracketed(full_code(named["name"] or named["short"]), certain=bool(named["name"])))
    elif match := OTHER_WORD.search(comment):
        mistakes = [f'"jdc: {match["word"]}[...]" means nothing. Did you mean jdc: ignore[...]?']
    for match in FOR_CHECKERS.finditer(comment):
        ours = [name for name in _names(match) if name.startswith("jdc-")]
        mistakes.extend(no_such_rule(name) for name in ours if not _is_code(name))
    return mistakes


def _is_code(name: str) -> bool:
    return name in BY_CODE or name in CARRIED


def _unbracketed(code: str, *, certain: bool) -> list[str]:
    """Return what is wrong with ``ignore: jdc-frozen``, which silences every rule and looks like less."""
    if code in BY_CODE:
        return [f"A comment without brackets silences every rule. Write: # jdc: ignore[{code}]"]
    return [no_such_rule(code)] if certain else []


def _names(match: re.Match[str]) -> list[str]:
    if match["codes"] is None or ("end" in match.re.groupindex and match["end"] is None):
        return []
    return [name.strip() for name in match["codes"].split(",") if name.strip()]
