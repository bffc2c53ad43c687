"""pyright and basedpyright.

Both print JSON with ``--outputjson``, from which their text is made: the same that they print without it.
https://github.com/microsoft/pyright/blob/main/docs/command-line.md
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jdc_check.beside.checker import UnreadableOutputError, count, in_order
from jdc_check.beside.places import from_utf16, source_path, to_utf16
from jdc_check.beside.reported import About, Claim, Done, Outcome, Reported, severity_of
from jdc_check.beside.users_configuration import setting
from jdc_check.findings import Finding

_NAME: Final = r'"(?:type\[)?(?P<{}>[\w.]+)\*?[^"]*"'
_PATTERNS: Final = tuple(
    (rules, re.compile(pattern), about)
    for rules, pattern, about in (
        (
            ("reportAttributeAccessIssue",),
            rf'Cannot access attribute "(?P<name>\w+)" for class {_NAME.format("owner")}',
            About.ATTRIBUTE,
        ),
        (
            ("reportIndexIssue", "reportGeneralTypeIssues"),
            rf'"(?P<name>__\w+__)" method not defined on type {_NAME.format("owner")}',
            About.ATTRIBUTE,
        ),
        (("reportCallIssue",), r'No parameter named "(?P<name>\w+)"', About.KEYWORD),
        (("reportCallIssue",), r"Expected \d+ positional argument", About.POSITIONS),
        (("reportArgumentType",), r"Argument of type", About.ARGUMENT),
        (("reportAssignmentType", "reportReturnType"), r"Type ", About.ASSIGNMENT),
        (
            ("reportAttributeAccessIssue",),
            r'Cannot (?:assign to|delete) attribute "(?P<name>\w+)" for class .*\n'
            r'\s*(?:Attribute "\w+" is read-only|"[^"]*" is frozen|Property "\w+" has no defined deleter)$',
            About.READ_ONLY,
        ),
        (("reportGeneralTypeIssues",), r"Dataclass field without type annotation", About.UNANNOTATED),
        (
            ("reportGeneralTypeIssues",),
            r"A (?:non-)?frozen class cannot inherit from a class that is (?:not )?frozen",
            About.FROZEN_BASE,
        ),
        (
            ("reportUnknownMemberType", "reportUnknownVariableType", "reportUnknownArgumentType"),
            r'(Type of "(?P<name>\w+)"|Return type|Argument type) is (partially )?unknown',
            About.UNKNOWN,
        ),
        (
            ("reportUnnecessaryTypeIgnoreComment",),
            r'Unnecessary "# (?:pyright|type): ignore" rule: "(?P<name>[\w-]+)"',
            About.COMMENT,
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Pyright:
    """pyright, or its relative."""

    name: str = "pyright"
    third: tuple[str, str] = ("information", "informations")
    """The name that it gives the third severity, one and several."""
    warnings_fail: bool = False
    environment: Mapping[str, str] = field(default_factory=lambda: {"LC_ALL": "C", "LANGUAGE": "en"})
    """Its messages are translated, and these are read."""

    def command(self, program: Sequence[str], paths: Sequence[str], *, as_json: bool) -> Sequence[str]:  # noqa: ARG002 - the protocol's
        """See `Checker`."""
        return [*program, "--outputjson", *paths]

    def read(self, done: Done, *, as_json: bool) -> Outcome:  # noqa: ARG002 - the protocol's
        """See `Checker`."""
        text = done.stdout
        start = re.search(r"^\{", text, re.MULTILINE)
        try:
            document = json.loads(text[start.start() :]) if start else None
            reports = [_reported(each) for each in document["generalDiagnostics"]] if document else []
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableOutputError(
                f"{self.name} printed JSON of another form than expected: {error!r}"
            ) from error
        if document is None:
            raise UnreadableOutputError(f"{self.name} printed no JSON")
        return Outcome(reports, done.status, document, done.stderr)

    def claim(self, report: Reported) -> Claim | None:
        """See `Checker`."""
        message = report.message.replace("\xa0", " ")
        for rules, pattern, about in _PATTERNS:
            match = pattern.match(message) if report.rule in rules else None
            if match is not None:
                groups = match.groupdict()
                return Claim(about, groups.get("name") or "", (groups.get("owner") or "").rpartition(".")[2])
        return None

    def rules(self, about: About) -> Collection[str]:
        """See `Checker`."""
        return {rule for rules, _, each in _PATTERNS if each is about for rule in rules}

    def as_json(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> Any:
        """See `Checker`."""
        merged = in_order(kept, added)
        listed = [each.raw if isinstance(each, Reported) else _diagnostic(each, self.third[0]) for each in merged]
        counts = self._counts(listed)
        summary = dict(zip(("errorCount", "warningCount", "informationCount"), counts, strict=True))
        return {
            **outcome.frame,
            "generalDiagnostics": listed,
            "summary": {**outcome.frame["summary"], **summary},
        }

    def as_printed(self, document: Any) -> str:
        """See `Checker`."""
        return json.dumps(document, indent=4, ensure_ascii=False) + "\n"

    def as_text(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> str:
        """See `Checker`."""
        listed = self.as_json(outcome, kept, added)["generalDiagnostics"]
        files: dict[str, list[dict[str, Any]]] = {}
        for each in listed:
            cell = f" - cell {each['cell'] + 1}" if "cell" in each else ""
            files.setdefault(f"{each['file']}{cell}", []).append(each)
        lines: list[str] = []
        for file, diagnostics in files.items():
            lines += [file, *map(_line, diagnostics)]
        nouns = (("error", "errors"), ("warning", "warnings"), self.third)
        counted = (count(number, *names) for number, names in zip(self._counts(listed), nouns, strict=True))
        return "\n".join([*lines, ", ".join(counted)]).rstrip("\n") + "\n"

    def _counts(self, listed: Sequence[dict[str, Any]]) -> tuple[int, int, int]:
        severities = [each["severity"] for each in listed]
        errors, warnings = severities.count("error"), severities.count("warning")
        return errors, warnings, len(severities) - errors - warnings

    def fails_on_warnings(self, command: Sequence[str]) -> bool:
        """See `Checker`."""
        if "--warnings" in command:
            return True
        said = setting(("basedpyright", "pyright"), ("pyrightconfig.json",), "failOnWarnings")
        return self.warnings_fail if said is None else said


PYRIGHT: Final = Pyright()
BASEDPYRIGHT: Final = Pyright("basedpyright", ("note", "notes"), warnings_fail=True)


def _reported(each: dict[str, Any]) -> Reported:
    path = source_path(each["file"])
    span = each.get("range") or {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    (line, start), (end_line, end) = (_place(path, span[name]) for name in ("start", "end"))
    severity = severity_of(each["severity"])
    return Reported(path, line, start, end_line, end, severity, each.get("rule", ""), each["message"], each)


def _place(path: str, place: dict[str, int]) -> tuple[int, int]:
    line = place["line"] + 1
    return line, from_utf16(path, line, place["character"])


def _diagnostic(finding: Finding, third: str) -> dict[str, Any]:  # noqa: ARG001 - both call it so in JSON
    path = finding.path
    start, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    return {
        "file": str(Path(path).absolute()),
        "severity": "error" if finding.severity == "error" else "information",
        "message": "\n".join([finding.message, *(f"\xa0\xa0{hint}" for hint in finding.hints)]),
        "range": {
            name: {"line": line - 1, "character": to_utf16(path, line, column)}
            for name, (line, column) in (("start", start), ("end", end))
        },
        "rule": finding.code,
    }


def _line(each: dict[str, Any]) -> str:
    start = each.get("range", {}).get("start")
    cell = f"{each['cell'] + 1}:" if "cell" in each else ""  # basedpyright checks notebooks
    place = f"{each['file']}:{cell}" + (f"{start['line'] + 1}:{start['character'] + 1} - " if start else " ")
    message = each["message"].replace("\n", "\n" + "  ")
    rule = f" ({each['rule']})" if each.get("rule") else ""
    return f"  {place}{each['severity']}: {message}{rule}"
